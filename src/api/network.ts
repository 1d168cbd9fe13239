import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { ApiError } from './api-error.ts';

/** How services that are not on this machine are reached. */
export interface NetworkSettings {
  /** False for never through a proxy. */
  readonly useProxy?: boolean | undefined;
  /** The proxy; that of the environment (`HTTPS_PROXY`, `HTTP_PROXY`) when omitted. */
  readonly proxy?: string | undefined;
  /** Hosts that are reached directly, e.g. `.example.com`; those of the environment (`NO_PROXY`) when omitted. */
  readonly noProxy?: readonly string[] | undefined;
  /** Whether the authorities that the operating system trusts are trusted beside Node's own. */
  readonly systemCertificates?: boolean | undefined;
  /** Further certificate authorities to trust, in PEM. */
  readonly certificates?: readonly string[] | undefined;
  /** False only where the user switched certificate checks off. */
  readonly verifyCertificates?: boolean | undefined;
}

type Way = 'loopback' | 'remote';

const connectTimeoutMs = 10_000;

/** Connections to services, kept alive between calls. Loopback is always reached directly, never through a proxy. */
export class Network implements AsyncDisposable {
  readonly #settings: NetworkSettings;
  readonly #dispatchers = new Map<Way, Promise<Dispatcher>>();

  constructor(settings: NetworkSettings = {}) {
    this.#settings = settings;
  }

  /** @throws ApiError when the proxy's address is none */
  dispatcherFor(url: URL): Promise<Dispatcher> {
    const way = isLoopback(url.hostname) ? 'loopback' : 'remote';
    let dispatcher = this.#dispatchers.get(way);
    if (!dispatcher) {
      dispatcher = this.#open(way);
      this.#dispatchers.set(way, dispatcher);
    }
    return dispatcher;
  }

  async #open(way: Way): Promise<Dispatcher> {
    const { Agent, EnvHttpProxyAgent } = await import('./undici.ts');
    const { useProxy = true, proxy, noProxy } = this.#settings;
    const tls = this.#tls(way);
    const common = { allowH2: false, connect: { timeout: connectTimeoutMs, ...tls } };
    if (way === 'loopback' || !useProxy) return new Agent(common);
    try {
      return new EnvHttpProxyAgent({
        ...common,
        requestTls: tls,
        proxyTls: tls,
        ...(proxy && { httpProxy: proxy, httpsProxy: proxy }),
        ...(noProxy && noProxy.length > 0 && { noProxy: noProxy.join(',') }),
      });
    } catch {
      // The address may hold a password: neither it nor the error that quotes it is passed on.
      throw new ApiError('unreachable', 'The address of the proxy is not valid. Check the proxy setting.');
    }
  }

  #tls(way: Way): { rejectUnauthorized: boolean; ca?: string[] } {
    const { certificates = [], systemCertificates = false, verifyCertificates = true } = this.#settings;
    const system = systemCertificates && way === 'remote' ? getCACertificates('system') : [];
    const ca = [...system, ...certificates];
    return {
      rejectUnauthorized: verifyCertificates,
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

/** @param hostname as `URL` gives it: IPv6 addresses in brackets. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
