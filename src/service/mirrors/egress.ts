import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Environment, wayTo } from '../../api/transport/proxy.ts';
import { proxyFault } from '../core/proxy-fault.ts';
import { permitForProxy, type Reachable, resolvePublic } from '../core/reachable.ts';
import { ProxyFault, requestTo, tunnelThrough, type UpstreamProxy } from './upstream-proxy.ts';

/**
 * The only way out for a git that fetches: a proxy on loopback that looks a host up itself, refuses addresses of the
 * service's own network, and connects to the very address that it checked. So neither a redirect nor a name that changes
 * its address (DNS rebinding) leads inside. It counts what comes in, and stops at a bound. Where the operator set a proxy, it
 * asks that one for the host by its name, after the same check.
 */
export interface Egress extends AsyncDisposable {
  /** Variables of the environment that send a program's requests through it. Holds a password of this fetch. */
  readonly environment: Readonly<Record<string, string>>;
  /** Bytes that came in so far. */
  readonly received: number;
  /** Why a connection was refused or cut, as a sentence; undefined as long as none was. */
  readonly fault: string | undefined;
}

export interface EgressOptions extends Reachable {
  /** Bytes that may come in, over all connections. */
  readonly maximumBytes: number;
  /** Its `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` hold; that of the process when omitted. */
  readonly environment?: Environment | undefined;
}

const idleMs = 60_000;

