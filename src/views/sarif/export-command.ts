import * as vscode from 'vscode';
import type { Issue } from '../../api/contract/issue.ts';
import { Failure, isCancellation } from '../../connection/failure.ts';
import type { IssueDetails } from '../issues/issue-details.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import type { Exported } from './export-log.ts';

export interface ExportParts {
  readonly store: IssueStore;
  readonly details: IssueDetails;
  readonly version: string;
}

/** Details asked for at the same time. */
const parallel = 6;

/**
 * Writes issues into a SARIF file that the user chooses, and offers to open it.
 * @param ids those that the tree shows, or those that are selected
 * @param target where to write, when that is known already
 */
export async function exportSarif(
  { store, details, version }: ExportParts,
  ids: readonly string[],
  target?: vscode.Uri,
): Promise<void> {
  const known = ids.flatMap((id) => store.get(id) ?? []);
  if (known.length === 0)
    throw new Failure({
      what: vscode.l10n.t('There is no issue to export: the tree shows none.'),
      advice: vscode.l10n.t('Scan the workspace, or clear the filter.'),
    });
  const uri = target ?? (await askWhere(known.length));
  if (!uri) return;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Exporting {0} issues as SARIF', known.length),
    cancellable: true,
  };
  const exported = await vscode.window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    return await inFull(known, details, stop.signal, (part) => progress.report({ increment: part * 100 }));
  });
  // Loaded with the first export: it brings the contract's schemas.
  const { exportLog } = await import('./export-log.ts');
  const log = exportLog(exported, store.all(), version);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(`${JSON.stringify(log, undefined, 2)}\n`));
  void offerToOpen(uri, known.length);
}

async function askWhere(count: number): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return await vscode.window.showSaveDialog({
    title:
      count === 1
        ? vscode.l10n.t('Export 1 issue as SARIF')
        : vscode.l10n.t('Export {0} issues as SARIF', count),
    saveLabel: vscode.l10n.t('Export'),
    filters: { SARIF: ['sarif'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'parapet.sarif') }),
  });
}

/** Each issue with its code flows; one that is gone meanwhile is exported as it is known here. */
async function inFull(
  known: readonly KnownIssue[],
  details: IssueDetails,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<readonly Exported[]> {
  const exported: Exported[] = [];
  let next = 0;
  const work = async () => {
    for (;;) {
      const index = next++;
      const one = known[index];
      if (!one) return;
      signal.throwIfAborted();
      exported[index] = { known: one, detail: await detailOf(one, details, signal) };
      onProgress(1 / known.length);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return exported;
}

async function detailOf(
  { issue }: KnownIssue,
  details: IssueDetails,
  signal: AbortSignal,
): Promise<Issue | undefined> {
  try {
    return await details.get(issue.id, signal);
  } catch (error) {
    if (isCancellation(error) || signal.aborted || error instanceof Failure) throw error;
    return undefined;
  }
}

async function offerToOpen(uri: vscode.Uri, count: number): Promise<void> {
  const open = vscode.l10n.t('Open');
  const text =
    count === 1
      ? vscode.l10n.t('1 issue was exported to {0}.', vscode.workspace.asRelativePath(uri))
      : vscode.l10n.t('{0} issues were exported to {1}.', count, vscode.workspace.asRelativePath(uri));
  if ((await vscode.window.showInformationMessage(text, open)) === open)
    await vscode.commands.executeCommand('vscode.open', uri);
}
