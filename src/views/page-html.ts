import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type PageBundle, type PageOptions, pageDocument } from './page-document.ts';

/**
 * Reads a page's bundle, from the disk: the editor's own file system answers when its window has time.
 * @returns undefined where it cannot be read: the page then fetches it
 */
export async function readBundle(root: vscode.Uri, name: string): Promise<PageBundle | undefined> {
  const read = (file: string) => readFile(path.join(root.fsPath, file), 'utf8');
  try {
    const [script, style] = await Promise.all([read(`${name}.js`), read(`${name}.css`)]);
    return { script, style };
  } catch {
    return undefined;
  }
}

/**
 * The document of a webview.
 * @param root the folder of the webview bundles
 */
export function pageHtml(
  webview: vscode.Webview,
  root: vscode.Uri,
  nonce: string,
  options: PageOptions,
): string {
  const place = {
    language: vscode.env.language,
    source: webview.cspSource,
    addressOf: (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString(),
    nonce,
  };
  return pageDocument(place, options);
}
