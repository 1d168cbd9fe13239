import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyInit, Response as UndiciResponse } from 'undici';
import { ApiError } from '../../api/api-error.ts';
import { connectionError } from '../../api/transport/connection-error.ts';
import { Network } from '../../api/transport/network.ts';
import type { Environment } from '../../api/transport/proxy.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import { proxyFault } from './proxy-fault.ts';
import { permitForProxy, type Reachable, resolvePublic } from './reachable.ts';

/**
 * Requests of the service to servers that somebody else named: APIs of code hosts, sign-in providers. Each connection is
 * made to the very address that was checked, so neither a redirect nor a name that changes its address (DNS rebinding)
 * leads into the service's own network; time, size and redirects are bounded. Where the operator set a proxy, it is asked for
 * the host by its name, after the same check as far as the name has an address here.
 */
export interface Outbound extends AsyncDisposable {
  /** @throws OutboundFailure for no answer, one over the bounds, or a host that must not be reached; the signal's reason */
  send(url: URL, request?: OutboundRequest): Promise<OutboundAnswer>;
}

export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the request, received twice, does no more than once; what its method says when omitted (RFC 9110, section 9.2.2). */
  readonly isIdempotent?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of any status, read to its end. */
export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Where it came from, after redirects. */
  readonly url: URL;
}

export interface OutboundLimits {
  /** Milliseconds for one request with its answer. */
  readonly timeMs: number;
  /** Bytes of an answer, after decompression. */
  readonly answerBytes: number;
  /** Redirects within the same origin that a GET follows. */
  readonly redirects: number;
  /**
   * How often a request is sent again: after 429 with `Retry-After`, which says that it was refused; after 503 with it where the
   * request is idempotent, for a gateway may answer so after the server did it; after a lost connection where it only reads.
   */
  readonly retries: number;
  /** The longest `Retry-After` that is waited for. */
  readonly longestWaitMs: number;
}

export const usualOutboundLimits: OutboundLimits = {
  timeMs: 30_000,
  answerBytes: 16 * 1024 * 1024,
  redirects: 3,
  retries: 2,
  longestWaitMs: 60_000,
};

/** Why there is no answer, as a sentence for a person. */
export class OutboundFailure extends Error {}

/** @param environment its `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` hold; that of the process when omitted */
export function openOutbound(
  reachable: Reachable,
  limits: Partial<OutboundLimits> = {},
  environment?: Environment,
): Outbound {
  const bounds = { ...usualOutboundLimits, ...limits };
  const network = new Network({ lookup: pinnedLookup(reachable), environment });
  return {
    send: async (url, request = {}) => {
      for (let tried = 0; ; tried++) {
        const last = tried >= bounds.retries;
        let answer: OutboundAnswer;
        try {
          answer = await attempt({ network, reachable, bounds }, url, request);
        } catch (error) {
          const mayRepeat = error instanceof LostConnection && isReading(request);
          if (last || !mayRepeat) throw error;
          await sleep(250 * 2 ** tried, undefined, { signal: request.signal });
          continue;
        }
        const mayRepeat = answer.status === 429 || (answer.status === 503 && isIdempotent(request));
        const waitMs = mayRepeat ? waitAskedFor(answer) : undefined;
        if (last || waitMs === undefined || waitMs > bounds.longestWaitMs) return answer;
        await sleep(waitMs, undefined, { signal: request.signal });
      }
    },
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };
}

/** The same as `fetch`, for libraries that take one. */
export function fetchOver(outbound: Pick<Outbound, 'send'>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const answer = await outbound.send(new URL(request.url), {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && { body }),
      signal: request.signal,
    });
    const isEmpty = [101, 204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
}

/** A connection that broke before an answer was there. */
class LostConnection extends OutboundFailure {}

const isReading = ({ method = 'GET' }: OutboundRequest): boolean => method === 'GET' || method === 'HEAD';

const isIdempotent = ({ method = 'GET', isIdempotent: isSaid }: OutboundRequest): boolean =>
  isSaid ?? ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method);

