import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { heartbeatSeconds } from '../../api/contract/scan-events.ts';
import type { Caller } from '../domain/context.ts';
import { invalid } from '../domain/errors.ts';
import { scanEventsAfter } from '../domain/scan-events.ts';
import { isFinished, scanRow } from '../domain/scans.ts';
import type { ServiceCore } from '../domain/service-core.ts';
import type { Environment } from './environment.ts';

const eventsAtOnce = 200;

export interface StreamOptions {
  readonly heartbeatMs?: number;
  /** Ends every stream when the service stops. */
  readonly stopping: AbortSignal;
  /** Called when a stream begins; returns what to call when it has ended. */
  readonly opened: () => () => void;
}

/**
 * A scan's events from its log: all of them, or those after `Last-Event-ID`; then those to come, until `done`.
 * The log is read again whenever it is announced to have grown, so nothing is missed between the two.
 */
export async function scanStream(
  c: Context<Environment>,
  core: ServiceCore,
  caller: Caller,
  request: { id: string; organizationId?: string | undefined },
  { heartbeatMs = heartbeatSeconds * 1_000, stopping, opened }: StreamOptions,
): Promise<Response> {
  const scan = await scanRow(core, caller, request);
  let after = lastEventId(c.req.header('last-event-id'));
  const closed = opened();
  return streamSSE(
    c,
    async (stream) => {
      let grown = true;
      let wake = (): void => undefined;
      const signal = (): void => {
        grown = true;
        wake();
      };
      const endListening = core.channel.listen(scan.id, signal);
      stream.onAbort(signal);
      stopping.addEventListener('abort', signal);
      try {
        await stream.writeSSE({
          id: String(after),
          event: 'scan.status',
          data: JSON.stringify({
            scanId: scan.id,
            status: scan.status,
            ...(scan.error_message === null ? {} : { errorMessage: scan.error_message }),
          }),
        });
        for (;;) {
          while (grown && !stream.aborted && !stopping.aborted) {
            grown = false;
            const { events, last, more } = await scanEventsAfter(core.db, scan.id, after, eventsAtOnce);
            grown ||= more;
            after = last;
            for (const { id, event, data } of events) {
              await stream.writeSSE({ id: String(id), event, data: JSON.stringify(data) });
              if (event === 'done') return;
            }
          }
          if (stream.aborted || stopping.aborted) return;
          const end = await endOf(core, scan.id);
          if (end === 'gone' || (end !== undefined && end <= after)) return;
          if (end !== undefined) {
            grown = true;
            continue;
          }
          await new Promise<void>((resolve) => {
            const beat = setTimeout(resolve, heartbeatMs);
            wake = () => {
              clearTimeout(beat);
              resolve();
            };
            if (grown) wake();
          });
          if (!grown) await stream.write(': still here\n\n');
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

/** The id of a scan's `done`, if it has been written; `gone` when the scan was deleted with its repository. */
async function endOf(core: ServiceCore, scanId: string): Promise<number | 'gone' | undefined> {
  const row = await core.db.selectFrom('scans').select('status').where('id', '=', scanId).executeTakeFirst();
  if (!row) return 'gone';
  // `done` is written just after the status: give it the moment it takes.
  if (!isFinished(row.status)) return undefined;
  const done = await core.db
    .selectFrom('scan_events')
    .select('id')
    .where('scan_id', '=', scanId)
    .where('type', '=', 'done')
    .executeTakeFirst();
  return done?.id;
}

function lastEventId(header: string | undefined): number {
  if (header === undefined || header === '') return 0;
  if (!/^\d{1,15}$/.test(header))
    throw invalid('Last-Event-ID', 'This is not the id of an event of this stream.');
  return Number(header);
}
