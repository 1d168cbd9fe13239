import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { heartbeatSeconds } from '../../api/contract/scans/scan-events.ts';
import type { LogChannel } from '../core/channel.ts';
import { invalid } from '../core/errors.ts';
import type { Environment } from './environment.ts';

const eventsAtOnce = 200;
/** How often a stream looks whether its caller may still hear it, even where nothing happens. */
const lookMs = 1_000;

export interface StreamOptions {
  readonly heartbeatMs?: number;
  /** Ends every stream when the service stops. */
  readonly stopping: AbortSignal;
  /** Called when a stream begins; returns what to call when it has ended. */
  readonly opened: () => () => void;
}

/** What grows in the store and is told as it grows, until it says `done`. */
export interface Log {
  /** By which it is announced to have grown. */
  readonly id: string;
  /** What a stream begins with, wherever it goes on. */
  readonly present: { readonly event: string; readonly data: unknown };
  /** What comes after an event (0: from the first), in order, at most `limit`. */
  after(
    id: number,
    limit: number,
  ): Promise<{
    readonly events: readonly { readonly id: number; readonly event: string; readonly data: unknown }[];
    readonly last: number;
    readonly more: boolean;
  }>;
  /** The id of its `done`; undefined while that is to come; `gone` when it is not to be told any further. */
  end(): Promise<number | 'gone' | undefined>;
  /** Why the caller may hear no more, as the last thing to be told; undefined while they may. */
  refused(): Promise<{ readonly event: string; readonly data: unknown } | undefined>;
}

/**
 * A log as server-sent events: those after the one given, then those to come, until `done`. It is read again whenever it
 * is announced to have grown, so nothing is missed between the two.
 */
export function logStream(
  c: Context<Environment>,
  channel: LogChannel,
  log: Log,
  from: number,
  { heartbeatMs = heartbeatSeconds * 1_000, stopping, opened }: StreamOptions,
): Response {
  const closed = opened();
  // Proxies that gather answers would hold events back.
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(
    c,
    async (stream) => {
      let after = from;
      let grown = true;
      let beatAt = performance.now() + heartbeatMs;
      let lookedAt = performance.now();
      let wake = (): void => undefined;
      const signal = (): void => {
        grown = true;
        wake();
      };
      const endListening = channel.listen(log.id, signal);
      stream.onAbort(signal);
      stopping.addEventListener('abort', signal);
      try {
        const { event, data } = log.present;
        await stream.writeSSE({ id: String(after), event, data: JSON.stringify(data) });
        for (;;) {
          while (grown && !stream.aborted && !stopping.aborted) {
            grown = false;
            const { events, last, more } = await log.after(after, eventsAtOnce);
            grown ||= more;
            after = last;
            for (const { id, event, data } of events) {
              await stream.writeSSE({ id: String(id), event, data: JSON.stringify(data) });
              if (event === 'done') return;
            }
          }
          if (stream.aborted || stopping.aborted) return;
          if (performance.now() - lookedAt >= lookMs) {
            lookedAt = performance.now();
            const refusal = await log.refused();
            if (refusal) {
              await stream.writeSSE({ event: refusal.event, data: JSON.stringify(refusal.data) });
              return;
            }
          }
          const end = await log.end();
          if (end === 'gone' || (end !== undefined && end <= after)) return;
          if (end !== undefined) {
            grown = true;
            continue;
          }
          await new Promise<void>((resolve) => {
            const pause = setTimeout(resolve, Math.min(lookMs, Math.max(1, beatAt - performance.now())));
            wake = () => {
              clearTimeout(pause);
              resolve();
            };
            if (grown) wake();
          });
          if (grown || performance.now() < beatAt) continue;
          beatAt = performance.now() + heartbeatMs;
          await stream.write(': still here\n\n');
        }
      } finally {
        endListening();
        stopping.removeEventListener('abort', signal);
        closed();
      }
    },
    async (error) => {
      c.var.log('error', { requestId: c.var.requestId, error: error.stack ?? error.message });
    },
  );
}

/** The event to go on after; 0 for none. @throws Refusal 400 */
export function lastEventId(c: Context<Environment>): number {
  const header = c.req.header('last-event-id');
  if (header === undefined || header === '') return 0;
  if (!/^\d{1,15}$/.test(header))
    throw invalid('Last-Event-ID', 'This is not the id of an event of this stream.');
  return Number(header);
}
