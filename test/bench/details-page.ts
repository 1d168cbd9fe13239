import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTS, NEWEST_HOST } from '../../scripts/host/install.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { ROOT } from '../../scripts/paths.ts';
import { run } from '../../scripts/processes.ts';
import { openSession, type Session } from '../support/session.ts';

const rounds = 5;
const patienceMs = 15_000;

/** What is measured: a page of ours, or one that has a heading and nothing else. */
type Page = 'ours' | 'bare';
/** Whether the window had a page of an extension before, whether this page was open before, or is open, or hidden. */
type Situation = 'firstInWindow' | 'openedAgain' | 'behindAnotherTab' | 'anotherIssue';

/**
 * From a key press to the painted heading of a details page, beside a page without script or content that another
 * extension opens in the same window: the difference is what ours costs, the rest is the editor's. In VS Code in a browser.
 */
export async function bench(): Promise<Record<string, unknown>> {
  await run(process.execPath, ['esbuild.mjs'], { cwd: ROOT });
  const home = await temporaryFolder();
  try {
    const bare = path.join(home, 'bare');
    await writeBareExtension(bare);
    const session = await openSession({
      others: [bare],
      settings: { 'workbench.secondarySideBar.defaultVisibility': 'hidden' },
    });
    try {
      return { host: `VS Code ${HOSTS[NEWEST_HOST].vscode}`, rounds, ...(await measure(session)) };
    } finally {
      await session.close();
    }
  } finally {
    await removeFolder(home);
  }
}

async function measure(session: Session): Promise<Record<string, unknown>> {
  const times: Record<Situation, Record<Page, number[]>> = {
    firstInWindow: { ours: [], bare: [] },
    openedAgain: { ours: [], bare: [] },
    behindAnotherTab: { ours: [], bare: [] },
    anotherIssue: { ours: [], bare: [] },
  };
  session.workbench.page.setDefaultTimeout(120_000);
  const clock = await Clock.start(session);
  await session.reload(undefined, true);
  await session.workbench.openContainer('Parapet');
  await session.workbench.command('Parapet: Scan This Workspace');
  await one(session).waitFor();
  await session.workbench.statusBarItem('Parapet').locator('.codicon-sync').waitFor({ state: 'hidden' });
  for (let round = 0; round < rounds; round += 1) {
    for (const page of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      await freshWindow(session);
      times.firstInWindow[page].push(await clock.time(page, one));
      times.anotherIssue[page].push(await clock.time(page, other));
      await session.workbench.openFile('pom.xml');
      times.behindAnotherTab[page].push(await clock.time(page, one));
      await closeEditors(session);
      times.openedAgain[page].push(await clock.time(page, one));
      await closeEditors(session);
    }
  }
  const ours = (situation: Situation) => spread(times[situation].ours);
  const bare = (situation: Situation) => spread(times[situation].bare);
  return Object.fromEntries(
    (Object.keys(times) as Situation[]).map((situation) => [
      situation,
      {
        oursMs: ours(situation),
        bareMs: bare(situation),
        beyondBareMs: ours(situation).median - bare(situation).median,
      },
    ]),
  );
}

const one = ({ workbench }: Session) => workbench.treeRow(/SQL injection.*database\.ts/).first();
const other = ({ workbench }: Session) => workbench.treeRow(/OS command injection.*reports\.py/).first();

/** A window that shows the issues, and in which nothing goes on. */
async function freshWindow(session: Session): Promise<void> {
  await session.reload(undefined, true);
  await session.workbench.command('Parapet: Focus on Issues View');
  await one(session).waitFor();
  await session.workbench.statusBarItem('Parapet').locator('.codicon-sync').waitFor({ state: 'hidden' });
  await sleep(1_500);
}

async function closeEditors({ workbench }: Session): Promise<void> {
  await workbench.command('View: Close All Editors');
  await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'hidden' });
  await sleep(500);
}

interface Painted {
  readonly heading: string;
  readonly at: number;
}

/** Key presses as the window sees them, and headings as pages paint them, on the clock of the machine. */
class Clock {
  readonly #session: Session;
  readonly #painted: Painted[] = [];
  #pressed = Number.NaN;

