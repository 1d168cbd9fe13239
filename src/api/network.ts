import type { Dispatcher } from 'undici';

export interface NetworkSettings {
  /** Proxy for everything but loopback, e.g. `http://user:password@proxy:8080`. */
  readonly proxy?: string | undefined;
  /** Certificate authorities to trust instead of Node's own, in PEM. */
  readonly certificates?: readonly string[] | undefined;
  /** False only where the user switched certificate checks off. */
  readonly verifyCertificates?: boolean | undefined;
}

const connectTimeoutMs = 10_000;

/** Connections to services, kept alive between calls. Loopback is always reached directly, never through a proxy. */
export class Network implements AsyncDisposable {
  readonly #settings: NetworkSettings;
  readonly #dispatchers = new Map<'direct' | 'proxied', Promise<Dispatcher>>();

  constructor(settings: NetworkSettings = {}) {
    this.#settings = settings;
  }

  dispatcherFor(url: URL): Promise<Dispatcher> {
    const way = this.#settings.proxy && !isLoopback(url.hostname) ? 'proxied' : 'direct';
    let dispatcher = this.#dispatchers.get(way);
    if (!dispatcher) {
      dispatcher = this.#open(way);
      this.#dispatchers.set(way, dispatcher);
    }
    return dispatcher;
  }

  async #open(way: 'direct' | 'proxied'): Promise<Dispatcher> {
    const { Agent, ProxyAgent } = await import('./undici.ts');
    const { proxy, certificates, verifyCertificates = true } = this.#settings;
    const tls = { rejectUnauthorized: verifyCertificates, ...(certificates && { ca: [...certificates] }) };
    const common = { allowH2: false, connect: { timeout: connectTimeoutMs, ...tls } };
    if (way === 'direct' || !proxy) return new Agent(common);
    return new ProxyAgent({ ...common, uri: proxy, requestTls: tls, proxyTls: tls });
  }

  /** Breaks off what is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    const open = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.all(open.map(async (dispatcher) => (await dispatcher).destroy()));
  }
}

/** @param hostname as `URL` gives it: IPv6 addresses in brackets. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
