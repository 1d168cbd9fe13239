import * as vscode from 'vscode';
import type { Connection } from '../connection/connection.ts';
import { Failure } from '../connection/failure.ts';
import { type FolderRemotes, remotesOf } from './remotes.ts';
import { requireTrust } from './trust.ts';

const chooseCommand = 'parapet.chooseOrganization';

/** A workspace folder and the repository that the service knows it as. */
export interface FolderRepository {
  readonly folder: vscode.WorkspaceFolder;
  readonly repositoryId: string;
  /** Path of the folder in the repository, with `/` at its end: the service's paths begin with it. */
  readonly prefix: string;
}

/** A folder that the service does not know, and why. */
export interface FolderLeftOut {
  readonly folder: vscode.WorkspaceFolder;
  readonly failure: Failure;
}

/** Which repository of the service each workspace folder is. */
export class Repositories {
  readonly #connection: Connection;
  readonly #log: (message: string) => void;
  #leftOut: readonly FolderLeftOut[] = [];

  constructor(connection: Connection, log: (message: string) => void) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Folders that can be scanned: those on a disk. */
  get folders(): readonly vscode.WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  }

  /** Folders that another extension provides: their files can be submitted, but not read from a disk. */
  get virtualFolders(): readonly vscode.WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file');
  }

  /** Folders that were left out when the service was last asked, while it knew others. */
  get leftOut(): readonly FolderLeftOut[] {
    return this.#leftOut;
  }

  /**
   * The repositories of all folders; to the service on this machine, folders it does not know are added.
   * This is the one way by which a folder of the window reaches a service, so trust is asked for here.
   * @throws Failure when the workspace is not trusted, or the service knows no folder; of several, those that it does not
   * know are left out
   */
  async ofFolders(signal: AbortSignal): Promise<readonly FolderRepository[]> {
    requireTrust(
      vscode.l10n.t('This workspace is not trusted, so its folders are not given to the service.'),
    );
    const found: FolderRepository[] = [];
    const leftOut: FolderLeftOut[] = [];
    for (const folder of this.folders) {
      const repository = await this.#ofFolder(folder, signal);
      if (!(repository instanceof Failure)) {
        found.push({ folder, ...repository });
        continue;
      }
      this.#log(`${folder.name} is left out: ${repository.sentence}`);
      leftOut.push({ folder, failure: repository });
    }
    const [first] = leftOut;
    this.#leftOut = found.length === 0 ? [] : leftOut;
    if (first && found.length === 0) throw first.failure;
    return found;
  }

  /** @returns why the folder is no repository of the service, where that is so */
  async #ofFolder(
    folder: vscode.WorkspaceFolder,
    signal: AbortSignal,
  ): Promise<Pick<FolderRepository, 'repositoryId' | 'prefix'> | Failure> {
    const uri = folder.uri.toString();
    if (!this.#connection.remote) {
      const { id } = await this.#connection.use(
        signal,
        (api) => api.addLocalRepository(folder.uri.fsPath, folder.name, signal),
        uri,
      );
      return { repositoryId: id, prefix: '' };
    }
    const known = await remotesOf(folder.uri.fsPath, signal);
    if (known.kind !== 'repository' || known.remotes.length === 0) return withoutRemote(folder, known);
    try {
      return await this.#connection.use(
        signal,
        async (api, remote) => {
          const repository = await api.repositoryOfRemotes(known.remotes, signal);
          if (repository) return { repositoryId: repository.id, prefix: known.prefix };
          const isOneOfSeveral = (remote?.organizations.length ?? 0) > 1;
          return notThere(folder, isOneOfSeveral ? remote?.of(uri).organization : undefined);
        },
        uri,
      );
    } catch (error) {
      if (error instanceof Failure && isOfFolder(error)) return error;
      throw error;
    }
  }
}

/** Whether it is about the folder's organization, so that other folders may do better. */
function isOfFolder({ text, cause }: Failure): boolean {
  const isForbidden = cause instanceof Error && 'kind' in cause && cause.kind === 'forbidden';
  return isForbidden || (text.actions ?? []).some(({ command }) => command === chooseCommand);
}

function withoutRemote({ name }: vscode.WorkspaceFolder, { kind }: FolderRemotes): Failure {
  const local = vscode.l10n.t('Or use the service on this machine.');
  switch (kind) {
    case 'noGit':
      return new Failure({
        what: vscode.l10n.t(
          'Git is not installed, or not on the path, so nobody knows which repository {0} is.',
          name,
        ),
        advice: `${vscode.l10n.t('Install it, and reload the window.')} ${local}`,
      });
    case 'noRepository':
      return new Failure({
        what: vscode.l10n.t('The folder {0} is in no git repository, so the service cannot know it.', name),
        advice: vscode.l10n.t(
          'Open a clone of a repository that it knows, or use the service on this machine.',
        ),
      });
    case 'repository':
      return new Failure({
        what: vscode.l10n.t('The repository of {0} has no remote, so the service cannot know it.', name),
        advice: vscode.l10n.t('Add the remote, or use the service on this machine.'),
      });
  }
}

/** @param organization the one that was asked, where the token has several */
function notThere({ name, uri }: vscode.WorkspaceFolder, organization: string | undefined): Failure {
  const add = {
    title: vscode.l10n.t('Add and Scan It There'),
    command: 'parapet.addRepository',
    args: [uri.toString()],
  };
  if (organization === undefined) {
    return new Failure({
      what: vscode.l10n.t('The service has no repository with a remote of {0}, or you may not see it.', name),
      advice: vscode.l10n.t('Add the repository there, or use the service on this machine.'),
      actions: [add],
    });
  }
  const title = vscode.l10n.t('Choose the Organization…');
  return new Failure({
    what: vscode.l10n.t(
      'The organization {0} has no repository with a remote of {1}, or you may not see it.',
      organization,
      name,
    ),
    advice: vscode.l10n.t(
      'Add the repository there, choose another organization, or use the service on this machine.',
    ),
    actions: [{ title, command: chooseCommand, args: [uri.toString()] }, add],
  });
}
