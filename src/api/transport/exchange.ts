import type { Dispatcher } from 'undici';
import { ApiError } from '../api-error.ts';
import { connectionError } from './connection-error.ts';
import type { Network } from './network.ts';

/** One HTTP request and its answer. */

export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /** Longest silence before the answer begins, and while it comes. */
  readonly silenceMs: number;
}

export interface Answer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Dispatcher.ResponseData['body'];
}

const maximumRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Follows redirects within the origin only: credentials go to no other.
 * @throws ApiError when there is no answer; the signal's reason when it is aborted.
 */
export async function exchange(network: Network, outgoing: Outgoing): Promise<Answer> {
  let { url } = outgoing;
  for (let followed = 0; followed <= maximumRedirects; followed++) {
    const answer = await send(network, { ...outgoing, url });
    const location = answer.header('location');
    if (!redirects.has(answer.status) || location === undefined) return answer;
    answer.body.destroy();
    url = redirected(url, location, answer.status, outgoing.method);
  }
  throw new ApiError('notThisInterface', `${url.origin} redirects in a circle. Check the service's address.`);
}

async function send(network: Network, { url, silenceMs, ...outgoing }: Outgoing): Promise<Answer> {
  const { signal, method, headers, body } = outgoing;
  signal.throwIfAborted();
  const { dispatcher, proxy } = await network.connectionsFor(url);
  try {
    const {
      statusCode,
      headers: received,
      body: answered,
    } = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body ?? null,
      signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    });
    // Destroying a body that nobody reads any more makes it emit an error.
    answered.on('error', () => {});
    const header = (name: string) => {
      const value = received[name];
      return Array.isArray(value) ? value[0] : value;
    };
    return { status: statusCode, header, body: answered };
  } catch (error) {
    signal.throwIfAborted();
    throw connectionError(error, url.origin, proxy);
  }
}

function redirected(from: URL, location: string, status: number, method: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!to || to.origin !== from.origin) {
    const where = to && to.origin !== 'null' ? to.origin : 'elsewhere';
    throw new ApiError(
      'notThisInterface',
      `${from.origin} redirects to ${where}. Credentials are not sent there; if that is the service, use its address.`,
      { status, reason: 'redirected' },
    );
  }
  if (method !== 'GET' && status !== 307 && status !== 308) {
    const message = `${from.origin} redirects a ${method} request, which would lose it. Check the service's address.`;
    throw new ApiError('notThisInterface', message, { status });
  }
  return to;
}

/** @throws ApiError `tooLarge` past the bound; nothing more is then read. */
export async function readText(answer: Answer, origin: string, maximumBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, origin, maximumBytes));
}

/** @throws ApiError `tooLarge` past the bound; nothing more is then read. */
export async function readBytes(
  { body, header }: Answer,
  origin: string,
  maximumBytes: number,
): Promise<Uint8Array> {
  const tooLarge = () => {
    body.destroy();
    const limit = `${Math.floor(maximumBytes / 1024 / 1024)} MB`;
    return new ApiError('tooLarge', `The answer of ${origin} is larger than the limit of ${limit}.`);
  };
  if (Number(header('content-length') ?? 0) > maximumBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      const bytes = chunk as Uint8Array;
      size += bytes.byteLength;
      if (size > maximumBytes) throw tooLarge();
      chunks.push(bytes);
    }
  } catch (error) {
    throw connectionError(error, origin);
  }
  return Buffer.concat(chunks);
}
