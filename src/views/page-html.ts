import * as vscode from 'vscode';

/** A page of ours: `dist/webviews/<name>.{js,css}`. */
export interface PageOptions {
  readonly name: string;
  readonly title: string;
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
  { name, title }: PageOptions,
): string {
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${file('codicon.css')}">
<link rel="stylesheet" href="${file(`${name}.css`)}">
<title>${title}</title>
</head>
<body>
<div id="app"></div>
<script nonce="${nonce}" src="${file(`${name}.js`)}"></script>
</body>
</html>`;
}
