import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fetch, type Response } from 'undici';
import { Network } from '../../../api/transport/network.ts';
import { pinnedLookup, refusalIn } from '../../core/pinned-lookup.ts';
import { checkSourceAddress } from './source-address.ts';
import { SourceFailure } from './source-failure.ts';

/** Requests to sources of advisories, each within a time and a size. */

export interface Access {
  readonly network: Network;
  /** Whether the source may be on this machine or in a private network. */
  readonly mayBePrivate: boolean;
  readonly signal?: AbortSignal;
}

/** Connections to sources, each made to an address that was checked. */
export const sourceNetwork = (mayBePrivate: boolean): Network =>
  new Network({
    systemCertificates: true,
    lookup: pinnedLookup({ mayBePrivate, allowedHosts: new Set() }),
  });

interface Bounds {
  readonly timeMs: number;
  /** Bytes of the answer. */
  readonly largest: number;
}

/**
 * The JSON that a source answers with.
 * @param body sent as JSON by POST; GET without one
 * @throws SourceFailure for every other answer, and for none
 */
export async function requestJson(
  access: Access,
  url: URL,
  bounds: Bounds,
  body?: unknown,
): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  await exchange(access, url, bounds, body, async (answer) => {
    for await (const piece of limited(answer, url, bounds.largest)) pieces.push(piece);
  });
  const answer = Buffer.concat(pieces).toString('utf8');
  try {
    return JSON.parse(answer);
  } catch (cause) {
    throw new SourceFailure(
      /^\s*</.test(answer)
        ? `${url.host} answered with a web page instead of advisories. A proxy or a sign-in page may be in between.`
        : `${url.host} answered with broken JSON.`,
      { cause },
    );
  }
}

/**
 * Writes what a source answers with to a new file.
 * @param on told how many bytes have come
 * @throws SourceFailure for an answer that is not ok, and for none
 */
export async function download(
  access: Access,
  url: URL,
  bounds: Bounds,
  file: string,
  on: (bytes: number) => void,
): Promise<void> {
  await exchange(access, url, bounds, undefined, async (answer) => {
    if (/\bhtml\b/i.test(answer.headers.get('content-type') ?? '')) {
      throw new SourceFailure(
        `${url.host} answered with a web page instead of an archive. A proxy or a sign-in page may be in between.`,
      );
    }
    await pipeline(
      limited(answer, url, bounds.largest, on),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
  });
}

async function exchange(
  { network, mayBePrivate, signal }: Access,
  url: URL,
  { timeMs }: Bounds,
  body: unknown,
  read: (answer: Response) => Promise<void>,
): Promise<void> {
  await checkSourceAddress(url, mayBePrivate);
  const late = AbortSignal.timeout(timeMs);
  const { dispatcher } = await network.connectionsFor(url);
  try {
    const answer = await fetch(url, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }) },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      dispatcher,
    });
    if (!answer.ok) throw new SourceFailure(`${url.host} answered with status ${answer.status}.`);
    await read(answer);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof SourceFailure) throw cause;
    const refusal = refusalIn(cause);
    if (refusal) throw new SourceFailure(refusal.message, { cause });
    throw new SourceFailure(
      late.aborted
        ? `${url.host} took more than ${Math.ceil(timeMs / 1_000)} s to answer.`
        : `${url.host} could not be reached, or broke off its answer.`,
      { cause },
    );
  }
}

async function* limited(
  answer: Response,
  url: URL,
  largest: number,
  on: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    const part: unknown = piece;
    if (!(part instanceof Uint8Array)) continue;
    bytes += part.byteLength;
    if (bytes > largest) {
      throw new SourceFailure(
        `The answer of ${url.host} is larger than ${Math.round(largest / 1_000_000)} MB.`,
      );
    }
    on(bytes);
    yield part;
  }
}
