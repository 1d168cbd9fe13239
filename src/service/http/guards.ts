import type { MiddlewareHandler } from 'hono';
import type { Environment } from './environment.ts';
import { answerError } from './errors.ts';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function isLoopback(host: string): boolean {
  return host === '::1' || loopbackNames.has(host.toLowerCase());
}

/**
 * Keeps web pages out. Bound to loopback, only loopback names are answered: a page whose name was rebound to
 * 127.0.0.1 sends its own. A request that a browser makes for another origin carries `Origin` or says so in
 * `Sec-Fetch-Site`, which no page can change, and is refused.
 */
export function browserGuard(boundTo: string): MiddlewareHandler<Environment> {
  const onlyLoopback = isLoopback(boundTo);
  return async (c, next) => {
    const url = URL.parse(c.req.url);
    if (onlyLoopback && !loopbackNames.has(url?.hostname.toLowerCase() ?? ''))
      return answerError(c, 403, { error: 'This service answers only under a loopback name.' });
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== url?.origin)
      return answerError(c, 403, { error: 'Requests from other origins are refused.' });
    const site = c.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      return answerError(c, 403, { error: 'Requests from other sites are refused.' });
    return next();
  };
}