export async function openEgress(options: EgressOptions): Promise<Egress> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(`Basic ${Buffer.from(`git:${password}`).toString('base64')}`);
  const sockets = new Set<Duplex>();
  let received = 0;
  let fault: string | undefined;

  const isOurs = (asking: IncomingMessage): boolean => {
    const given = Buffer.from(asking.headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  /** Cuts everything at the bound: what was fetched so far is of no use without the rest. */
  const count = (bytes: number): void => {
    received += bytes;
    if (received <= options.maximumBytes) return;
    fault ??= `The repository is larger than ${Math.round(options.maximumBytes / 1_048_576)} MB, which is the most that is fetched.`;
    for (const socket of sockets) socket.destroy();
  };
  const routeTo = async (url: URL): Promise<Route | undefined> => {
    try {
      return await permittedRoute(url, options);
    } catch (error) {
      if (!(error instanceof NoRoute)) throw error;
      fault ??= error.message;
      return undefined;
    }
  };
  const guards: Guards = {
    routeTo,
    count,
    blame: (error) => {
      if (error instanceof ProxyFault) fault ??= error.message;
    },
  };

  const server = createServer((asking, answer) => {
    if (!isOurs(asking)) return refuse(answer, 407);
    void forward(asking, answer, guards).catch((error: unknown) => {
      guards.blame(error);
      refuse(answer, 502);
    });
  });
  server.on('connect', (asking: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    if (!isOurs(asking)) return close(client, '407 Proxy Authentication Required');
    void tunnel(asking.url ?? '', client, head, { ...guards, sockets }).catch((error: unknown) => {
      guards.blame(error);
      close(client, '502 Bad Gateway');
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://git:${password}@127.0.0.1:${port}`;
  return {
    environment: {
      http_proxy: url,
      https_proxy: url,
      no_proxy: '',
      GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
    },
    get received() {
      return received;
    },
    get fault() {
      return fault;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** To the address that was checked, or through the operator's proxy. */
type Route =
  | { readonly kind: 'direct'; readonly address: string }
  | { readonly kind: 'proxy'; readonly proxy: UpstreamProxy };

/** Why a host is not asked, as a sentence for a person. */
class NoRoute extends Error {}

/** @throws NoRoute */
async function permittedRoute(url: URL, options: EgressOptions): Promise<Route> {
  const way = wayTo(url, {}, options.environment ?? process.env);
  if (way.kind === 'wrong') throw new NoRoute(proxyFault(url.host, 'proxyAddress'));
  const check = (isPrivate: boolean): void => {
    if (url.protocol !== 'https:' && !isPrivate)
      throw new NoRoute('A repository on the internet is fetched by https only.');
  };
  if (way.kind === 'proxy') {
    const permitted = await permitForProxy(url.hostname, options);
    if (permitted.kind === 'refused') throw new NoRoute(permitted.reason);
    check(permitted.isPrivate);
    return { kind: 'proxy', proxy: way };
  }
  const found = await resolvePublic(url.hostname, options);
  if (found.kind === 'refused') throw new NoRoute(found.reason);
  check(found.isPrivate);
  return { kind: 'direct', address: found.address };
}

interface Guards {
  readonly routeTo: (url: URL) => Promise<Route | undefined>;
  readonly count: (bytes: number) => void;
  /** Keeps why the operator's proxy led nowhere. */
  readonly blame: (error: unknown) => void;
}

/** Headers that are for this proxy, not for who is behind it (RFC 9110, section 7.6.1). */
const ofTheHop = new Set([
  'proxy-authorization',
  'proxy-connection',
  'connection',
  'keep-alive',
  'te',
  'upgrade',
]);

async function forward(
  asking: IncomingMessage,
  answer: ServerResponse,
  { routeTo, count, blame }: Guards,
): Promise<void> {
  const url = URL.parse(asking.url ?? '');
  if (url?.protocol !== 'http:') return refuse(answer, 400);
  const route = await routeTo(url);
  if (route === undefined) return refuse(answer, 403);
  const headers = Object.fromEntries(Object.entries(asking.headers).filter(([name]) => !ofTheHop.has(name)));
  const sent = { method: asking.method, headers: { ...headers, host: url.host }, timeout: idleMs };
  const onward =
    route.kind === 'proxy'
      ? requestTo(route.proxy, { ...sent, path: url.href })
      : request({
          ...sent,
          host: route.address,
          port: url.port === '' ? 80 : Number(url.port),
          path: `${url.pathname}${url.search}`,
        });
  onward.on('timeout', () => onward.destroy());
  onward.on('error', () => {
    if (route.kind === 'proxy') blame(new ProxyFault(proxyFault(url.host, 'proxyUnreachable')));
    refuse(answer, 502);
  });
  answer.on('close', () => onward.destroy());
  onward.on('response', (reply) => {
    if (route.kind === 'proxy' && reply.statusCode === 407) {
      blame(new ProxyFault(proxyFault(url.host, 'proxyAuthentication')));
      reply.destroy();
      return refuse(answer, 502);
    }
    reply.on('data', (chunk: Buffer) => count(chunk.length));
    reply.on('error', () => answer.destroy());
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  asking.pipe(onward);
}

async function tunnel(
  authority: string,
  client: Duplex,
  head: Buffer,
  { routeTo, count, sockets }: Guards & { readonly sockets: Set<Duplex> },
): Promise<void> {
  const url = URL.parse(`https://${authority}`);
  if (!url) return close(client, '400 Bad Request');
  const route = await routeTo(url);
  if (route === undefined) return close(client, '403 Forbidden');
  const port = url.port === '' ? 443 : Number(url.port);
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  const far =
    route.kind === 'proxy'
      ? await tunnelThrough(route.proxy, `${url.hostname}:${port}`, {
          timeoutMs: idleMs,
          signal: gone.signal,
        })
      : await connected(route.address, port, gone.signal);
  sockets.add(far);
  far.setTimeout(idleMs, () => far.destroy());
  far.on('close', () => {
    sockets.delete(far);
    client.destroy();
  });
  far.on('error', () => far.destroy());
  client.on('close', () => far.destroy());
  if (client.destroyed) return void far.destroy();
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  far.write(head);
  far.on('data', (chunk: Buffer) => count(chunk.length));
  far.pipe(client);
  client.pipe(far);
}

function connected(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const far = connect({ host, port, signal });
    far.setTimeout(idleMs, () => far.destroy(new Error('The host did not answer in time.')));
    far.once('error', reject);
    far.once('connect', () => {
      far.off('error', reject);
      resolve(far);
    });
  });
}

function refuse(answer: ServerResponse, status: number): void {
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  answer.writeHead(status, status === 407 ? { 'proxy-authenticate': 'Basic' } : {}).end();
}

function close(client: Duplex, status: string): void {
  if (client.writable) client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
  else client.destroy();
}
