import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import isOlder from 'semver/functions/lt.js';
import { type Discovery, discoveryFileName, type StartEvent } from '../../api/discovery.ts';
import { putAsideText } from '../../api/put-aside.ts';
import { systemCode } from '../analysis/errors.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { dashboardFolder } from '../dashboard/assets.ts';
import type { Log } from '../http/environment.ts';
import { isLoopback } from '../http/guards.ts';
import { mailOptionsOf } from '../mail/mail-options.ts';
import { modelOfEnvironment } from '../models/model-environment.ts';
import { openIdOptionsOf } from '../sign-in/openid-options.ts';
import { renewEmbeddedToken } from './bootstrap.ts';
import { dataFolderFailure, makePrivate } from './data-folder.ts';
import {
  findLiving,
  findServiceOnPort,
  removeDiscovery,
  removeLeftDiscovery,
  writeDiscovery,
} from './discovery-file.ts';
import { type FirstStart, firstStartOf } from './first-start.ts';
import { type InstanceLock, takeInstanceLock } from './instance-lock.ts';
import { type Listening, listen, listenToOwner } from './listen.ts';
import {
  advisoryMirrorOf,
  allowedHostsOf,
  databaseOf,
  publicUrlOf,
  type StartOptions,
  secretKeyOf,
} from './options.ts';
import { createService, type Service } from './service.ts';

