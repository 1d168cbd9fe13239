import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { withoutCredentials } from '../../connection/remote-url.ts';
import { remotesOf } from '../../workspace/remotes.ts';
import { requireTrust } from '../../workspace/trust.ts';
import type { Window } from '../window.ts';

type Parts = Pick<Window, 'connection' | 'repositories' | 'windowSession'>;

/**
 * Adds the repository of a folder to the service elsewhere by the address of its remote, and scans it there.
 * @param args the URI of the folder; it is asked for where several could be meant
 * @throws Failure
 */
export async function addRepository(
  { connection, repositories, windowSession }: Parts,
  [given]: readonly unknown[],
): Promise<void> {
  requireTrust(vscode.l10n.t('This workspace is not trusted, so its repository is not added.'));
  const folder = await whichFolder(repositories.folders, given);
  if (!folder) return;
  const remote = await whichRemote(folder);
  if (remote === undefined) return;
  const uri = folder.uri.toString();
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Adding {0} to the service', folder.name),
      cancellable: true,
    },
    async (_progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      await connection.use(stop.signal, (api) => api.repository.addByUrl(remote, stop.signal), uri);
    },
  );
  await windowSession.load();
  await windowSession.scan({ only: new Set([uri]) });
}

async function whichFolder(
  folders: readonly vscode.WorkspaceFolder[],
  given: unknown,
): Promise<vscode.WorkspaceFolder | undefined> {
  const named = folders.find(({ uri }) => uri.toString() === given);
  const [only, ...others] = folders;
  if (named || !only) return named;
  if (others.length === 0) return only;
  const items = folders.map((folder) => ({ label: folder.name, folder }));
  return (
    await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('The folder whose repository is added to the service'),
    })
  )?.folder;
}

async function whichRemote({ name, uri }: vscode.WorkspaceFolder): Promise<string | undefined> {
  const known = await remotesOf(uri.fsPath, new AbortController().signal);
  const remotes = known.kind === 'repository' ? known.remotes : [];
  const [only, ...others] = remotes;
  if (only === undefined)
    throw new Failure({
      what: vscode.l10n.t('The repository of {0} has no remote that a service could fetch.', name),
      advice: vscode.l10n.t('Add the remote, or use the service on this machine.'),
    });
  if (others.length === 0) return only;
  const items = remotes.map((remote) => ({ label: withoutCredentials(remote), remote }));
  return (
    await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('The remote that the service fetches {0} from', name),
    })
  )?.remote;
}
