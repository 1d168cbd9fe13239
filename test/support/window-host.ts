import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { installBrowser } from '../../scripts/host/browser.ts';
import { stopEmbeddedServices } from '../../scripts/host/embedded-services.ts';
import { installHost, NEWEST_HOST } from '../../scripts/host/install.ts';
import { leanExtensions } from '../../scripts/host/lean-extensions.ts';
import {
  type HostServer,
  installVsix,
  PLAIN_SHELL,
  type ServerOptions,
  startServer,
  userSettings,
} from '../../scripts/host/server.ts';
import { removeFolder, temporaryFolder } from '../../scripts/host/workspace.ts';
import { openPicturedBrowser, type PicturedBrowser } from './failure-pictures.ts';
import type { SessionOptions } from './session.ts';

/** A server and a browser, which several sessions may have one after the other. */
export interface WindowHost {
  readonly home: string;
  readonly dataDir: string;
  readonly server: HostServer;
  /** A page that nothing was loaded in yet. */
  readonly page: Page;
  /** Ends the session's use of it. */
  release(): Promise<void>;
}

interface Running extends Omit<WindowHost, 'page' | 'release'> {
  readonly kind: string;
  readonly browser: PicturedBrowser;
}

/** What of a home outlives a session. */
const HOST_FOLDERS = new Set(['host', 'browser', 'extensions']);

let keeps = false;
let kept: Running | undefined;

/** From now on a host that a session is done with is kept for the next one of its kind. */
export function keepHosts(): void {
  keeps = true;
}

/** No host in use now is kept: something went wrong in it. */
export function distrustHosts(): void {
  suspicions += 1;
}
let suspicions = 0;

/** Ends what is kept. */
export async function endKeptHosts(): Promise<void> {
  const host = kept;
  kept = undefined;
  if (host !== undefined) await end(host);
}

/**
 * A host for a session: the one that is kept, if it is of this kind, with nothing left of what the session before did;
 * else a new one (3 to 6 s on two cores).
 */
export async function hostFor(options: SessionOptions): Promise<WindowHost> {
  const kind = kindOf(options);
  const host = kind !== undefined && kept?.kind === kind ? kept : await startHost(options, kind ?? '');
  if (host === kept) {
    kept = undefined;
    await writeFile(path.join(host.dataDir, 'data', 'User', 'settings.json'), userSettings(options.settings));
  } else await endKeptHosts();
  const trusted = suspicions;
  return {
    ...host,
    page: host.browser.page,
    release: async () => {
      if (!keeps || kind === undefined || suspicions !== trusted) return await end(host);
      try {
        await forgetSession(host);
        kept = host;
      } catch (error) {
        await end(host);
        throw error;
      }
    },
  };
}

/** Sessions of one kind start the server in the same way; undefined for one that needs a server of its own. */
function kindOf({ vsix, hostVersion, env, settings }: SessionOptions): string | undefined {
  if (vsix !== undefined || hostVersion !== undefined || env !== undefined) return undefined;
  return `trust asked for: ${settings?.['security.workspace.trust.enabled'] === true}`;
}

async function startHost(options: SessionOptions, kind: string): Promise<Running> {
  const host = await installHost(options.hostVersion ?? NEWEST_HOST, console.log);
  const chromium = await installBrowser(console.log);
  const home = await temporaryFolder();
  const dataDir = path.join(home, 'host');
  // What is installed is tested beside all that comes with VS Code.
  const lean =
    options.vsix === undefined ? await leanExtensions(host, path.join(home, 'extensions')) : undefined;
  const serverOptions: ServerOptions = {
    dataDir,
    flavor: 'wrapper',
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    env: { ...PLAIN_SHELL, ...options.env },
    ...(lean === undefined ? {} : { builtinExtensions: lean }),
  };
  let server: HostServer | undefined;
  try {
    if (options.vsix !== undefined) await installVsix(host, options.vsix, serverOptions);
    server = await startServer(host, serverOptions);
    const browser = await openPicturedBrowser(chromium, path.join(home, 'browser'));
    return { home, dataDir, server, kind, browser };
  } catch (error) {
    await server?.stop();
    await removeFolder(home);
    throw error;
  }
}

async function end({ home, server, browser }: Running): Promise<void> {
  await browser.close();
  await server.stop();
  await stopEmbeddedServices(home);
  await removeFolder(home);
}

/** Closes the windows and deletes what they and the service kept: in the browser, in the user's data, on the disk. */
async function forgetSession({ home, dataDir, server, browser }: Running): Promise<void> {
  await browser.renew(server.origin);
  await stopEmbeddedServices(home);
  // A setting of the machine, such as the service's address, is kept beside those of the user.
  for (const name of ['User', 'Machine']) {
    const folder = path.join(dataDir, 'data', name);
    await removeFolder(folder);
    await mkdir(folder);
  }
  for (const name of await readdir(home))
    if (!HOST_FOLDERS.has(name)) await removeFolder(path.join(home, name));
}
