import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { Way } from '../../api/transport/proxy.ts';
import { proxyFault } from '../core/proxy-fault.ts';

/** The operator's proxy on the way of a fetch (RFC 9110, sections 7.3.2 and 9.3.6). */
export type UpstreamProxy = Extract<Way, { kind: 'proxy' }>;

/** Why the proxy leads nowhere, as a sentence for a person. */
export class ProxyFault extends Error {}

/**
 * A tunnel to `authority` (`host:port`) through the proxy.
 * @param within until the tunnel is there: milliseconds of silence, and a signal that ends it
 * @throws ProxyFault
 */
export function tunnelThrough(
  proxy: UpstreamProxy,
  authority: string,
  within: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Socket> {
  const host = authority.replace(/:443$/, '');
  return new Promise((resolve, reject) => {
    const asking = requestTo(proxy, {
      method: 'CONNECT',
      path: authority,
      headers: { host: authority },
      signal: within.signal,
    });
    asking.setTimeout(within.timeoutMs, () => asking.destroy());
    asking.once('error', () => reject(new ProxyFault(proxyFault(host, 'proxyUnreachable'))));
    asking.once('response', (answer) => {
      answer.destroy();
      reject(refusal(host, answer.statusCode));
    });
    asking.once('connect', (answer, socket: Socket, head) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        return reject(refusal(host, answer.statusCode));
      }
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asking.end();
  });
}

const refusal = (host: string, status: number | undefined): ProxyFault =>
  new ProxyFault(proxyFault(host, status === 407 ? 'proxyAuthentication' : 'proxyRefused'));

/** A request to the proxy, not sent yet. Its `path` is an address as the proxy takes it. @throws ProxyFault */
export function requestTo(proxy: UpstreamProxy, { headers, ...options }: RequestOptions): ClientRequest {
  const url = new URL(proxy.uri);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ProxyFault('Repositories are fetched through an http or https proxy, not through SOCKS.');
  return (url.protocol === 'https:' ? requestHttps : requestHttp)({
    ...options,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    headers: { ...headers, ...authorization(url) },
    agent: false,
  });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
