import { setTimeout as sleep } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError } from '../api-error.ts';
import type { EventOf, StreamEndpoint } from '../contract/endpoint.ts';
import { readTolerantly } from '../tolerant.ts';
import { connectionError } from './connection-error.ts';
import { Deadline } from './deadline.ts';
import type { Answer } from './exchange.ts';
import { pause, type RetryPolicy, worthRetrying } from './retry.ts';

/** Server-sent events as an async iterator that survives lost connections. */

export interface EventStreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** The last event that was received before, to go on after it. */
  readonly lastEventId?: string | undefined;
  /** A connection that is silent for longer is taken as lost. Three heartbeats by default. In milliseconds. */
  readonly silenceMs?: number | undefined;
}

export type ReceivedEvent<E> = E & { readonly id: string | undefined };

type Open = (lastEventId: string | undefined, signal: AbortSignal, silenceMs: number) => Promise<Answer>;

const usualSilenceMs = 45_000;
const maximumEventCharacters = 8 * 1024 * 1024;

/**
 * Resumes after the last event received. Gives up after `policy.attempts` connections in a row that were lost soon and
 * brought nothing new.
 */
export async function* receiveEvents<E extends StreamEndpoint>(
  endpoint: E,
  open: Open,
  origin: string,
  policy: RetryPolicy,
  { signal, lastEventId, silenceMs = usualSilenceMs }: EventStreamOptions,
): AsyncGenerator<ReceivedEvent<EventOf<E>>, void> {
  using deadline = new Deadline(undefined, signal, '');
  let resumeAfter = lastEventId;
  let wait: number | undefined;
  for (let failures = 1; ; failures++) {
    let lost: ApiError;
    const opened = performance.now();
    try {
      const answer = await open(resumeAfter, deadline.signal, silenceMs);
      if (answer.status === 204) return;
      for await (const { message, retryMs } of messages(answer, origin)) {
        if (retryMs !== undefined) wait = Math.min(retryMs, policy.longestRetryAfterMs);
        if (message === undefined) continue;
        if (message.id && message.id !== resumeAfter) {
          failures = 0;
          resumeAfter = message.id;
        }
        const event = read(endpoint, message, origin);
        if (!event) continue;
        yield event;
        if (event.event === 'done') return;
      }
      lost = new ApiError('unreachable', `${origin} ended the stream before it was done.`);
    } catch (error) {
      const explained = deadline.explain(error);
      if (!(explained instanceof ApiError) || !worthRetrying(explained, true)) throw explained;
      lost = explained;
    }
    if (performance.now() - opened > policy.longestPauseMs) failures = 0;
    if (failures >= policy.attempts) throw lost;
    if ((lost.retryAfterMs ?? 0) > policy.longestRetryAfterMs) throw lost;
    const length = lost.retryAfterMs ?? (wait ?? policy.firstPauseMs) + pause(Math.max(1, failures), policy);
    await sleep(length, undefined, { signal: deadline.signal }).catch((error: unknown) => {
      throw deadline.explain(error);
    });
  }
}

interface Arrival {
  readonly message?: EventSourceMessage;
  readonly retryMs?: number;
}

async function* messages(answer: Answer, origin: string): AsyncGenerator<Arrival, void> {
  const type = answer.header('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    answer.body.destroy();
    const message = `${origin} answered with ${type || 'no content type'} where a stream of events was expected.`;
    throw new ApiError('notThisInterface', message, { status: answer.status });
  }
  const arrived: Arrival[] = [];
  let overflow = false;
  const parser = createParser({
    maxBufferSize: maximumEventCharacters,
    onEvent: (message) => arrived.push({ message }),
    onRetry: (retryMs) => arrived.push({ retryMs }),
    onError: (error) => {
      overflow ||= error.type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body) {
      parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
      yield* arrived.splice(0);
      if (overflow) throw new ApiError('tooLarge', `${origin} sent an event that is larger than 8 MB.`);
    }
  } catch (error) {
    throw connectionError(error, origin);
  } finally {
    answer.body.destroy();
  }
}

/** Events that the contract does not name are passed over. */
function read<E extends StreamEndpoint>(
  endpoint: E,
  { event = 'message', data, id }: EventSourceMessage,
  origin: string,
): ReceivedEvent<EventOf<E>> | undefined {
  const schema = Object.hasOwn(endpoint.events, event) ? endpoint.events[event] : undefined;
  if (!schema) return undefined;
  try {
    const read = { id, event, data: readTolerantly(schema, JSON.parse(data)) };
    return read as unknown as ReceivedEvent<EventOf<E>>;
  } catch (cause) {
    const message = `${origin} sent an event "${event}" in a form that is not this interface's.`;
    throw new ApiError('notThisInterface', message, { cause });
  }
}
