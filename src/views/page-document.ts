/** A page of ours: `dist/webviews/<name>.{js,css}`. */
export interface PageOptions {
  readonly name: string;
  readonly title: string;
  /**
   * The bundle's texts, which are then part of the document: nothing is fetched before the first paint. The editor
   * shows a page once all is there that the page names, so such a page names its icons later by itself (`data-icons`).
   */
  readonly bundle?: PageBundle | undefined;
  /** A message that the page finds in itself when it begins, as if it were sent (`firstMessage` in the page). */
  readonly first?: unknown;
}

export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** Where a document is shown. */
export interface PagePlace {
  /** The display language, as `html` names it. */
  readonly language: string;
  /** What the policy calls our own files. */
  readonly source: string;
  /** The address of a file of the webview bundles. */
  readonly addressOf: (file: string) => string;
  readonly nonce: string;
}

/**
 * The document of a page. Scripts run by nonce only, styles come from our own files only, and nothing is loaded from
 * anywhere else.
 */
export function pageDocument(
  { language, source, addressOf, nonce }: PagePlace,
  { name, title, bundle, first }: PageOptions,
): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
  ].join('; ');
  const icons = addressOf('codicon.css');
  const style = bundle
    ? `<style nonce="${nonce}">${withoutEnd(bundle.style)}</style>`
    : `<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${icons}">
<link rel="stylesheet" href="${addressOf(`${name}.css`)}">`;
  const message =
    first === undefined
      ? ''
      : `<script type="application/json" id="first-message">${JSON.stringify(first).replaceAll('<', '\\u003c')}</script>`;
  const script = bundle
    ? `<script nonce="${nonce}">${withoutEnd(bundle.script)}</script>`
    : `<script nonce="${nonce}" src="${addressOf(`${name}.js`)}"></script>`;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${style}
<title>${title}</title>
</head>
<body data-icons="${icons}">
<div id="app"></div>
${message}
${script}
</body>
</html>`;
}

/** Text that ends no element: our own bundles, which esbuild has already seen to. */
const withoutEnd = (text: string): string => text.replaceAll(/<(?=\/(?:script|style))/gi, '<\\');
