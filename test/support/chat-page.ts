import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { installBrowser, type OpenBrowser } from '../../scripts/host/browser.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { OUT, ROOT } from '../../scripts/paths.ts';
import type { ConversationView, FromPage, MessageView, ToPage } from '../../src/views/chat/messages.ts';
import { openPicturedBrowser } from './failure-pictures.ts';

/** The chat's page as built, in a browser, with a scripted extension on the other side and the policy it really has. */
export interface ChatPage {
  readonly page: Page;
  /** Everything that the page asked its server for. */
  readonly requests: readonly string[];
  /** What the page complained of: refused by its policy, or thrown. */
  readonly complaints: readonly string[];
  /** As from the extension. */
  say(...messages: readonly ToPage[]): Promise<void>;
  /** What the page told the extension so far. */
  heard(): Promise<readonly FromPage[]>;
  /** Waits for a message of a kind, the first after those that were taken. */
  next<T extends FromPage['type']>(type: T): Promise<Extract<FromPage, { type: T }>>;
  /** Waits until what was said or done is drawn. */
  settled(): Promise<void>;
  /** Loads the page anew, with what the editor keeps of it. */
  reload(): Promise<void>;
  shot(name: string): Promise<void>;
  close(): Promise<void>;
}

const patienceMs = 10_000;
const nonce = 'bm9uY2U';
const policy = [
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  "style-src 'self'",
  "font-src 'self'",
].join('; ');
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

/** The editor's half, in the page: what is posted is kept, what is said is posted to the window. */
const editor = `
  const sent = [];
  window.chatSent = sent;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => sent.push(structuredClone(message)),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
  });`;

const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="/codicon.css"><link rel="stylesheet" href="/chat.css"></head>
<body><div id="app"></div><script nonce="${nonce}">${editor}</script>
<script nonce="${nonce}" src="/chat.js"></script></body></html>`;

/** @param files the folder of the built page */
export async function openChatPage(files = path.join(ROOT, 'dist', 'webviews')): Promise<ChatPage> {
  const requests: string[] = [];
  const complaints: string[] = [];
  const server = await serve(files, requests);
  const home = await temporaryFolder();
  const chromium = await installBrowser(console.log);
  let browser: OpenBrowser | undefined;
  const close = async () => {
    await browser?.close();
    await new Promise((resolve) => server.close(resolve));
    await removeFolder(home);
  };
  try {
    browser = await openPicturedBrowser(chromium, path.join(home, 'browser'));
  } catch (error) {
    await close();
    throw error;
  }
  const { page } = browser;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.setViewportSize({ width: 420, height: 800 });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let taken = 0;
  const heard = async () => await page.evaluate<FromPage[]>('window.chatSent');
  const settled = async () => {
    await page.evaluate(
      'new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))',
    );
  };
  const say = async (...messages: readonly ToPage[]) => {
    await page.evaluate(`for (const one of ${JSON.stringify(messages)}) window.postMessage(one, '*')`);
    await settled();
  };
  const reload = async () => {
    taken = 0;
    await page.goto(address);
    while ((await heard()).length === 0) await page.waitForTimeout(10);
    await say({ type: 'begin', translations: null, sendWith: 'enter', isMac: false });
  };
  await reload();
  return {
    ...{ page, requests, complaints, say, heard, settled, reload, close },
    async next(type) {
      // Asked again and again: what waits in the page evaluates text there, which its policy refuses.
      for (const end = Date.now() + patienceMs; Date.now() < end; await page.waitForTimeout(20)) {
        const all = await heard();
        while (taken < all.length) {
          const one = all[taken];
          taken += 1;
          if (isOf(one, type)) return one;
        }
      }
      throw new Error(`The page did not say “${type}” within ${patienceMs / 1_000} s.`);
    },
    async shot(name) {
      await page.screenshot({ path: path.join(OUT, 'shots', `${name}.png`) });
    },
  };
}

function isOf<T extends FromPage['type']>(
  message: FromPage | undefined,
  type: T,
): message is Extract<FromPage, { type: T }> {
  return message?.type === type;
}

async function serve(files: string, requests: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    requests.push(request.url ?? '');
    if (name === '') {
      response.setHeader('content-type', 'text/html').end(html);
      return;
    }
    const file = name.split('?')[0] ?? '';
    readFile(path.join(files, path.basename(file))).then(
      (bytes) => response.setHeader('content-type', types[file.split('.').at(-1) ?? ''] ?? '').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const at = '2026-11-21T10:00:00.000Z';

export const conversation: ConversationView = {
  ...{ id: 'c1', title: 'What should I fix first?', preview: '', repository: 'shop' },
  ...{ isArchived: false, isBusy: false, issueId: null, updatedAt: at, messageCount: 2 },
  source: 'manual',
};

export const ready: Extract<ToPage, { type: 'service' }> = {
  type: 'service',
  service: {
    ...{ state: 'ready', message: '', actions: [], repositories: [{ id: 'r1', name: 'shop' }] },
    ...{
      repositoryId: 'r1',
      analyst: { kind: 'deterministic', model: '', asks: null },
      canConnectModel: true,
    },
  },
};

export function message(id: string, role: MessageView['role'], ...parts: MessageView['parts']): MessageView {
  return { id, jobId: 'j1', role, state: 'complete', at, parts, chips: [] };
}

export function text(words: string): MessageView['parts'][number] {
  return { type: 'text', text: words };
}

export function opened(messages: MessageView[], hasEarlier = false): Extract<ToPage, { type: 'opened' }> {
  return { type: 'opened', conversation, messages, jobs: [], hasEarlier };
}
