import type { LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { ApiError } from '../api-error.ts';
import { isLoopback } from '../loopback.ts';
import { type Environment, type ProxySettings, type Way, wayTo } from './proxy.ts';

/** How services that are not on this machine are reached. */
export interface NetworkSettings extends ProxySettings {
  /** Whether the authorities that the operating system trusts are trusted beside Node's own. */
  readonly systemCertificates?: boolean | undefined;
  /** Further certificate authorities to trust, in PEM. */
  readonly certificates?: readonly string[] | undefined;
  /** False only where the user switched certificate checks off. */
  readonly verifyCertificates?: boolean | undefined;
  /** The variables that may name a proxy; those of this process when omitted. */
  readonly environment?: Environment | undefined;
  /** Looks hosts up for connections without a proxy, and refuses those that must not be reached; the system's when omitted. */
  readonly lookup?: LookupFunction | undefined;
  /** Path of a socket of this user that every connection is made to, whatever the host; see `own-socket.ts`. */
  readonly socket?: string | undefined;
}

/** The connections that a request takes. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  /** The proxy on the way, without what may be a password. */
  readonly proxy: string | undefined;
}

const connectTimeoutMs = 10_000;

/** Connections to services, kept alive between calls. Loopback is always reached directly, never through a proxy. */
export class Network implements AsyncDisposable {
  readonly #settings: NetworkSettings;
  readonly #dispatchers = new Map<string, Promise<Dispatcher>>();

  constructor(settings: NetworkSettings = {}) {
    this.#settings = settings;
  }

  /** @throws ApiError when the proxy's address is none */
  async connectionsFor(url: URL): Promise<Connections> {
    const { socket } = this.#settings;
    if (socket !== undefined) return { dispatcher: await this.#toSocket(socket), proxy: undefined };
    const way = wayTo(url, this.#settings, this.#settings.environment ?? process.env);
    const isHere = isLoopback(url.hostname);
    const key = way.kind === 'proxy' ? way.uri : isHere ? 'loopback' : way.kind;
    let dispatcher = this.#dispatchers.get(key);
    if (!dispatcher) {
      dispatcher = this.#open(way, isHere);
      this.#dispatchers.set(key, dispatcher);
    }
    return { dispatcher: await dispatcher, proxy: way.kind === 'proxy' ? way.origin : undefined };
  }

  #toSocket(socket: string): Promise<Dispatcher> {
    let dispatcher = this.#dispatchers.get(socket);
    if (!dispatcher) {
      dispatcher = openSocket(socket);
      this.#dispatchers.set(socket, dispatcher);
    }
    return dispatcher;
  }

  async #open(way: Way, isHere: boolean): Promise<Dispatcher> {
    const { Agent, ProxyAgent } = await import('./undici.ts');
    const tls = this.#tls(isHere);
    const { lookup } = this.#settings;
    const connect = { timeout: connectTimeoutMs, ...tls, ...(lookup && { lookup }) };
    if (way.kind === 'direct') return new Agent({ allowH2: false, connect });
    try {
      if (way.kind === 'proxy') {
        return new ProxyAgent({
          uri: way.uri,
          allowH2: false,
          connectTimeout: connectTimeoutMs,
          requestTls: tls,
          proxyTls: tls,
          ...(way.authorization && { token: way.authorization }),
        });
      }
    } catch {
      // The address may hold a password: neither it nor the error that quotes it is passed on.
    }
    throw new ApiError('proxy', 'The address of the proxy is not valid. Check the proxy setting.', {
      reason: 'proxyAddress',
    });
  }

  #tls(isHere: boolean): { rejectUnauthorized: boolean; ca?: string[] } {
    const { certificates = [], systemCertificates = false, verifyCertificates = true } = this.#settings;
    const system = systemCertificates && !isHere ? systemAuthorities() : [];
    const ca = [...system, ...certificates];
    return {
      rejectUnauthorized: verifyCertificates,
      // Node's own include those of NODE_EXTRA_CA_CERTS.
      ...(ca.length > 0 && { ca: [...getCACertificates('default'), ...ca] }),
    };
  }

  /** Breaks off what is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    const open = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.allSettled(open.map(async (dispatcher) => (await dispatcher).destroy()));
  }
}

/** Each connection checks first that the socket is this user's own: what lay there a moment ago may be gone. */
async function openSocket(socket: string): Promise<Dispatcher> {
  const [{ Agent, buildConnector }, { checkOwnSocket }] = await Promise.all([
    import('./undici.ts'),
    import('../own-socket.ts'),
  ]);
  const connect = buildConnector({ allowH2: false, socketPath: socket, timeout: connectTimeoutMs });
  return new Agent({
    allowH2: false,
    connect: (options, callback) => {
      checkOwnSocket(socket).then(
        () => connect(options, callback),
        (error: Error) => callback(error, null),
      );
    },
  });
}

/** None where the operating system's store cannot be read: then Node's own authorities decide. */
function systemAuthorities(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}
