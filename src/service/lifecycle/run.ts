import { setTimeout as sleep } from 'node:timers/promises';
import isOlder from 'semver/functions/lt.js';
import type { StartEvent } from '../../api/discovery.ts';
import { modelOfEnvironment } from '../agent/model-environment.ts';
import type { ScanRunner } from '../domain/scan-runner.ts';
import type { Log } from '../http/environment.ts';
import { isLoopback } from '../http/guards.ts';
import { systemCode } from '../scan/errors.ts';
import { renewEmbeddedToken } from './bootstrap.ts';
import { dataFolderFailure, makePrivate } from './data-folder.ts';
import { isAlive, readDiscovery, removeDiscovery, writeDiscovery } from './discovery-file.ts';
import { type InstanceLock, takeInstanceLock } from './instance-lock.ts';
import { listen } from './listen.ts';
import { databaseOf, type StartOptions } from './options.ts';
import { createService } from './service.ts';

export interface RunOptions extends StartOptions {
  readonly runner: ScanRunner;
  readonly version: string;
  /** False: no folder of this machine is scanned or shown, even when only this machine can ask. */
  readonly localFolders?: boolean;
  readonly log: Log;
  /** What names a language model for `serve`; this process's when left out. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly tell: (event: StartEvent) => void;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** How long a start waits for another process that starts or stops on the same data folder. */
const lockWaitMs = 15_000;
/** The same for `serve`, which is not to take turns: enough for the command line to make a token. */
const serveLockWaitMs = 2_000;
const lockPollMs = 50;
const closeMs = 5_000;

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
  makePrivate(dataFolder);
  const taken = await takeLockOrFind(options);
  if (taken.kind === 'existing') {
    const { pid, port, version } = taken.discovery;
    tell({ type: 'ready', pid, port, version, dataFolder, existing: true });
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
  | { readonly kind: 'existing'; readonly discovery: NonNullable<ReturnType<typeof readDiscovery>> };

/** A living service of the same version or a newer one is left to serve; an older one is asked to make way. */
async function takeLockOrFind({ dataFolder, mode, version, signal }: RunOptions): Promise<Taken> {
  const until = performance.now() + (mode === 'serve' ? serveLockWaitMs : lockWaitMs);
  const asked = new Set<string>();
  for (;;) {
    const lock = takeInstanceLock(dataFolder);
    if (lock) return { kind: 'lock', lock };
    const discovery = mode === 'embedded' ? readDiscovery(dataFolder) : undefined;
    if (discovery && !asked.has(discovery.instanceId) && (await isAlive(discovery))) {
      if (!isOlder(discovery.version, version)) return { kind: 'existing', discovery };
      // It answered as the very instance of the file, so the process is the one that the file names.
      asked.add(discovery.instanceId);
      askToEnd(discovery.pid);
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
  const { dataFolder, host, port, mode, runner, version, log, tell, signal } = options;
  const service = await createService({
    dataFolder,
    ...(mode === 'serve' && { database: databaseOf(options.environment ?? process.env) }),
    runner,
    version,
    host,
    log,
    localRepositories: isLoopback(host) && options.localFolders !== false,
    ...(mode === 'serve' && { model: modelOfEnvironment(options.environment ?? process.env, new Date()) }),
  });
  try {
    const credentials = mode === 'embedded' ? await renewEmbeddedToken(service.core) : undefined;
    const listening = await listen((request) => service.app.fetch(request), {
      host,
      port,
      whenTaken: mode === 'embedded' ? 'another' : 'fail',
    });
    try {
      await service.start();
      const common = { pid: process.pid, port: listening.port, version };
      const { instanceId, putAside } = service;
      if (credentials) {
        const startedAt = new Date().toISOString();
        writeDiscovery(dataFolder, { ...common, ...credentials, startedAt, instanceId });
      }
      tell({ type: 'ready', ...common, dataFolder, existing: false, ...(putAside ? { putAside } : {}) });
      const reason = await end(service, options.idleMinutes * 60_000, signal);
      removeDiscovery(dataFolder, instanceId);
      tell({ type: 'stopped', reason });
    } finally {
      // The service first: it ends its streams, and the connections under them with it.
      await service.stop();
      await listening.close(closeMs);
    }
  } finally {
    await service.stop();
  }
}

/** Waits until nothing has used the service for the time given (0: for ever), or until it is asked to end. */
async function end(
  service: { idleMs(): number },
  idleAfterMs: number,
  signal: AbortSignal,
): Promise<'idle' | 'signal'> {
  for (;;) {
    if (signal.aborted) return 'signal';
    const left = idleAfterMs === 0 ? 60_000 : idleAfterMs - service.idleMs();
    if (left <= 0) return 'idle';
    await sleep(Math.min(left, 60_000), undefined, { signal }).catch(() => undefined);
  }
}
