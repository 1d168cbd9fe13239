import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { installBrowser, type OpenBrowser } from '../../scripts/host/browser.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { OUT, ROOT } from '../../scripts/paths.ts';
import type { DetailsView, FromPage, ToPage } from '../../src/views/details/messages.ts';
import { pageDocument } from '../../src/views/page-document.ts';
import { openPicturedBrowser } from './failure-pictures.ts';

/** The details page as built, in a browser, in the document that it really comes in, with a scripted extension. */
export interface DetailsPage {
  readonly page: Page;
  /** What the page complained of: refused by its policy, or thrown. */
  readonly complaints: readonly string[];
  /** Opens the page anew, with an issue in its document. */
  open(issue: DetailsView): Promise<void>;
  /** As from the extension. */
  say(message: ToPage): Promise<void>;
  /** What the page told the extension since it was opened. */
  heard(): Promise<readonly FromPage[]>;
  /** Waits until an expression of the page's holds. */
  until(expression: string): Promise<void>;
  wear(theme: keyof typeof themes): Promise<void>;
  shot(name: string): Promise<void>;
  close(): Promise<void>;
}

const patienceMs = 10_000;
const nonce = 'bm9uY2U';
const types: Readonly<Record<string, string>> = { css: 'text/css', ttf: 'font/ttf' };

/** The editor's half, in the page: what is posted is kept, and so is the state. */
const editor = `
  window.detailsSent = [];
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.detailsSent.push(structuredClone(message)),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
  });`;

/** What the page takes from a theme, in three of them; the tests in a window show the editor's own. */
const themes = {
  light: [
    ...['editor-foreground:#3b3b3b', 'editor-background:#ffffff', 'descriptionForeground:#6b6b6b'],
    ...['panel-border:#e5e5e5', 'badge-background:#cccccc', 'badge-foreground:#3b3b3b'],
    ...['textLink-foreground:#005fb8', 'editorError-foreground:#e51400', 'editorWarning-foreground:#bf8803'],
    ...['list-inactiveSelectionBackground:#e4e6f1', 'focusBorder:#005fb8', 'input-background:#ffffff'],
    ...['button-background:#005fb8', 'button-foreground:#ffffff', 'input-border:#cecece'],
    ...['button-secondaryBackground:#e5e5e5', 'button-secondaryForeground:#3b3b3b'],
  ],
  dark: [
    ...['editor-foreground:#cccccc', 'editor-background:#1f1f1f', 'descriptionForeground:#9d9d9d'],
    ...['panel-border:#2b2b2b', 'badge-background:#616161', 'badge-foreground:#f8f8f8'],
    ...['textLink-foreground:#4daafc', 'editorError-foreground:#f14c4c', 'editorWarning-foreground:#cca700'],
    ...['list-inactiveSelectionBackground:#37373d', 'focusBorder:#0078d4', 'input-background:#313131'],
    ...['button-background:#0078d4', 'button-foreground:#ffffff', 'input-border:#3c3c3c'],
    ...['button-secondaryBackground:#313131', 'button-secondaryForeground:#cccccc'],
  ],
  contrast: [
    ...['editor-foreground:#ffffff', 'editor-background:#000000', 'descriptionForeground:#ffffff'],
    ...['contrastBorder:#6fc3df', 'contrastActiveBorder:#f38518', 'badge-background:#000000'],
    ...['badge-foreground:#ffffff', 'textLink-foreground:#21a6ff', 'editorError-foreground:#f48771'],
    ...['editorWarning-foreground:#ffd370', 'focusBorder:#f38518', 'input-background:#000000'],
    ...['button-foreground:#ffffff', 'button-border:#6fc3df', 'input-border:#6fc3df'],
    ...[
      'button-background:#000000',
      'button-secondaryBackground:#000000',
      'button-secondaryForeground:#ffffff',
    ],
  ],
} as const;

export async function openDetailsPage(): Promise<DetailsPage> {
  const files = path.join(ROOT, 'dist', 'webviews');
  const read = (file: string) => readFile(path.join(files, file), 'utf8');
  const bundle = { script: await read('details.js'), style: await read('details.css') };
  let first: ToPage | undefined;
  const server = await serve(files, () =>
    pageDocument(
      { language: 'en', source: "'self'", addressOf: (file) => `/${file}`, nonce },
      { name: 'details', title: 'Issue details', bundle, first },
    ),
  );
  const home = await temporaryFolder();
  let browser: OpenBrowser | undefined;
  const close = async () => {
    await browser?.close();
    await new Promise((resolve) => server.close(resolve));
    await removeFolder(home);
  };
  try {
    browser = await openPicturedBrowser(await installBrowser(console.log), path.join(home, 'browser'));
  } catch (error) {
    await close();
    throw error;
  }
  const { page } = browser;
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript({ content: editor });
  await page.setViewportSize({ width: 700, height: 900 });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let worn: keyof typeof themes = 'light';
  const wear = async (theme: keyof typeof themes) => {
    worn = theme;
    const variables = themes[theme].map((one) => `--vscode-${one}`).join(';');
    const fonts =
      '--vscode-font-size:13px;--vscode-font-family:sans-serif;--vscode-editor-font-family:monospace';
    const kind = theme === 'contrast' ? 'vscode-high-contrast' : `vscode-${theme}`;
    await page.evaluate(
      `document.documentElement.style.cssText = ${JSON.stringify(`${variables};${fonts};background:var(--vscode-editor-background)`)};
       document.body.className = ${JSON.stringify(kind)};`,
    );
  };
  return {
    ...{ page, complaints, wear, close },
    async open(issue) {
      first = issueMessage(issue);
      await page.goto(address);
      await wear(worn);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    async say(message) {
      await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
      await page.evaluate(
        'new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))',
      );
    },
    heard: () => page.evaluate<FromPage[]>('window.detailsSent'),
    async until(expression) {
      // Asked again and again: what waits in the page evaluates text there, which its policy refuses.
      for (const end = Date.now() + patienceMs; Date.now() < end; await page.waitForTimeout(20)) {
        if (await page.evaluate<boolean>(expression)) return;
      }
      throw new Error(`It does not come to be that ${expression}.`);
    },
    async shot(name) {
      await page.screenshot({ path: path.join(OUT, 'shots', `${name}.png`) });
    },
  };
}

export function issueMessage(issue: DetailsView): Extract<ToPage, { type: 'issue' }> {
  const state = { issueId: issue.id, folder: 'file:///project' };
  return { type: 'issue', issue, position: null, state, translations: null };
}

async function serve(files: string, html: () => string): Promise<Server> {
  const server = createServer((request, response) => {
    const name = path.basename((request.url ?? '/').split('?')[0] ?? '');
    if (name === '') {
      response.setHeader('content-type', 'text/html').end(html());
      return;
    }
    readFile(path.join(files, name)).then(
      (bytes) => response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? '').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