interface Way {
  readonly network: Network;
  readonly reachable: Reachable;
  readonly bounds: OutboundLimits;
}

async function attempt(way: Way, first: URL, request: OutboundRequest): Promise<OutboundAnswer> {
  const late = AbortSignal.timeout(way.bounds.timeMs);
  const signal = request.signal ? AbortSignal.any([request.signal, late]) : late;
  let url = first;
  try {
    for (let redirects = 0; ; redirects++) {
      const answer = await exchange(way, url, request, signal);
      const next = redirectOf(answer, url, request);
      if (!next) return answer;
      if (redirects >= way.bounds.redirects)
        throw new OutboundFailure(`${url.host} redirects more than ${way.bounds.redirects} times.`);
      url = next;
    }
  } catch (cause) {
    request.signal?.throwIfAborted();
    if (late.aborted)
      throw new OutboundFailure(
        `${url.host} did not answer within ${Math.ceil(way.bounds.timeMs / 1_000)} s.`,
        { cause },
      );
    if (cause instanceof OutboundFailure) throw cause;
    if (cause instanceof ApiError && cause.kind === 'proxy')
      throw new OutboundFailure(proxyFault(url.host, cause.reason), { cause });
    throw new LostConnection(`${url.host} could not be reached, or broke off its answer.`, { cause });
  }
}

/** @throws OutboundFailure for an address that must not be reached, or that is spoken to in the clear */
async function checkAddress(url: URL, reachable: Reachable, isProxied: boolean): Promise<void> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundFailure('Only http and https addresses are reached.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure('Give credentials apart from the address.');
  const found = await (isProxied ? permitForProxy : resolvePublic)(url.hostname, reachable);
  if (found.kind === 'refused') throw new OutboundFailure(found.reason);
  if (url.protocol === 'http:' && !found.isPrivate)
    throw new OutboundFailure(`${url.host} is on the internet and is reached by https only.`);
}

async function exchange(
  { network, reachable, bounds }: Way,
  url: URL,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  // Loaded with the first request: a start does without it.
  const [{ default: undici }, { dispatcher, proxy }] = await Promise.all([
    import('undici'),
    network.connectionsFor(url),
  ]);
  await checkAddress(url, reachable, proxy !== undefined);
  const content: BodyInit | undefined = body;
  const answer = await undici
    .fetch(url, {
      method,
      headers: { ...headers },
      ...(content !== undefined && { body: content }),
      redirect: 'manual',
      signal,
      dispatcher,
    })
    .catch((cause: unknown) => {
      throw connectionError(cause, url.origin, proxy);
    });
  return {
    status: answer.status,
    headers: new Map(answer.headers),
    body: await readBounded(answer, url, bounds.answerBytes),
    url,
  };
}

async function readBounded(answer: UndiciResponse, url: URL, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    const part: unknown = piece;
    if (!(part instanceof Uint8Array)) continue;
    bytes += part.byteLength;
    if (bytes > most)
      throw new OutboundFailure(
        `The answer of ${url.host} is larger than ${Math.round(most / 1_048_576)} MB.`,
      );
    pieces.push(part);
  }
  return Buffer.concat(pieces);
}

/** Credentials are for one origin: a redirect to another one is not followed. */
function redirectOf(answer: OutboundAnswer, url: URL, request: OutboundRequest): URL | undefined {
  const location = answer.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return undefined;
  const next = URL.parse(location, url);
  if (!next || next.origin !== url.origin || !isReading(request))
    throw new OutboundFailure(`${url.host} redirects to another address, which is not followed.`);
  return next;
}

/** Milliseconds; undefined where the answer asks for no second request. */
function waitAskedFor({ headers }: OutboundAnswer): number | undefined {
  const asked = headers.get('retry-after');
  if (asked === undefined) return undefined;
  const seconds = Number(asked);
  if (Number.isFinite(seconds)) return Math.max(0, seconds) * 1_000;
  const at = Date.parse(asked);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
