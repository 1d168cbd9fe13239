import path from 'node:path';
import type { Page } from 'playwright-core';
import { type InstalledBrowser, type OpenBrowser, openBrowser } from '../../scripts/host/browser.ts';
import { OUT } from '../../scripts/paths.ts';

const PATIENCE_MS = 30_000;
/** How long what is waited for may take: a window on a busy machine starts its extensions for half a minute. */
const WAIT_MS = 60_000;

const shown = new Set<Page>();
const beingTaken = new Set<Promise<void>>();

/** Its page is another after each `renew`. */
export interface PicturedBrowser extends OpenBrowser {
  /** Puts an empty page in the place of all, and deletes what those of an origin kept. */
  renew(origin: string): Promise<void>;
}

/** A browser whose page is pictured when a test fails; it closes only once the pictures are taken. */
export async function openPicturedBrowser(
  chromium: InstalledBrowser,
  profile: string,
): Promise<PicturedBrowser> {
  const { context, page: first, close } = await openBrowser(chromium, profile);
  context.setDefaultTimeout(WAIT_MS);
  context.setDefaultNavigationTimeout(2 * WAIT_MS);
  let page = first;
  const show = async () => {
    await page.addInitScript(RECORD);
    shown.add(page);
  };
  await show();
  return {
    context,
    get page() {
      return page;
    },
    renew: async (origin) => {
      await Promise.all(beingTaken);
      shown.delete(page);
      const old = context.pages();
      page = await context.newPage();
      // In the same process as the page before, which has the workbench compiled, as long as that one is there.
      await page.goto(`${origin}/healthz`);
      for (const one of old) await one.close();
      await context.clearPermissions();
      await context.clearCookies();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await devtools.detach();
      await show();
    },
    close: async () => {
      await Promise.all(beingTaken);
      shown.delete(page);
      await close();
    },
  };
}

/**
 * Begins to keep what the pages show now as `out/shots/failed-<title>.png`, and says in a line each which tab is active,
 * what has the focus and what lies over the window.
 */
export function pictureFailure(title: string): void {
  const name = `failed-${title.replaceAll(/\W+/g, '-').slice(0, 80)}`;
  [...shown].forEach((page, index) => {
    const file = path.join(OUT, 'shots', `${name}${index === 0 ? '' : `-${index + 1}`}.png`);
    const taken = Promise.allSettled([
      page.screenshot({ path: file, timeout: PATIENCE_MS }),
      inTime(page.evaluate<string>(STATE)).then((state) =>
        console.log(`\n  window at the failure: ${state}`),
      ),
      ...page.frames().map((frame) =>
        inTime(frame.evaluate<string>(WORDS)).then(
          (words) => words !== '' && console.log(`\n  page at the failure: ${words}`),
          () => undefined,
        ),
      ),
    ]).then((outcomes) => {
      beingTaken.delete(taken);
      for (const one of outcomes)
        if (one.status === 'rejected')
          console.log(`\n  window at the failure: not to be told (${one.reason})`);
    });
    beingTaken.add(taken);
  });
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The page does not answer.')), PATIENCE_MS);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Runs in the page from its beginning: keeps what the last notifications said, which go away by themselves. */
const RECORD = `if (window === window.top) {
  const told = (globalThis.parapetTold = []);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const item = node instanceof Element && (node.closest('.notification-toast') ?? node.querySelector('.notification-toast'));
        const words = item && item.textContent.replace(/\\s+/g, ' ').trim().slice(0, 120);
        if (words && told.at(-1) !== words) told.push(words);
        if (told.length > 8) told.shift();
      }
  }).observe(document, { childList: true, subtree: true });
}`;

/** Runs in a frame: the words of a page of ours. */
const WORDS = `document.querySelector('main, [role=log]')?.innerText.replace(/\\s+/g, ' ').slice(0, 600) ?? ''`;

/** Runs in the page: a page of the workbench, or one of ours alone. */
const STATE = `(() => {
  const words = (element) =>
    (element.getAttribute('aria-label') || element.textContent || '').replace(/\\s+/g, ' ').trim().slice(0, 80);
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) => element.offsetParent !== null).map(words);
  const focused = document.activeElement;
  return JSON.stringify({
    tabs: all('.tabs-container .tab:not(.active)'),
    active: all('.tabs-container .tab.active'),
    focus: focused === null ? '' : focused.tagName + '.' + focused.className + ' ' + words(focused),
    sideBar: all('.part.sidebar .composite.title h2'),
    quickInput: all('.quick-input-widget'),
    menus: all('.monaco-menu'),
    dialogs: all('.monaco-dialog-box'),
    notifications: all('.notification-list-item'),
    told: globalThis.parapetTold ?? [],
    statusBar: all('.part.statusbar .statusbar-item[id*="parapet" i]'),
  });
})()`;
