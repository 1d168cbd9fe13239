import * as vscode from 'vscode';
import type { CodeRange } from '../../workspace/positions.ts';
import { fileKey, type KnownIssue } from './known-issue.ts';

/** From the contract's 1-based positions and relative paths to the editor's. */

export function fileUri(
  known: Pick<KnownIssue, 'folder'> & { readonly issue: { readonly file: string } },
): vscode.Uri {
  return uriOf(known.folder, known.issue.file);
}

export function uriOf(folder: string, file: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(folder), ...file.split('/').filter((part) => part !== '..'));
}

/** The store's key of an open or changed file, or undefined outside of the workspace folders. */
export function keyOfUri(uri: vscode.Uri): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return undefined;
  const file = uri.path.slice(folder.uri.path.length).replace(/^\//, '');
  return fileKey({ folder: folder.uri.toString(), issue: { file } });
}

/** Where code is shown already, so that a page in another column is not covered. */
export function codeColumn(otherwise: vscode.ViewColumn): vscode.ViewColumn {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  return editors.find((editor) => editor?.viewColumn !== undefined)?.viewColumn ?? otherwise;
}

export function toRange(range: CodeRange): vscode.Range {
  return new vscode.Range(range.startLine - 1, range.startColumn - 1, range.endLine - 1, range.endColumn - 1);
}