export interface RunOptions extends StartOptions {
  readonly runner: ScanRunner;
  readonly version: string;
  /** False: no folder of this machine is scanned or shown, even when only this machine can ask. */
  readonly localFolders?: boolean;
  readonly log: Log;
  /** What names a language model for `serve`; this process's when left out. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly tell: (event: StartEvent) => void;
  /** Told after the first start of a store that `serve` uses, when requests are answered. */
  readonly welcome?: (first: FirstStart) => Promise<void>;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** How long a start waits for another process that starts or stops on the same data folder. */
const lockWaitMs = 15_000;
/** The same for `serve`, which is not to take turns: enough for the command line to make a token. */
const serveLockWaitMs = 2_000;
const lockPollMs = 50;
const closeMs = 5_000;
/** Less than a start waits for the lock. */
const lookMs = 10_000;

/**
 * Runs one service of a data folder until it is idle or asked to end. When another process serves the folder already,
 * says so and ends at once: of any number of starts, one serves.
 * @throws Error with a sentence for the user
 */
export async function run(options: RunOptions): Promise<void> {
  const { dataFolder } = options;
  try {
    await runLocked(options);
  } catch (error) {
    throw new Error(dataFolderFailure(error, dataFolder), { cause: error });
  }
}

async function runLocked(options: RunOptions): Promise<void> {
  const { dataFolder, tell } = options;
  for (const file of makePrivate(dataFolder))
    options.log('info', { file, reason: 'Other users could read this file. It is for its owner alone now.' });
  const taken = await takeLockOrFind(options);
  if (taken.kind === 'existing') {
    const { pid, socket, version } = taken.discovery;
    tell({ type: 'ready', pid, socket, version, dataFolder, existing: true });
    return;
  }
  try {
    await serve(options);
  } finally {
    taken.lock.release();
  }
}

type Taken =
  | { readonly kind: 'lock'; readonly lock: InstanceLock }
  | { readonly kind: 'existing'; readonly discovery: Discovery };

/** A living service of the same version or a newer one is left to serve; an older one is asked to make way. */
async function takeLockOrFind({ dataFolder, mode, version, signal }: RunOptions): Promise<Taken> {
  const until = performance.now() + (mode === 'serve' ? serveLockWaitMs : lockWaitMs);
  const asked = new Set<number>();
  for (;;) {
    const lock = takeInstanceLock(dataFolder);
    if (lock) return { kind: 'lock', lock };
    if (mode === 'embedded') {
      const living = await findLiving(dataFolder);
      if (living && !isOlder(living.version, version)) return { kind: 'existing', discovery: living };
      const older = living ?? (await findServiceOnPort(dataFolder));
      if (older && !asked.has(older.pid)) {
        // It answered where its file says, so the process is the one that the file names.
        asked.add(older.pid);
        askToEnd(older.pid);
      }
    }
    if (performance.now() > until) {
      throw new Error(
        `Another Parapet service uses the data folder ${dataFolder}${mode === 'serve' ? '' : ', and does not answer'}. End it, or choose another folder with --data.`,
      );
    }
    await sleep(lockPollMs, undefined, { signal });
  }
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

async function serve(options: RunOptions): Promise<void> {
  const { dataFolder, host, mode, runner, version, log } = options;
  const service = await createService({
    dataFolder,
    ...(mode === 'serve' && { database: databaseOf(options.environment ?? process.env) }),
    runner,
    version,
    host,
    log,
    localRepositories: isLoopback(host) && options.localFolders !== false,
    ownSockets: mode === 'embedded',
    allowedHosts: allowedHostsOf(options.environment ?? process.env),
    secretKey: secretKeyOf(options.environment ?? process.env),
    ...(mode === 'serve' && { publicUrl: publicUrlOf(options.environment ?? process.env) }),
    ...(mode === 'serve' && { openId: openIdOptionsOf(options.environment ?? process.env) }),
    ...(mode === 'serve' && { mail: mailOptionsOf(options.environment ?? process.env) }),
    ...(mode === 'serve' && { model: modelOfEnvironment(options.environment ?? process.env, new Date()) }),
    ...(mode === 'serve' && { dashboard: dashboardFolder() }),
    ...(mode === 'serve' && { advisoryMirror: advisoryMirrorOf(options.environment ?? process.env) }),
  });
  for (const each of service.putAside) log('error', { damaged: each.file, reason: putAsideText(each) });
  try {
    if (mode === 'embedded') await serveOwner(options, service);
    else await serveNetwork(options, service);
  } finally {
    await service.stop();
  }
}

/** For the windows and commands of one user: on a socket, and on a port only where one was asked for. */
async function serveOwner(options: RunOptions, service: Service): Promise<void> {
  const { dataFolder, host, port, version, tell, signal } = options;
  await removeLeftDiscovery(dataFolder);
  const credentials = await renewEmbeddedToken(service.core);
  const fetchApp = (request: Request) => service.app.fetch(request);
  const listening: Listening[] = [];
  try {
    const own = await listenToOwner(fetchApp, dataFolder);
    listening.push(own);
    const { socket } = own;
    const network =
      port === undefined ? undefined : await listen(fetchApp, { host, port, whenTaken: 'another' });
    if (network) listening.push(network);
    await service.start();
    const { instanceId } = service;
    const putAside = service.putAside.length > 0 ? { putAside: [...service.putAside] } : {};
    const common = { pid: process.pid, socket, version };
    const startedAt = new Date().toISOString();
    writeDiscovery(dataFolder, { ...common, ...credentials, startedAt, instanceId, ...putAside });
    tell({
      type: 'ready',
      ...common,
      ...(network && { port: network.port }),
      dataFolder,
      existing: false,
      ...putAside,
    });
    const canBeFound = () =>
      existsSync(join(dataFolder, discoveryFileName)) && (process.platform === 'win32' || existsSync(socket));
    const reason = await end(service, { idleAfterMs: options.idleMinutes * 60_000, canBeFound, signal });
    removeDiscovery(dataFolder, instanceId);
    tell({ type: 'stopped', reason });
  } finally {
    await stop(service, listening);
  }
}

/** `parapet serve`: on an address of the network. */
async function serveNetwork(options: RunOptions, service: Service): Promise<void> {
  const { dataFolder, host, port = 0, version, tell, signal } = options;
  const network = await listen((request) => service.app.fetch(request), { host, port, whenTaken: 'fail' });
  // Nobody reaches "all addresses of this machine": links name the one that works on it, until an operator names another.
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const listensAt = new URL(`http://${name}:${network.port}`);
  service.core.publicAddress.listensAt(listensAt);
  try {
    await service.start();
    const putAside = service.putAside.length > 0 ? { putAside: [...service.putAside] } : {};
    tell({
      type: 'ready',
      pid: process.pid,
      port: network.port,
      version,
      dataFolder,
      existing: false,
      ...putAside,
    });
    const first =
      options.welcome && (await firstStartOf(service.core, service.core.publicAddress.url ?? listensAt));
    if (first) await options.welcome?.(first);
    const idleAfterMs = options.idleMinutes * 60_000;
    tell({ type: 'stopped', reason: await end(service, { idleAfterMs, signal }) });
  } finally {
    await stop(service, [network]);
  }
}

/** The service first: it ends its streams, and the connections under them with it. */
async function stop(service: Service, listening: readonly Listening[]): Promise<void> {
  await service.stop();
  await Promise.all(listening.map((each) => each.close(closeMs)));
}

interface EndOptions {
  /** 0: never. */
  readonly idleAfterMs: number;
  /** Whether a window could still find the service; without its file or socket it would only be in the way. */
  readonly canBeFound?: () => boolean;
  readonly signal: AbortSignal;
}

/** Waits until nothing has used the service for the time given, nobody can find it, or it is asked to end. */
async function end(
  service: Pick<Service, 'idleMs'>,
  { idleAfterMs, canBeFound = () => true, signal }: EndOptions,
): Promise<'idle' | 'lost' | 'signal'> {
  for (;;) {
    if (signal.aborted) return 'signal';
    if (!canBeFound()) return 'lost';
    const left = idleAfterMs === 0 ? lookMs : idleAfterMs - service.idleMs();
    if (left <= 0) return 'idle';
    await sleep(Math.min(left, lookMs), undefined, { signal }).catch(() => undefined);
  }
}
