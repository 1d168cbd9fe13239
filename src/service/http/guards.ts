import type { HonoRequest, MiddlewareHandler } from 'hono';
import type { Environment } from './environment.ts';
import { answerError } from './errors.ts';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function isLoopback(host: string): boolean {
  return host === '::1' || loopbackNames.has(host.toLowerCase());
}

/**
 * Keeps other web pages out. Bound to loopback, only loopback names and the name that the operator gave are answered: a
 * page whose name was rebound to 127.0.0.1 sends its own. A request that a browser makes for another origin carries
 * `Origin` or says so in `Sec-Fetch-Site`, which no page can change, and is refused; following a link to a page of ours,
 * as one in a mail, is not.
 * @param named where browsers reach the service, through whatever is in front of it
 */
export function browserGuard(boundTo: string, named?: URL): MiddlewareHandler<Environment> {
  const onlyLoopback = isLoopback(boundTo);
  return async (c, next) => {
    const url = URL.parse(c.req.url);
    const host = url?.hostname.toLowerCase() ?? '';
    if (onlyLoopback && !loopbackNames.has(host) && host !== named?.hostname)
      return answerError(c, 403, { error: 'This service answers only under a loopback name.' });
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== url?.origin && origin !== named?.origin)
      return answerError(c, 403, { error: 'Requests from other origins are refused.' });
    const site = c.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opensPage(c.req))
      return answerError(c, 403, { error: 'Requests from other sites are refused.' });
    return next();
  };
}

/** Whether somebody opens a page of ours in a window, which no other page can read. Pages change nothing when they are opened. */
function opensPage(request: HonoRequest): boolean {
  return (
    request.method === 'GET' &&
    request.header('sec-fetch-mode') === 'navigate' &&
    request.header('sec-fetch-dest') === 'document' &&
    isPage(request.path)
  );
}

/** Addresses of pages, which are for people; everything else is for programs. */
const isPage = (path: string): boolean => path === '/' || /^\/(?:sign-in|dashboard)(?:\/|$)/.test(path);
