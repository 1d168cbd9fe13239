import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endWithThisProcess, run, stopGroup } from '../processes.ts';
import type { InstalledHost } from './install.ts';
import { removeFolder, temporaryFolder } from './workspace.ts';

const START_TIMEOUT_MS = 120_000;
/** What code-server says when the server inside it did not answer soon enough. */
const WRAPPER_GAVE_UP = 'error timed out';
const LISTENING =
  /Extension host agent listening on (\d+)|HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/;

/** How a host is to be started. */
export interface ServerOptions {
  /** What the host keeps goes here: settings, extensions and their storage, logs. */
  readonly dataDir: string;
  /**
   * `wrapper`: through code-server, which keeps secrets between reloads of one browser profile on one port.
   * `server`: VS Code's own server, which can run a test entry in the extension host but keeps secrets in
   * memory only and shows no notification toasts (both come with its smoke-test driver).
   */
  readonly flavor: 'wrapper' | 'server';
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The folder or `.code-workspace` file to open when the URL names none (wrapper only). */
  readonly opens?: string;
  /** User settings, beside the quiet ones of {@link QUIET_SETTINGS}. Written on the first start only. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the extensions are that come with VS Code, unless all that do. */
  readonly builtinExtensions?: string;
}

/** A host that is listening. */
export interface HostServer {
  /** `127.0.0.1:port`, the authority of its `vscode-remote:` URIs. */
  readonly authority: string;
  readonly origin: string;
  readonly logFile: string;
  /** Settles, with how it ended, when the server is gone. */
  readonly exited: Promise<string>;
  /** Ends the server and everything it started. */
  stop(): Promise<void>;
}

/** Settings for a window that does only what it is asked: no welcome page, no look-ups, no advertisements. */
export const QUIET_SETTINGS: Readonly<Record<string, unknown>> = {
  // On by default in a browser: it would save what a test is about to take back.
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  // A test of something else would find its notification covered.
  'parapet.scan.offerAdvisories': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'chat.disableAIFeatures': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
};

/**
 * Starts a host and waits until it listens on 127.0.0.1. code-server gives the server inside it a few seconds to answer
 * and ends where that is too short on a busy machine: it is started twice at most.
 *
 * @throws with the end of its output when it ends first or needs more than two minutes.
 */
export async function startServer(host: InstalledHost, options: ServerOptions): Promise<HostServer> {
  return await startOnce(host, options).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes(WRAPPER_GAVE_UP)) return startOnce(host, options);
    throw error;
  });
}

async function startOnce(host: InstalledHost, options: ServerOptions): Promise<HostServer> {
  const { dataDir } = options;
  await prepareDataDir(options);
  const runDir = await temporaryFolder();
  const logFile = path.join(dataDir, 'server.log');
  const log = createWriteStream(logFile, { flags: 'a' });
  const child = spawn(host.node, commandLine(host, options), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...ownFolders(runDir), ...NO_GALLERY, ...options.env },
  });
  endWithThisProcess(child);
  child.stdout?.pipe(log);
  child.stderr?.pipe(log);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`ended with ${code ?? signal}`));
  });
  const stop = async () => {
    await stopGroup(child);
    await removeFolder(runDir);
  };
  try {
    const authority = `127.0.0.1:${await listeningPort(child, exited)}`;
    return { authority, origin: `http://${authority}`, logFile, exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Installs a `.vsix` with VS Code's own installer, for servers that will be started on the same `dataDir`. */
export async function installVsix(host: InstalledHost, vsix: string, options: ServerOptions): Promise<void> {
  await prepareDataDir(options);
  const install = ['--install-extension', vsix, '--force'];
  await run(host.node, [host.wrapper, ...wrapperFolders(options.dataDir), ...install], {
    env: { ...process.env, ...NO_GALLERY },
  });
}

/** Where {@link installVsix} puts extensions. */
export function extensionsDir(dataDir: string): string {
  return path.join(dataDir, 'extensions');
}

/** For tests: a server asks the user's shell for its environment, which with somebody's profile takes a second of work. */
export const PLAIN_SHELL: Readonly<Record<string, string>> =
  process.platform === 'win32' ? {} : { SHELL: '/bin/sh' };

/** An empty gallery address stops every look-up at the public extension registry. */
const NO_GALLERY = { EXTENSIONS_GALLERY: '{"serviceUrl":""}' };

/** Sends what a program leaves in the home, temporary and cache folders to one folder that can be deleted. */
export function ownFolders(folder: string): Record<string, string> {
  return {
    TMPDIR: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XDG_DATA_HOME: path.join(folder, 'share'),
    XDG_CACHE_HOME: path.join(folder, 'cache'),
  };
}

/** The text of the file of user settings. */
export function userSettings(settings: ServerOptions['settings'] = {}): string {
  return JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2);
}

async function prepareDataDir({ dataDir, settings }: ServerOptions): Promise<void> {
  const userDir = path.join(dataDir, 'data', 'User');
  await mkdir(userDir, { recursive: true });
  await writeFile(path.join(dataDir, 'code-server.yaml'), '');
  const file = path.join(userDir, 'settings.json');
  await writeFile(file, userSettings(settings), { flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

function wrapperFolders(dataDir: string): string[] {
  return [
    ...['--config', path.join(dataDir, 'code-server.yaml')],
    ...['--user-data-dir', path.join(dataDir, 'data')],
    ...['--extensions-dir', extensionsDir(dataDir)],
  ];
}

function commandLine(
  host: InstalledHost,
  { dataDir, flavor, port = 0, opens, settings, builtinExtensions }: ServerOptions,
): string[] {
  const asksForTrust = settings?.['security.workspace.trust.enabled'] === true;
  const quiet = [
    '--disable-telemetry',
    ...(asksForTrust ? [] : ['--disable-workspace-trust']),
    ...(builtinExtensions === undefined ? [] : ['--builtin-extensions-dir', builtinExtensions]),
  ];
  if (flavor === 'server') {
    return [
      ...[host.server, ...quiet, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
      ...['--accept-server-license-terms', '--enable-smoke-test-driver', '--server-data-dir', dataDir],
      ...['--user-data-dir', path.join(dataDir, 'data'), '--extensions-dir', extensionsDir(dataDir)],
    ];
  }
  return [
    ...[host.wrapper, ...quiet, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--ignore-last-opened'],
    ...['--disable-update-check', '--disable-getting-started-override', ...wrapperFolders(dataDir)],
    ...(opens === undefined ? [] : [opens]),
  ];
}

function listeningPort(child: ChildProcess, exited: Promise<string>): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const failed = (what: string) => reject(new Error(`The VS Code host ${what}.\n${output.slice(-4_000)}`));
    const timer = setTimeout(() => failed('did not start within two minutes'), START_TIMEOUT_MS);
    const listen = (chunk: Buffer) => {
      output += chunk;
      const match = LISTENING.exec(output);
      if (match === null) return;
      clearTimeout(timer);
      child.stdout?.off('data', listen);
      child.stderr?.off('data', listen);
      resolve(Number(match[1] ?? match[2]));
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    exited.then((how) => {
      clearTimeout(timer);
      failed(how);
    });
  });
}
