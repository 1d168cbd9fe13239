import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { HOST_CACHE } from '../paths.ts';
import { run } from '../processes.ts';
import { installAside, npmInstall } from './install.ts';
import { ownFolders } from './server.ts';

const CHROMIUM_PACKAGE_VERSION = '153.0.0';
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const SWITCHES = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // A window after another is in the process that has the workbench compiled.
  '--process-per-site',
  // Playwright's list is not heeded beside this one. To compile a script while it is read is work for nothing where it is kept.
  '--disable-features=ScriptStreaming,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding,ThirdPartyStoragePartitioning',
];

/** A Chromium that starts on this machine, with the environment it needs. */
export interface InstalledBrowser {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A browser window with a profile of its own. */
export interface OpenBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * The browser for the workbench: `$CHROMIUM`, else an installed Chromium or Chrome that starts, else (Linux on
 * x64) the one in the npm package `@sparticuz/chromium`, installed on demand, with the system libraries that
 * package carries where the machine lacks them.
 *
 * @throws with what to install when none of these starts.
 */
export async function installBrowser(say: (line: string) => void): Promise<InstalledBrowser> {
  const chosen = process.env['CHROMIUM'];
  const candidates = chosen === undefined ? SYSTEM_BROWSERS.filter((file) => existsSync(file)) : [chosen];
  for (const executable of candidates) {
    if (await starts({ executable, env: {} })) return { executable, env: {} };
    say(`${executable} does not start.`);
  }
  if (chosen === undefined && process.platform === 'linux' && process.arch === 'x64') {
    const home = await installPackagedChromium(say);
    const executable = path.join(home, 'unpacked', 'chromium');
    const libraries = path.join(home, 'unpacked', 'al2023', 'lib');
    const fonts = existsSync('/usr/share/fonts')
      ? {}
      : { FONTCONFIG_PATH: path.join(home, 'unpacked/fonts') };
    for (const env of [fonts, { ...fonts, LD_LIBRARY_PATH: libraries }]) {
      if (await starts({ executable, env })) return { executable, env };
    }
  }
  throw new Error(
    'No Chromium starts on this machine. Install one (Debian: apt-get install -y chromium) or name it in CHROMIUM.',
  );
}

const VIEWPORT = { width: 1400, height: 900 };

/** Opens a headless window. The profile keeps what a page stores, so that a second window finds it again. */
export async function openBrowser(
  browser: InstalledBrowser,
  profile: string,
  viewport = VIEWPORT,
): Promise<OpenBrowser> {
  const { chromium } = await import('playwright-core');
  await mkdir(profile, { recursive: true });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser.executable,
    headless: true,
    viewport,
    args: SWITCHES,
    handleSIGINT: false,
    handleSIGTERM: false,
    env: { ...definedVariables(), ...ownFolders(profile), ...browser.env },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, close: () => context.close() };
}

async function installPackagedChromium(say: (line: string) => void): Promise<string> {
  const home = path.join(HOST_CACHE, `chromium-${CHROMIUM_PACKAGE_VERSION}`);
  if (!existsSync(home)) {
    say(`Installing Chromium (@sparticuz/chromium ${CHROMIUM_PACKAGE_VERSION} from the npm registry) …`);
    await installAside(home, async (aside) => {
      await npmInstall(aside, [`@sparticuz/chromium@${CHROMIUM_PACKAGE_VERSION}`]);
      await unpackChromium(aside);
    });
  }
  return home;
}

/** The package unpacks into the temporary folder; a process of its own gives it one that stays. */
async function unpackChromium(home: string): Promise<void> {
  const unpacked = path.join(home, 'unpacked');
  const archives = path.join(home, 'node_modules/@sparticuz/chromium/bin');
  await mkdir(unpacked);
  const script = `import { inflate } from '@sparticuz/chromium';
    for (const archive of process.argv.slice(1)) await inflate(archive);`;
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((file) => path.join(archives, file));
  await run(process.execPath, ['--input-type=module', '--eval', script, '--', ...files], {
    cwd: home,
    env: { ...process.env, TMPDIR: unpacked },
  });
  await rm(archives, { recursive: true });
}

async function starts({ executable, env }: InstalledBrowser): Promise<boolean> {
  return run(executable, ['--no-sandbox', '--version'], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
