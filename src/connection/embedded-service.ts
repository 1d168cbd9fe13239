import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import isOlder from 'semver/functions/lt.js';
import isVersion from 'semver/functions/valid.js';
import { type Discovery, startEventSchema } from '../api/discovery.ts';
import { readDiscovery } from './discovery-file.ts';

export interface EmbeddedServiceOptions {
  /** The Node binary that runs the service. */
  readonly node: string;
  /** The bundled service. */
  readonly entry: string;
  /** The version of the bundled service. An older one that lives makes way for it, a newer one is used. */
  readonly version: string;
  /** Where it keeps its database and its discovery file. */
  readonly dataFolder: string;
  /** Whether a service of this user answers where the discovery says. */
  readonly isAlive: (discovery: Discovery, signal: AbortSignal) => Promise<boolean>;
  readonly log: (message: string) => void;
  /** Milliseconds that a start may take. */
  readonly startTimeoutMs?: number;
}

const defaultStartTimeoutMs = 20_000;
/** Characters of the service's error output that an error message quotes. */
const tailLength = 2_000;

export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
}

/**
 * The service on this machine: found when it lives, else started. It is a process of its own that all windows of
 * the user share, so it is detached and never ended by us; it ends by itself when idle.
 */
export class EmbeddedService {
  readonly #options: EmbeddedServiceOptions;
  #starting: Promise<Discovery> | undefined;

  constructor(options: EmbeddedServiceOptions) {
    this.#options = options;
  }

  /**
   * A living service. Callers at the same time share one start.
   * @throws ServiceStartError when none can be started, with the reason the service gave
   */
  async ensure(): Promise<Discovery> {
    this.#starting ??= this.#findOrStart().finally(() => {
      this.#starting = undefined;
    });
    return await this.#starting;
  }

  async #findOrStart(): Promise<Discovery> {
    const timeout = AbortSignal.timeout(this.#options.startTimeoutMs ?? defaultStartTimeoutMs);
    const living = await this.#find(timeout);
    if (living && !this.#isOutdated(living)) return living;
    if (living) {
      const { version } = this.#options;
      this.#options.log(`The living service is of version ${living.version}; ${version} takes its place.`);
    }
    await mkdir(this.#options.dataFolder, { recursive: true, mode: 0o700 });
    return await this.#start(timeout);
  }

  /** The service that lives, if one does; none is started. */
  async find(): Promise<Discovery | undefined> {
    return await this.#find(AbortSignal.timeout(this.#options.startTimeoutMs ?? defaultStartTimeoutMs));
  }

  /** A version that cannot be read is not known to be older: what lives is left alone. */
  #isOutdated({ version }: Discovery): boolean {
    const own = this.#options.version;
    return isVersion(version) !== null && isVersion(own) !== null && isOlder(version, own);
  }

  async #find(signal: AbortSignal): Promise<Discovery | undefined> {
    const reading = await readDiscovery(this.#options.dataFolder);
    if (reading.kind === 'refused')
      this.#options.log(`The discovery file is not trusted: ${reading.reason}.`);
    if (reading.kind !== 'found') return undefined;
    return (await this.#options.isAlive(reading.discovery, signal)) ? reading.discovery : undefined;
  }

  async #start(timeout: AbortSignal): Promise<Discovery> {
    const { node, entry, dataFolder, log } = this.#options;
    const started = performance.now();
    const child = spawn(node, [entry, '--data', dataFolder], {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: serviceEnvironment(process.env),
    });
    log(`Starting the service (process ${child.pid ?? 'unknown'}).`);
    try {
      await ready(child, timeout);
      const discovery = await this.#find(timeout);
      if (!discovery) throw new ServiceStartError('The service started, but does not answer on its socket.');
      log(
        `The service is ready: process ${discovery.pid}, socket ${discovery.socket}, ${Math.round(performance.now() - started)} ms.`,
      );
      return discovery;
    } catch (error) {
      child.kill();
      throw error;
    } finally {
      letGo(child);
    }
  }
}

/** The service needs none of the editor's own variables, and must not inherit its debugger. */
export function serviceEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => !/^(VSCODE_|NODE_OPTIONS$|NODE_INSPECT|ELECTRON_)/i.test(name),
  );
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

/** Waits until the process says that it, or another one of the same data folder, is ready. */
async function ready(child: ChildProcess, timeout: AbortSignal): Promise<void> {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-tailLength);
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      const said = redact(tail.trim());
      reject(new ServiceStartError(said === '' ? reason : `${reason} It said: ${said}`));
    };
    timeout.addEventListener('abort', () => fail('The service did not become ready in time.'), {
      once: true,
    });
    child.once('error', (error) => fail(`The service could not be started: ${error.message}.`));
    child.once('exit', (code, signal) => {
      // A second start finds the first one, says so and ends; that line may still be on its way.
      void delay(200).then(() =>
        fail(`The service ended while starting (${signal ?? `exit code ${code ?? 'unknown'}`}).`),
      );
    });
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = startEventSchema.safeParse(parseJson(line));
      if (!event.success) return;
      if (event.data.type === 'ready') resolve();
      if (event.data.type === 'failed') fail(`The service could not start: ${event.data.error}`);
    });
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Takes out whatever looks like a key before a text is shown or logged. */
function redact(text: string): string {
  return text.replace(/[A-Za-z0-9+/_-]{32,}={0,2}/g, '…');
}

/** Lets our process end, and the service live on, whichever comes first. */
function letGo(child: ChildProcess): void {
  child.stdout?.removeAllListeners('data').resume();
  child.stderr?.removeAllListeners('data').resume();
  for (const stream of [child.stdout, child.stderr])
    if (stream && 'unref' in stream) (stream as { unref(): void }).unref();
  child.unref();
}
