import * as vscode from 'vscode';
import type { CodeRange } from '../../workspace/positions/positions.ts';
import { fileKey, isStray, type KnownIssue, presentFile, strayPrefix } from './known-issue.ts';

/** From the contract's 1-based positions and relative paths to the editor's. */

/** The file that holds an issue's code, as it is called now. */
export function fileUri(known: Pick<KnownIssue, 'folder' | 'issue' | 'place'>): vscode.Uri {
  return uriOf(known.folder, presentFile(known));
}

/** Where a document in no workspace folder, such as an untitled one, stands among the issues. */
export function strayPlace(uri: vscode.Uri): { readonly folder: string; readonly file: string } {
  const file = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return { folder: `${strayPrefix}${uri.toString()}`, file: file === '' ? uri.scheme : file };
}

/** Where a workspace folder is in its repository, of those that are not its root: a service's paths begin there. */
const prefixes = new Map<string, string>();

/** @param prefix path of the folder in the repository, with `/` at its end */
export function setPrefix(folder: string, prefix: string): void {
  if (prefix === '') prefixes.delete(folder);
  else prefixes.set(folder, prefix);
}

export function uriOf(folder: string, file: string): vscode.Uri {
  if (isStray(folder)) return vscode.Uri.parse(folder.slice(strayPrefix.length));
  const up = (prefixes.get(folder) ?? '').split('/').filter((part) => part !== '');
  const parts = file.split('/').filter((part) => part !== '..');
  return vscode.Uri.joinPath(folderUri(folder), ...up.map(() => '..'), ...parts);
}

/** The folder that was asked for last: thousands of files are asked for in a row, and are mostly of one. */
let latestFolder: vscode.Uri | undefined;
let latestName: string | undefined;

function folderUri(folder: string): vscode.Uri {
  if (latestFolder === undefined || latestName !== folder) {
    latestFolder = vscode.Uri.parse(folder);
    latestName = folder;
  }
  return latestFolder;
}

/** The store's key of an open or changed file. */
export function keyOfUri(uri: vscode.Uri): string {
  const { folder, file } = placeOf(uri);
  return fileKey({ folder, issue: { file } });
}

/** The workspace folder of a file and its path in the folder's repository. */
export function placeOf(uri: vscode.Uri): { readonly folder: string; readonly file: string } {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return strayPlace(uri);
  const path = uri.path.slice(folder.uri.path.length).replace(/^\//, '');
  const name = folder.uri.toString();
  return { folder: name, file: `${prefixes.get(name) ?? ''}${path}` };
}

/**
 * Where code is shown: where some is already, else a column that does not show the details page, which it would cover.
 * Never "the active one": which that is may change before the editor is there.
 */
export function codeColumn(): vscode.ViewColumn {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  const shown = editors.find((editor) => editor?.viewColumn !== undefined)?.viewColumn;
  if (shown !== undefined) return shown;
  const { activeTabGroup, all } = vscode.window.tabGroups;
  return [activeTabGroup, ...all].find((group) => !showsPage(group))?.viewColumn ?? vscode.ViewColumn.Beside;
}

function showsPage({ activeTab }: vscode.TabGroup): boolean {
  const { input } = activeTab ?? {};
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith('parapet.details');
}

export function toRange(range: CodeRange): vscode.Range {
  return new vscode.Range(range.startLine - 1, range.startColumn - 1, range.endLine - 1, range.endColumn - 1);
}
