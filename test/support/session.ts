import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { HostVersion } from '../../scripts/host/install.ts';
import {
  keepStill,
  loadExtensionFromFolder,
  type WorkbenchLocation,
  workbenchUrl,
} from '../../scripts/host/page.ts';
import type { HostServer } from '../../scripts/host/server.ts';
import { copyAsRepository } from '../../scripts/host/workspace.ts';
import { OUT, ROOT, SAMPLE } from '../../scripts/paths.ts';
import { pictureFailure } from './failure-pictures.ts';
import { distrustHosts, hostFor } from './window-host.ts';
import { Workbench } from './workbench.ts';

/** Settings under which a test can drive the window: the quick input stays when something else takes the focus. */
const DRIVABLE = { 'workbench.quickOpen.closeOnFocusLost': false, 'editor.accessibilitySupport': 'off' };

/** Where a window has all that comes with VS Code: one language server, and no types from the network. */
const QUIET = {
  'typescript.tsserver.useSyntaxServer': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
};

/** What a session starts with. */
export interface SessionOptions {
  /** The project to work on, copied as a git repository of one commit. The sample, unless said; `null`: no folder. */
  readonly project?: string | null;
  /** The extension: this project's folder as last built (default), or a `.vsix` to install. */
  readonly vsix?: string;
  /** Folders of other extensions that are loaded beside it. */
  readonly others?: readonly string[];
  /** Whether extensions may use what is only proposed for the editor's interface, as stand-ins for its own parts do. */
  readonly allowsProposals?: boolean;
  readonly hostVersion?: HostVersion;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A VS Code window on a copy of a project, in a browser, with the extension loaded; nothing of it outlives close(). */
export interface Session {
  readonly workbench: Workbench;
  readonly server: HostServer;
  /** The copy that is open, or that would be: an empty folder when there is no project. */
  readonly folder: string;
  /** The host's own data: settings, global storage, logs. */
  readonly dataDir: string;
  /**
   * Loads the window anew, in another place if one is given, and waits until it is ready.
   * @param atOnce without the time that the window takes to write down what it shows
   */
  reload(location?: WorkbenchLocation, atOnce?: boolean): Promise<void>;
  /** Writes what the window shows to `out/shots/<name>.png`. */
  shot(name: string): Promise<void>;
  close(): Promise<void>;
}

const WINDOW_STATE_WRITTEN_MS = 7_000;

/** Opens a window in a host that is kept, or in a new one, and waits until the window is ready. */
export async function openSession(options: SessionOptions = {}): Promise<Session> {
  const settings = { ...DRIVABLE, ...QUIET, ...options.settings };
  const { home, dataDir, server, page, release } = await hostFor({ ...options, settings });
  let isOpen = false;
  const folder = path.join(await mkdtemp(path.join(home, 'w')), 'shop');
  try {
    if (options.project === null) await mkdir(folder);
    else await copyAsRepository(options.project ?? SAMPLE, folder);
    await keepStill(page);
    if (options.vsix === undefined) await loadExtensionFromFolder(page, server, ROOT);
    for (const other of options.others ?? []) await loadExtensionFromFolder(page, server, other);
    await reload();
    return { workbench: new Workbench(page), server, folder, dataDir, close: release, reload, shot };
  } catch (error) {
    pictureFailure('start');
    distrustHosts();
    await release();
    throw error;
  }

  async function reload(
    location: WorkbenchLocation = options.project === null ? {} : { folder },
    atOnce = false,
  ): Promise<void> {
    // What a window shows is written down every five seconds; a page that goes away sooner takes it with it.
    if (!atOnce && isOpen) await page.waitForTimeout(WINDOW_STATE_WRITTEN_MS);
    const payload = options.allowsProposals ? ([['enableProposedApi', '']] as const) : [];
    await page.goto(workbenchUrl(server, location, payload));
    await new Workbench(page).ready();
    isOpen = true;
  }

  async function shot(name: string): Promise<void> {
    await page.screenshot({ path: path.join(OUT, 'shots', `${name}.png`) });
  }
}
