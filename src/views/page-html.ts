import * as vscode from 'vscode';

/** A page of ours: `dist/webviews/<name>.{js,css}`. */
export interface PageOptions {
  readonly name: string;
  readonly title: string;
  /** The bundle's texts, which are then part of the document: nothing is fetched before the first paint. */
  readonly bundle?: PageBundle | undefined;
  /** A message that the page finds in itself when it begins, as if it were sent (`firstMessage` in the page). */
  readonly first?: unknown;
}

export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** Reads a page's bundle. @returns undefined where it cannot be read: the page then fetches it */
export async function readBundle(root: vscode.Uri, name: string): Promise<PageBundle | undefined> {
  const read = async (file: string) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(root, file)));
  try {
    const [script, style] = await Promise.all([read(`${name}.js`), read(`${name}.css`)]);
    return { script, style };
  } catch {
    return undefined;
  }
}

/**
 * The document of a webview. Scripts run by nonce only, styles come from our own files only, and nothing is
 * loaded from anywhere else.
 * @param root the folder of the webview bundles
 */
export function pageHtml(
  webview: vscode.Webview,
  root: vscode.Uri,
  nonce: string,
  { name, title, bundle, first }: PageOptions,
): string {
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  // After the script, where that is at hand: what stands before it is waited for.
  const icons = `<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${file('codicon.css')}">`;
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${bundle ? `<style nonce="${nonce}">${withoutEnd(bundle.style)}</style>` : `${icons}\n<link rel="stylesheet" href="${file(`${name}.css`)}">`}
<title>${title}</title>
</head>
<body>
<div id="app"></div>
${first === undefined ? '' : `<script type="application/json" id="first-message">${JSON.stringify(first).replaceAll('<', '\\u003c')}</script>`}
${bundle ? `<script nonce="${nonce}">${withoutEnd(bundle.script)}</script>\n${icons}` : `<script nonce="${nonce}" src="${file(`${name}.js`)}"></script>`}
</body>
</html>`;
}

/** Text that ends no element: our own bundles, which esbuild has already seen to. */
const withoutEnd = (text: string): string => text.replaceAll(/<(?=\/(?:script|style))/gi, '<\\');