  static async start(session: Session): Promise<Clock> {
    const clock = new Clock(session);
    const { page } = session.workbench;
    page.on('console', (message) => clock.#hear(message.text()));
    const watch = `(${WATCH})(${JSON.stringify(mark)})`;
    await page.addInitScript({ content: watch });
    // A frame of another process may have begun before the script was there for it.
    page.on('framenavigated', (frame) => {
      if (frame.url().includes('/webview/')) frame.evaluate(watch).catch(() => {});
    });
    return clock;
  }

  private constructor(session: Session) {
    this.#session = session;
  }

  /** @returns milliseconds from the key that asks for the page of a row to the frame in which its heading is painted */
  async time(page: Page, row: (session: Session) => ReturnType<typeof one>): Promise<number> {
    const { workbench } = this.#session;
    await row(this.#session).click();
    await workbench
      .tab(/database\.ts|reports\.py/.exec((await row(this.#session).textContent()) ?? '')?.[0] ?? '')
      .waitFor();
    // A window takes a key press for its own now and then.
    for (let tries = 0; tries < 3; tries += 1) {
      await workbench.command('Parapet: Focus on Issues View');
      await sleep(700);
      this.#painted.length = 0;
      this.#pressed = Number.NaN;
      await workbench.press(page === 'ours' ? 'Control+Enter' : bareKey);
      for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(20)) {
        const [first] = this.#painted;
        if (first && !Number.isNaN(this.#pressed)) return Math.round(first.at - this.#pressed);
      }
    }
    const key = Number.isNaN(this.#pressed) ? 'the window did not see the key' : 'the window saw the key';
    await this.#session.shot('bench-details');
    throw new Error(`The page (${page}) was not painted; ${key}.`);
  }

  #hear(text: string): void {
    if (!text.startsWith(mark)) return;
    const said = JSON.parse(text.slice(mark.length)) as { pressed?: number; heading?: string; at?: number };
    if (said.pressed !== undefined) this.#pressed = said.pressed;
    else if (said.heading && said.at !== undefined)
      this.#painted.push({ heading: said.heading, at: said.at });
  }
}

const mark = 'details-bench ';
const bareKey = 'Control+Alt+u';

/** Runs in every document of the window; a webview's own is the inner one of two. */
const WATCH = `(mark) => {
  // A frame keeps its global object from the empty document on that it begins with.
  const isPage = window !== window.top && location.pathname.includes('/webview/');
  if (globalThis.isWatched || !(isPage || window === window.top)) return;
  globalThis.isWatched = true;
  const now = () => performance.timeOrigin + performance.now();
  const say = (said) => console.debug(mark + JSON.stringify(said));
  if (window === window.top) {
    window.addEventListener('keydown', ({ key, ctrlKey }) => {
      if (ctrlKey && (key === 'Enter' || key === 'u')) say({ pressed: now() });
    }, true);
    return;
  }
  let shown = '';
  // Of a page behind another tab, what it draws is not seen.
  const isSeen = () => window.frameElement === null || getComputedStyle(window.frameElement).visibility !== 'hidden';
  const look = () => {
    const frame = document.querySelector('iframe#active-frame');
    const heading = frame?.contentDocument?.querySelector('h1')?.textContent ?? '';
    if (heading !== shown && frame?.style.visibility !== 'hidden' && isSeen()) {
      shown = heading;
      requestAnimationFrame(() => setTimeout(() => say({ heading, at: now() })));
    }
    requestAnimationFrame(look);
  };
  look();
}`;

/** An extension whose one command does with a page of nothing what ours does with an issue's. */
async function writeBareExtension(folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({
      ...{
        name: 'bare',
        publisher: 'bench',
        version: '1.0.0',
        engines: { vscode: '^1.110.0' },
        main: 'bare.js',
      },
      activationEvents: ['onStartupFinished'],
      contributes: {
        commands: [{ command: 'bare.show', title: 'Bare' }],
        keybindings: [{ command: 'bare.show', key: 'ctrl+alt+u' }],
      },
    }),
  );
  await writeFile(path.join(folder, 'bare.js'), BARE);
}

const BARE = `const vscode = require('vscode');
let panel;
let count = 0;
const html = '<!DOCTYPE html><html><body><h1>0</h1><script>addEventListener("message", ({ data }) => {'
  + ' document.querySelector("h1").textContent = data; });</script></body></html>';
exports.activate = ({ subscriptions }) => {
  subscriptions.push(vscode.commands.registerCommand('bare.show', () => {
    if (panel) {
      panel.reveal(undefined, false);
      count += 1;
      panel.webview.postMessage(String(count));
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    panel = vscode.window.createWebviewPanel('bare', 'Bare', column, { enableScripts: true });
    panel.onDidDispose(() => { panel = undefined; });
    panel.webview.html = html;
  }));
};`;

function spread(values: readonly number[]): Readonly<Record<'median' | 'fastest' | 'slowest', number>> {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => Math.round(sorted[index] ?? Number.NaN);
  return { median: at(Math.floor(sorted.length / 2)), fastest: at(0), slowest: at(sorted.length - 1) };
}
