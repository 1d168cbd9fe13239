import * as vscode from 'vscode';
import type { DependencyApi } from '../../connection/dependency-api.ts';
import { Failure, isCancellation } from '../../connection/failure.ts';
import type { InventoryApi } from '../../connection/inventory-api.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { SessionFolder } from '../scan-activity.ts';
import type { Session } from '../session.ts';

/** What exports and imports of documents are given of their window. */
export interface DocumentParts {
  readonly session: Pick<Session, 'latest'>;
  readonly store: Pick<IssueStore, 'get' | 'upsert'>;
  /** The extension's version. */
  readonly version: string;
  /** Asks in the organization of a folder. */
  readonly use: <T>(
    signal: AbortSignal,
    work: (apis: { readonly dependencies: DependencyApi; readonly inventory: InventoryApi }) => Promise<T>,
    folder: string,
  ) => Promise<T>;
}

/** Asks which of the folders that were scanned a document is about; of one folder nothing is asked. */
export async function askFolder({ session }: DocumentParts): Promise<SessionFolder | undefined> {
  const folders = session.latest.map(({ folder }) => folder);
  if (folders.length === 0)
    throw new Failure({
      what: vscode.l10n.t('The packages of this workspace are not known yet.'),
      advice: vscode.l10n.t('Scan the workspace first.'),
    });
  if (folders.length === 1) return folders[0];
  const picked = await vscode.window.showQuickPick(
    folders.map((folder) => ({ label: folder.name, folder })),
    { title: vscode.l10n.t('Which folder is the document about?') },
  );
  return picked?.folder;
}

/** Does what takes a while, with a notification to cancel it. @returns undefined once it is cancelled */
export async function withCancel<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const stop = new AbortController();
  try {
    return await vscode.window.withProgress(options, async (_progress, token) => {
      token.onCancellationRequested(() => stop.abort());
      return await work(stop.signal);
    });
  } catch (error) {
    if (isCancellation(error) || stop.signal.aborted) return undefined;
    throw error;
  }
}

/** Asks where to write; in a remote window that is a file of the remote machine. */
export async function askTarget(
  title: string,
  folder: SessionFolder,
  name: string,
): Promise<vscode.Uri | undefined> {
  return await vscode.window.showSaveDialog({
    title,
    saveLabel: vscode.l10n.t('Export'),
    filters: { JSON: ['json'] },
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(folder.uri), name),
  });
}

/** Writes a document as JSON and offers to open it. */
export async function saveDocument(
  target: vscode.Uri,
  document: Readonly<Record<string, unknown>>,
): Promise<void> {
  await vscode.workspace.fs.writeFile(target, Buffer.from(`${JSON.stringify(document, undefined, 2)}\n`));
  // Not awaited: whoever ran the command need not wait until the message is read.
  void offerToOpen(target);
}

async function offerToOpen(target: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open');
  const text = vscode.l10n.t('Exported to {0}.', vscode.workspace.asRelativePath(target));
  if ((await vscode.window.showInformationMessage(text, open)) === open)
    await vscode.commands.executeCommand('vscode.open', target);
}
