import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { installBrowser, type OpenBrowser, openBrowser } from '../../scripts/host/browser.ts';
import { stopEmbeddedServices } from '../../scripts/host/embedded-services.ts';
import { installHost, NEWEST_HOST } from '../../scripts/host/install.ts';
import { testRunUrl } from '../../scripts/host/page.ts';
import { type HostServer, startServer } from '../../scripts/host/server.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { OUT, ROOT } from '../../scripts/paths.ts';
import { writeManyIssues } from '../support/many-issues.ts';

const phaseTimeoutMs = 240_000;

const scanReport = z.object({
  isActiveUnasked: z.boolean(),
  scanMs: z.number(),
  longestBlockMs: z.number(),
});
const loadReport = z.object({
  askedAt: z.number(),
  arrivedAt: z.number(),
  problemsAt: z.number(),
  cpuMs: z.number(),
  allCpuMs: z.number(),
  longestBlockMs: z.number(),
  heapBytes: z.number(),
  keystrokeMs: z.number(),
  keystrokeCpuMs: z.number(),
  plainKeystrokeMs: z.number(),
});
const painted = z.object({ tree: z.number().optional(), problems: z.number().optional() });

/**
 * What 10,000 issues in 2,000 files cost: a window scans them, and a second one, whose extension host is new, loads
 * them from the service and draws them.
 */
export async function manyIssues(): Promise<Record<string, unknown>> {
  const host = await installHost(NEWEST_HOST, console.log);
  const chromium = await installBrowser(console.log);
  const home = await temporaryFolder();
  const folder = path.join(home, 'project');
  const phase = path.join(home, 'scanned.json');
  const report = path.join(home, 'loaded.json');
  let server: HostServer | undefined;
  let browser: OpenBrowser | undefined;
  try {
    await mkdir(folder);
    const { files, issues } = await writeManyIssues(folder);
    server = await startServer(host, {
      dataDir: path.join(home, 'host'),
      flavor: 'server',
      env: {
        PARAPET_BENCH_PHASE_FILE: phase,
        PARAPET_BENCH_REPORT: report,
        PARAPET_BENCH_ISSUES: String(issues),
      },
    });
    browser = await openBrowser(chromium, path.join(home, 'browser'));
    const { page } = browser;
    const entry = path.join(OUT, 'bench', 'many-issues.cjs');
    const run = await automated(page, testRunUrl(server, { folder }, ROOT, entry));
    await run();
    const scanned = scanReport.parse(JSON.parse(await readFile(phase, 'utf8')));
    await page.addInitScript({ content: `(${WATCH_PAINT})(${issues})` });
    await run();
    const drawn = painted.parse(await page.evaluate('window.parapetPainted'));
    const loaded = loadReport.parse(JSON.parse(await readFile(report, 'utf8')));
    return {
      files,
      issues,
      scanMs: scanned.scanMs,
      activatedByOpeningTheFolder: scanned.isActiveUnasked,
      longestBlockMs: {
        whileScanning: rounded(scanned.longestBlockMs),
        whileLoading: rounded(loaded.longestBlockMs),
      },
      fromArrivalMs: {
        tree: (drawn.tree ?? Number.NaN) - loaded.arrivedAt,
        problems: (drawn.problems ?? Number.NaN) - loaded.arrivedAt,
        ofThatOnTheProcessor: rounded(loaded.cpuMs),
      },
      fromOpeningTheViewMs: {
        tree: (drawn.tree ?? Number.NaN) - loaded.askedAt,
        problems: (drawn.problems ?? Number.NaN) - loaded.askedAt,
        ofThatOnTheProcessor: rounded(loaded.allCpuMs),
      },
      heapMegabytes: rounded(loaded.heapBytes / 1e6),
      keystrokeMs: {
        amongIssuesMoreThanElsewhere: rounded(loaded.keystrokeMs),
        ofThatOnTheProcessor: rounded(loaded.keystrokeCpuMs),
        elsewhere: rounded(loaded.plainKeystrokeMs),
      },
    };
  } finally {
    await browser?.close();
    await server?.stop();
    await stopEmbeddedServices(home);
    await removeFolder(home);
  }
}

/** Runs in the page: notes when the tree has all issues, the first of them drawn, and when Problems has them all. */
const WATCH_PAINT = `(issues) => {
  if (window !== window.top) return;
  const painted = (window.parapetPainted = {});
  const total = new RegExp('Total ' + issues + ' Problems');
  const look = () => {
    const issue = document.querySelector('.part.sidebar .monaco-list-row[aria-level="2"] .codicon-error, .part.sidebar .monaco-list-row[aria-level="2"] .codicon-flame');
    const groups = [...document.querySelectorAll('.part.sidebar .monaco-list-row[aria-level="1"]')];
    const isComplete = groups.some(({ ariaLabel }) => ariaLabel?.includes(', ' + issues + ' issues'));
    painted.tree ??= issue && isComplete ? Date.now() : undefined;
    const tabs = [...document.querySelectorAll('.part.panel .action-label[aria-label^="Problems"], .part.statusbar [aria-label*="Errors:"]')];
    painted.problems ??= tabs.some((tab) => total.test(tab.ariaLabel) || tab.ariaLabel.includes(String(issues))) ? Date.now() : undefined;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** Lets the page end runs: VS Code calls two functions of it. @returns what runs the entry once, in a new host */
async function automated(page: Page, url: string): Promise<() => Promise<void>> {
  const log: string[] = [];
  let settle: (code: number) => void = () => undefined;
  await page.exposeFunction('codeAutomationExit', (code: number) => settle(code));
  await page.exposeFunction('codeAutomationLog', (_type: string, words: readonly unknown[]) => {
    log.push(words.map(String).join(' '));
  });
  return async () => {
    const exit = new Promise<number>((resolve, reject) => {
      settle = resolve;
      setTimeout(() => reject(new Error('The benchmark did not end.')), phaseTimeoutMs).unref();
    });
    await page.goto(url);
    const code = await exit.catch((error: unknown) => {
      console.log(log.slice(-30).join('\n'));
      throw error;
    });
    if (code !== 0)
      throw new Error(`The benchmark failed in the extension host:\n${log.slice(-30).join('\n')}`);
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
