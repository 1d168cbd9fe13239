import { fileURLToPath } from 'node:url';
import type { ServiceCalls } from '../agent/tool.ts';
import { ApiError } from '../api/api-error.ts';
import type { Client, DownloadOptions } from '../api/client.ts';
import type {
  AnyEndpoint,
  Endpoint,
  FileEndpoint,
  RequestOf,
  ResponseOf,
  StreamEndpoint,
} from '../api/contract/endpoint.ts';
import { putAsideText } from '../api/put-aside.ts';
import { embeddedClient, isAlive } from '../connection/embedded-client.ts';
import { EmbeddedService } from '../connection/embedded-service.ts';

/** Which service an MCP server speaks with. */

export interface LocalOptions {
  readonly dataFolder: string;
  readonly version: string;
  readonly log: (message: string) => void;
}

const product = 'parapet';

/** The service on this machine: found or started at the first call, and again when it ended for want of use. */
export class LocalService implements ServiceCalls, AsyncDisposable {
  readonly #service: EmbeddedService;
  readonly #log: (message: string) => void;
  #client: Promise<Client> | undefined;
  /** The start of the service whose damaged files were told of. */
  #told: string | undefined;

  constructor({ dataFolder, version, log }: LocalOptions) {
    this.#log = log;
    this.#service = new EmbeddedService({
      node: process.execPath,
      entry: entryOf(),
      version,
      dataFolder,
      isAlive,
      log,
    });
  }

  async call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ResponseOf<E>> {
    return await this.#asked(endpoint, options?.signal, (client) => client.call(endpoint, request, options));
  }

  async download<E extends FileEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: DownloadOptions,
  ): Promise<Uint8Array> {
    return await this.#asked(endpoint, options?.signal, (client) =>
      client.download(endpoint, request, options),
    );
  }

  /** Asks once more where the service has ended meanwhile. */
  async #asked<T>(
    { idempotent }: AnyEndpoint,
    signal: AbortSignal | undefined,
    ask: (client: Client) => Promise<T>,
  ): Promise<T> {
    const client = await this.#connected();
    try {
      return await ask(client);
    } catch (error) {
      const isGone =
        error instanceof ApiError && (error.kind === 'unauthorized' || error.kind === 'unreachable');
      // What may have had an effect is not done twice.
      const mayRepeat = isGone && (idempotent || error.neverSent || error.kind === 'unauthorized');
      if (!mayRepeat || signal?.aborted) throw error;
      this.#client = undefined;
      await client[Symbol.asyncDispose]();
      return await ask(await this.#connected());
    }
  }

  async *events<E extends StreamEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<unknown, void> {
    yield* (await this.#connected()).events(endpoint, request, options);
  }

  #connected(): Promise<Client> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #open(): Promise<Client> {
    const discovery = await this.#service.ensure();
    if (discovery.instanceId !== this.#told) {
      this.#told = discovery.instanceId;
      for (const each of discovery.putAside ?? []) this.#log(putAsideText(each));
    }
    return embeddedClient(discovery, product);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#client)?.[Symbol.asyncDispose]();
  }
}

/** Beside the bundle that this module is part of, or among the sources. */
function entryOf(here: string = import.meta.url): string {
  const name = here.endsWith('.ts') ? '../service/main.ts' : './service.js';
  return fileURLToPath(new URL(name, here));
}
