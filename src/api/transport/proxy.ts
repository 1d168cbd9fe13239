import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../loopback.ts';

/** Which proxy a request takes: the rules of the editor's settings and of the environment, as one pure function. */

export interface ProxySettings {
  /** False for never through a proxy. */
  readonly useProxy?: boolean | undefined;
  /** The proxy; that of the environment (`HTTPS_PROXY`, `HTTP_PROXY`) when omitted. */
  readonly proxy?: string | undefined;
  /** What is sent to the proxy as `Proxy-Authorization`; otherwise the user and password of its address. */
  readonly proxyAuthorization?: string | undefined;
  /** Hosts that are reached directly, e.g. `.example.com`, beside those of the environment (`NO_PROXY`). */
  readonly noProxy?: readonly string[] | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Way =
  | { readonly kind: 'direct' }
  /** `origin` names the proxy without what may be a password. */
  | {
      readonly kind: 'proxy';
      readonly uri: string;
      readonly origin: string;
      readonly authorization: string | undefined;
    }
  | { readonly kind: 'wrong' };

const direct: Way = { kind: 'direct' };
const proxySchemes = new Set(['http:', 'https:', 'socks:', 'socks5:']);

/**
 * The way to a service: this machine directly, excepted hosts directly, all others through the proxy of the settings,
 * else through that of the environment. `wrong` when the proxy's address is none.
 */
export function wayTo(url: URL, settings: ProxySettings, environment: Environment): Way {
  if (isLoopback(url.hostname) || settings.useProxy === false) return direct;
  const fromEnvironment = (name: string) => environment[name.toLowerCase()] || environment[name];
  const address =
    settings.proxy?.trim() ||
    (url.protocol === 'https:' ? fromEnvironment('HTTPS_PROXY') : undefined) ||
    fromEnvironment('HTTP_PROXY');
  if (!address) return direct;
  const excepted = [...(settings.noProxy ?? []), ...(fromEnvironment('NO_PROXY') ?? '').split(/[\s,]+/)];
  if (excepted.some((entry) => covers(entry.trim().toLowerCase(), url))) return direct;
  const proxy = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (!proxy || !proxySchemes.has(proxy.protocol) || proxy.hostname === '' || proxy.pathname.length > 1)
    return { kind: 'wrong' };
  return {
    kind: 'proxy',
    uri: proxy.href,
    origin: `${proxy.protocol}//${proxy.host}`,
    authorization: settings.proxyAuthorization?.trim() || undefined,
  };
}

/**
 * One exception: `*`, a domain with or without a leading dot or `*.` (its sub-domains are covered too), an address, a
 * range of addresses (`10.0.0.0/8`), each with `:port` if it is about one port only.
 */
function covers(entry: string, url: URL): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const range = /^\[?([\d.]+|[\da-f.]*:[\da-f:.]*)\]?\/(\d{1,3})$/.exec(entry);
  if (range) return inRange(host, range[1] ?? '', Number(range[2]));
  if (isIP(entry) === 6) return entry === host;
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  const domain = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
  if (domain === '') return false;
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));
}

function inRange(host: string, network: string, bits: number): boolean {
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || bits > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(host, family);
}
