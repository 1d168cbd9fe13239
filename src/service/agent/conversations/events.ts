import type { jobStream } from '../../../api/contract/agent/job-stream.ts';
import type { MessagePart } from '../../../api/contract/agent/message.ts';
import type { EventOf } from '../../../api/contract/endpoint.ts';
import { stored } from '../../core/context.ts';
import type { Queries } from '../../store/dialect.ts';
import { activeStatuses } from './rows.ts';

/** The log of a job: everything that its stream tells, in order. What a message says is what its log adds up to. */

export type JobEvent = EventOf<typeof jobStream>;
export type NumberedJobEvent = JobEvent & { readonly id: number };

export async function addJobEvents(db: Queries, jobId: string, events: readonly JobEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('agent_events')
    .values(events.map(({ event, data }) => ({ job_id: jobId, type: event, data: JSON.stringify(data) })))
    .execute();
}

/** The events of a job after one of them (0: from the first), in order, at most `limit`. */
export async function jobEventsAfter(
  db: Queries,
  jobId: string,
  after: number,
  limit: number,
): Promise<{ events: NumberedJobEvent[]; last: number; more: boolean }> {
  const rows = await db
    .selectFrom('agent_events')
    .select(['id', 'type', 'data'])
    .where('job_id', '=', jobId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const events = rows.map(
    (row) => ({ id: row.id, event: row.type, data: stored(row.data) }) as NumberedJobEvent,
  );
  return { events, last: rows.at(-1)?.id ?? after, more: rows.length === limit };
}

/** The latest event of a job; of one that has ended, its `done`. */
export function lastEventOf(db: Queries, jobId: string): Promise<{ id: number; type: string } | undefined> {
  return db
    .selectFrom('agent_events')
    .select(['id', 'type'])
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What a message consists of after some of its job's events. */
export function partsAfter(messageId: string, events: Iterable<JobEvent>): MessagePart[] {
  const parts: MessagePart[] = [];
  for (const { event, data } of events) {
    if (!('messageId' in data) || data.messageId !== messageId) continue;
    switch (event) {
      case 'message.delta': {
        const before = parts[data.part];
        const text = before?.type === 'text' ? before.text : '';
        parts[data.part] = { type: 'text', text: text + data.text };
        break;
      }
      case 'tool.started':
      case 'tool.completed':
        parts[data.part] = { type: 'tool', call: data.call };
        break;
      case 'patch.ready':
        parts[data.part] = { type: 'patch', issueId: data.patch.issueId, title: data.title };
        break;
    }
  }
  return parts;
}

/** The same from the log. */
export async function storedParts(db: Queries, jobId: string, messageId: string): Promise<MessagePart[]> {
  const all: JobEvent[] = [];
  for (let after = 0, more = true; more; ) {
    const read = await jobEventsAfter(db, jobId, after, 1_000);
    all.push(...read.events);
    ({ last: after, more } = read);
  }
  return partsAfter(messageId, all);
}

/** Forgets what jobs that ended before the time said as they went; their messages have it. How they ended stays. */
export async function forgetOldJobEvents(db: Queries, before: string): Promise<void> {
  await db
    .deleteFrom('agent_events')
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('agent_jobs')
        .select('agent_jobs.id')
        .where('finished_at', '<', before)
        .where('status', 'not in', activeStatuses),
    )
    .where('type', '!=', 'done')
    .execute();
}
