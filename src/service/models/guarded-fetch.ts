import { setTimeout as pause } from 'node:timers/promises';
import { type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import { Network } from '../../api/transport/network.ts';
import { pinnedLookup, refusalIn } from '../core/pinned-lookup.ts';
import { checkAddress } from './addresses.ts';
import type { ModelConnection, ModelTimes } from './connection.ts';
import { failureOfStatus, ModelFailure } from './failure.ts';

/**
 * The requests to a model: to its own host only, over the way that the environment's proxy settings name, again after
 * what passes (429, 503, 529, a lost connection before an answer) as the server asks, and with a bound on silence and
 * on size.
 */

const attempts = 3;
const usualLargestAnswer = 32 * 1024 * 1024;
const passing: ReadonlySet<number> = new Set([429, 502, 503, 529]);

export interface Guarded {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export interface GuardedOptions {
  readonly times: ModelTimes;
  /** Bytes of one answer. */
  readonly largestAnswer?: number;
}

export function guardedFetch(
  { baseUrl, mayBePrivate, socket }: Pick<ModelConnection, 'baseUrl' | 'mayBePrivate' | 'socket'>,
  { times, largestAnswer = usualLargestAnswer }: GuardedOptions,
): Guarded {
  const base = new URL(baseUrl);
  const lookup = pinnedLookup(
    { mayBePrivate, allowedHosts: new Set() },
    { onlyPrivate: base.protocol === 'http:' },
  );
  const network = new Network({ socket, lookup });

  async function attempt(url: URL, init: RequestInit | undefined): Promise<Response> {
    await checkAddress(url, mayBePrivate);
    const { dispatcher } = await network.connectionsFor(url);
    const silence = new AbortController();
    const signal = init?.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    const quiet = timer(times.firstPieceMs, silence);
    try {
      const options = { ...init, signal, redirect: 'error', dispatcher } as unknown as UndiciInit;
      const answer = (await undiciFetch(url, options)) as unknown as Response;
      return bounded(answer, { ...times, largestAnswer }, silence, quiet);
    } catch (cause) {
      quiet.stop();
      init?.signal?.throwIfAborted();
      if (silence.signal.aborted) throw silence.signal.reason;
      const refusal = refusalIn(cause);
      if (refusal) throw new ModelFailure(refusal.message, { cause });
      throw new ModelFailure(`The language model at ${base.host} could not be reached: ${codeOf(cause)}.`, {
        cause,
      });
    }
  }

  return {
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== base.origin)
        throw new ModelFailure('A request to another host than the model’s was refused.');
      for (let tried = 1; ; tried++) {
        let answer: Response | undefined;
        let failure: unknown;
        try {
          answer = await attempt(url, init);
        } catch (error) {
          init?.signal?.throwIfAborted();
          failure = error;
        }
        if (answer?.ok) return answer;
        const said = answer ? (await answer.text().catch(() => '')).slice(0, 10_000) : '';
        const mayPass = answer ? passing.has(answer.status) : isLost(failure);
        const waitMs = answer ? waitAskedFor(answer, tried) : 250 * 2 ** tried;
        if (!mayPass || tried >= attempts || waitMs > times.longestWaitMs) {
          throw answer ? failureOfStatus(answer.status, said) : failure;
        }
        await pause(waitMs, undefined, init?.signal ? { signal: init.signal } : {});
      }
    },
    close: () => network[Symbol.asyncDispose](),
  };
}

/** `Retry-After` in seconds or as a date, else growing pauses. */
function waitAskedFor(answer: Response, tried: number): number {
  const asked = answer.headers.get('retry-after');
  if (asked === null) return 500 * 2 ** tried;
  const seconds = Number(asked);
  if (Number.isFinite(seconds)) return Math.max(0, seconds) * 1_000;
  const at = Date.parse(asked);
  return Number.isNaN(at) ? 500 * 2 ** tried : Math.max(0, at - Date.now());
}

interface Timer {
  again(ms: number): void;
  stop(): void;
}

function timer(ms: number, silence: AbortController): Timer {
  let running: NodeJS.Timeout | undefined;
  const start = (after: number): void => {
    running = setTimeout(() => {
      silence.abort(new ModelFailure(`The language model said nothing for ${Math.round(after / 1_000)} s.`));
    }, after);
  };
  start(ms);
  return {
    again: (after) => {
      clearTimeout(running);
      start(after);
    },
    stop: () => clearTimeout(running),
  };
}

/** The same answer, ended when it is silent for too long or grows too large. */
function bounded(
  answer: Response,
  { idleMs, largestAnswer }: Pick<ModelTimes, 'idleMs'> & { readonly largestAnswer: number },
  silence: AbortController,
  quiet: Timer,
): Response {
  if (!answer.body) {
    quiet.stop();
    return answer;
  }
  let bytes = 0;
  const watched = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        bytes += piece.byteLength;
        if (bytes > largestAnswer) {
          controller.error(new ModelFailure('The answer of the language model is too large.'));
          return;
        }
        quiet.again(idleMs);
        controller.enqueue(piece);
      },
      flush: () => quiet.stop(),
    }),
  );
  silence.signal.addEventListener('abort', () => quiet.stop(), { once: true });
  return new Response(watched, {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
}

function isLost(error: unknown): boolean {
  return (
    error instanceof ModelFailure &&
    error.cause !== undefined &&
    /ECONNRESET|EPIPE|SOCKET/.test(codeOf(error.cause))
  );
}

function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; depth < 5 && at instanceof Error; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return 'the connection failed';
}
