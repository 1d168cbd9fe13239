import { cp } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, SAMPLE, TEST_EXTENSION } from '../paths.ts';
import { installBrowser, type OpenBrowser, openBrowser } from './browser.ts';
import { stopEmbeddedServices } from './embedded-services.ts';
import { type HostVersion, installHost } from './install.ts';
import { leanExtensions } from './lean-extensions.ts';
import { keepStill, testRunUrl } from './page.ts';
import { extensionsDir, type HostServer, PLAIN_SHELL, startServer } from './server.ts';
import { copyAsRepository, removeFolder, temporaryFolder } from './workspace.ts';

const RUN_TIMEOUT_MS = 900_000;
const KEPT_LOG_LINES = 60;
/** Nobody looks at the window: what is small is drawn sooner. */
const UNSEEN = { width: 800, height: 600 };

/**
 * Runs a compiled test entry (a module that exports `run()`) inside the extension host of a VS Code server, with
 * this project's extension loaded from its folder and a copy of the sample open.
 *
 * VS Code calls two functions of the page: `codeAutomationLog` with what the extension host prints and
 * `codeAutomationExit` once `run()` has settled.
 *
 * @returns the exit code of the run; what the extension host printed is shown when that is not 0.
 * @throws when the host or the browser fails, or the run takes longer than a quarter of an hour.
 */
export async function runOnServer(
  version: HostVersion,
  testEntry: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const host = await installHost(version, console.log);
  const chromium = await installBrowser(console.log);
  const home = await temporaryFolder();
  const folder = path.join(home, 'shop');
  const log: string[] = [];
  let server: HostServer | undefined;
  let browser: OpenBrowser | undefined;
  let code: number | undefined;
  try {
    await copyAsRepository(SAMPLE, folder);
    // The address of a window names one extension alone; what is installed is loaded beside it.
    const installed = path.join(extensionsDir(path.join(home, 'host')), 'parapet-tests.test-model-1.0.0');
    await cp(TEST_EXTENSION, installed, { recursive: true });
    server = await startServer(host, {
      dataDir: path.join(home, 'host'),
      flavor: 'server',
      env: { ...PLAIN_SHELL, ...env },
      builtinExtensions: await leanExtensions(host, path.join(home, 'extensions')),
    });
    browser = await openBrowser(chromium, path.join(home, 'browser'), UNSEEN);
    await keepStill(browser.page);
    code = await settled(server, browser, testRunUrl(server, { folder }, ROOT, testEntry), log);
    return code;
  } finally {
    if (code !== 0) console.log(log.slice(-KEPT_LOG_LINES).join('\n'));
    await browser?.close();
    await server?.stop();
    await stopEmbeddedServices(home);
    await removeFolder(home);
  }
}

async function settled(
  server: HostServer,
  { page }: OpenBrowser,
  url: string,
  log: string[],
): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const exit = new Promise<number>((resolve, reject) => {
    page.exposeFunction('codeAutomationExit', resolve).catch(reject);
    page.once('crash', () => reject(new Error('The workbench page crashed.')));
    server.exited.then((how) => reject(new Error(`The VS Code host ${how} while the tests ran.`)));
    const late = `The tests in the extension host did not end within ${RUN_TIMEOUT_MS / 1000} s.`;
    timer = setTimeout(() => reject(new Error(late)), RUN_TIMEOUT_MS);
  });
  try {
    await page.exposeFunction('codeAutomationLog', (_type: string, words: readonly unknown[]) => {
      log.push(words.map(String).join(' '));
      if (process.env['VERBOSE'] !== undefined) console.log(...words);
    });
    const [code] = await Promise.all([exit, page.goto(url)]);
    return code;
  } finally {
    clearTimeout(timer);
  }
}
