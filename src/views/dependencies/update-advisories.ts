import * as vscode from 'vscode';
import type { AdvisoryJob, AdvisorySet } from '../../api/contract/advisories.ts';
import type { AdvisoryApi } from '../../connection/dependency-api.ts';
import { Failure, isCancellation } from '../../connection/failure.ts';
import { setText } from './advisory-text.ts';

/** What the command is given of its window. */
export interface AdvisoryParts {
  readonly use: <T>(signal: AbortSignal, work: (api: AdvisoryApi) => Promise<T>) => Promise<T>;
  /** Whether the service is on this machine, so that it can read what is chosen here. */
  readonly isLocal: () => boolean;
}

type Job = AsyncGenerator<AdvisoryJob, AdvisoryJob>;
type Choice = 'download' | 'mirror' | 'archive' | 'folder' | 'remove';
interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice?: Choice;
}

/**
 * Asks where to get advisories from, and gets them.
 * @param isDownload nothing is asked: OSV's are downloaded
 * @throws Failure where none could be had
 */
export async function updateAdvisories(parts: AdvisoryParts, isDownload: boolean): Promise<void> {
  if (isDownload) return await download(parts);
  const { signal } = new AbortController();
  const sets = await parts.use(signal, (api) => api.sets(signal));
  const picked = await vscode.window.showQuickPick(itemsFor(sets, parts.isLocal()), {
    title: vscode.l10n.t('Update Advisories'),
    placeHolder: sets.map(setText).join(' · '),
  });
  switch (picked?.choice) {
    case 'download':
      return await download(parts);
    case 'mirror': {
      const from = await askAddress();
      return from === undefined ? undefined : await download(parts, from);
    }
    case 'archive':
    case 'folder': {
      const path = await askPath(picked.choice);
      return path === undefined ? undefined : await run(parts, (api, stop) => api.import(path, stop));
    }
    case 'remove':
      return await removeSet(parts, sets);
    case undefined:
      return;
  }
}

/** Downloads advisories of the ecosystems that the service knows packages of. @param from a mirror; OSV when omitted */
async function download(parts: AdvisoryParts, from?: string): Promise<void> {
  await run(parts, (api, signal) => api.update(from, signal));
}

function itemsFor(sets: readonly AdvisorySet[], isLocal: boolean): ChoiceItem[] {
  const importing: ChoiceItem[] = [
    {
      choice: 'archive',
      label: vscode.l10n.t('Import an Archive…'),
      detail: vscode.l10n.t('all.zip of an ecosystem, or another ZIP archive of OSV records'),
    },
    {
      choice: 'folder',
      label: vscode.l10n.t('Import a Folder…'),
      detail: vscode.l10n.t('A folder of OSV records as JSON or YAML'),
    },
  ];
  return [
    {
      choice: 'download',
      label: vscode.l10n.t('Download from OSV'),
      detail: vscode.l10n.t(
        'The public database, for the ecosystems of your packages. It is sent the names of these ecosystems alone.',
      ),
    },
    {
      choice: 'mirror',
      label: vscode.l10n.t('Download from a Mirror…'),
      detail: vscode.l10n.t('An address that serves ECOSYSTEM/all.zip, as OSV does'),
    },
    ...(isLocal ? importing : []),
    ...(sets.some(isRemovable)
      ? [{ choice: 'remove' as const, label: vscode.l10n.t('Remove Advisories…') }]
      : []),
  ];
}

/** What comes with the service stays. */
const isRemovable = ({ id }: AdvisorySet): boolean => id !== 'parapet';

async function askAddress(): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title: vscode.l10n.t('Download from a Mirror'),
    prompt: vscode.l10n.t('The address below which the archives are'),
    placeHolder: 'https://mirror.example.com/osv',
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^https?:\/\/[^/\s]/.test(text.trim())
        ? undefined
        : vscode.l10n.t('Enter an address that begins with https://.'),
  });
}

async function askPath(kind: 'archive' | 'folder'): Promise<string | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: kind === 'archive' ? vscode.l10n.t('Import an Archive') : vscode.l10n.t('Import a Folder'),
      openLabel: vscode.l10n.t('Import'),
      canSelectFiles: kind === 'archive',
      canSelectFolders: kind === 'folder',
      ...(kind === 'archive' && { filters: { ZIP: ['zip'] } }),
    })) ?? [];
  return chosen?.fsPath;
}

async function removeSet(parts: AdvisoryParts, sets: readonly AdvisorySet[]): Promise<void> {
  const items = sets.filter(isRemovable).map((set) => ({ label: set.title, description: setText(set), set }));
  const title = vscode.l10n.t('Remove Advisories');
  const picked = await vscode.window.showQuickPick(items, { title });
  if (!picked) return;
  const { signal } = new AbortController();
  await parts.use(signal, (api) => api.remove(picked.set.id, signal));
}

async function run(
  parts: AdvisoryParts,
  begin: (api: AdvisoryApi, signal: AbortSignal) => Job,
): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Updating advisories'),
    cancellable: true,
  };
  let job: AdvisoryJob;
  try {
    job = await vscode.window.withProgress(options, async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      return await parts.use(stop.signal, async (api) => {
        const states = begin(api, stop.signal);
        for (;;) {
          const { done, value } = await states.next();
          if (done) return value;
          progress.report({ message: progressText(value) });
        }
      });
    });
  } catch (error) {
    if (isCancellation(error)) return;
    throw error;
  }
  const failures = job.steps.flatMap(({ title, errorMessage }) =>
    errorMessage === undefined ? [] : [`${title}: ${errorMessage}`],
  );
  if (job.status === 'FAILED')
    throw new Failure({
      what: vscode.l10n.t('No advisories were imported. {0}', failures.join(' ')),
      kept: vscode.l10n.t('Those that were there before are kept.'),
    });
  if (job.status === 'COMPLETED') void tellDone(job, failures);
}

function progressText({ steps }: AdvisoryJob): string {
  const at = steps.find(({ phase }) => phase === 'DOWNLOADING' || phase === 'IMPORTING');
  if (!at) return '';
  if (at.phase === 'DOWNLOADING')
    return vscode.l10n.t('{0}: {1} MB downloaded', at.title, Math.round((at.bytes ?? 0) / 1_000_000));
  return vscode.l10n.t('{0}: {1} records read', at.title, (at.records ?? 0).toLocaleString());
}

async function tellDone({ steps }: AdvisoryJob, failures: readonly string[]): Promise<void> {
  const done = steps.flatMap(({ title, advisories }) =>
    advisories === undefined ? [] : [`${title} ${advisories.toLocaleString()}`],
  );
  const scan = vscode.l10n.t('Scan Workspace');
  const text = vscode.l10n.t(
    'Advisories were imported: {0}. The next scan matches with them.',
    done.join(', '),
  );
  const chosen =
    failures.length === 0
      ? await vscode.window.showInformationMessage(text, scan)
      : await vscode.window.showWarningMessage([text, ...failures].join(' '), scan);
  if (chosen === scan) await vscode.commands.executeCommand('parapet.scanWorkspace');
}
