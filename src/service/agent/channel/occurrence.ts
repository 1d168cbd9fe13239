import type { ChatEvent } from '../../../api/contract/agent/chat-channel.ts';
import { type Core, instant, stored } from '../../core/context.ts';
import type { Occurrence } from '../../core/event-outbox.ts';
import type { Queries } from '../../store/dialect.ts';
import type { ChatEventTable } from '../../store/tables/chat-tables.ts';
import { meet } from '../automations/trigger-match.ts';
import { configOf } from '../config-row.ts';
import type { JobRow } from '../conversations/rows.ts';
import { channelRow, eventsOf, isInScope } from './channel-rows.ts';

/** What the channel is to be told, written down with what happened. Its words are made when it is sent. */
export type ChatOccurrence =
  | {
      readonly kind: 'newIssues';
      readonly scanId: string;
      /** The worst first; more than these are counted. */
      readonly issueIds: readonly string[];
      readonly issueCount: number;
    }
  | { readonly kind: 'patchReady'; readonly issueId: string }
  | { readonly kind: 'scanFailed'; readonly scanId: string }
  | { readonly kind: 'automationFinished'; readonly jobId: string };

/** Of new issues, those of this severity and worse are told. */
const leastSeverity = 'HIGH';

type Where = Pick<ChatEventTable, 'organization_id' | 'repository_id' | 'at'>;

const chatEvents: Readonly<Partial<Record<Occurrence['kind'], ChatEvent>>> = {
  newIssue: 'newIssues',
  scanFailed: 'scanFailed',
  patchReady: 'patchReady',
};

/** Takes what is of interest to the channel out of the outbox's entry, in the transaction that settles it. */
export async function collectOccurrence(
  db: Queries,
  { organization_id, repository_id, at }: Where,
  occurrence: Occurrence,
): Promise<void> {
  const where = { organization_id, repository_id, at };
  const kind = chatEvents[occurrence.kind];
  if (kind === undefined || !(await isWanted(db, where, kind))) return;
  const told = await toldOf(db, occurrence);
  if (told) await add(db, where, told);
}

async function toldOf(db: Queries, occurrence: Occurrence): Promise<ChatOccurrence | undefined> {
  switch (occurrence.kind) {
    case 'newIssue': {
      const met = await meet(db, { kind: 'newIssue', leastSeverity }, occurrence);
      if (met?.kind !== 'newIssue') return undefined;
      const { scanId, issueIds, issueCount } = met;
      return { kind: 'newIssues', scanId, issueIds, issueCount };
    }
    case 'scanFailed':
      return { kind: 'scanFailed', scanId: occurrence.scanId };
    case 'patchReady':
      return { kind: 'patchReady', issueId: occurrence.issueId };
    case 'scanCompleted':
    case 'issueStatusChanged':
      return undefined;
  }
}

/** Tells that a job of a schedule or trigger came to its end, in the transaction in which it does. */
export async function collectFinishedJob(core: Pick<Core, 'now'>, db: Queries, job: JobRow): Promise<void> {
  if (job.trigger !== 'scheduled' && job.trigger !== 'event') return;
  const { organization_id, repository_id } = job;
  const where = { organization_id, repository_id, at: instant(core) };
  if (await isWanted(db, where, 'automationFinished'))
    await add(db, where, { kind: 'automationFinished', jobId: job.id });
}

/** Whether the channel is on, and is told of the kind in the repository. */
async function isWanted(db: Queries, where: Where, kind: ChatEvent): Promise<boolean> {
  const channel = await channelRow(db, where.organization_id);
  if (!channel || channel.enabled === 0) return false;
  if (!eventsOf(channel).includes(kind) || !isInScope(channel, where.repository_id)) return false;
  return (await configOf(db, where.organization_id)).enabled;
}

async function add(db: Queries, where: Where, told: ChatOccurrence): Promise<void> {
  await db
    .insertInto('chat_events')
    .values({ ...where, kind: told.kind, occurrence: JSON.stringify(told) })
    .execute();
}

/** How many of each kind events stand for: of new issues, issues. */
export function counted(
  events: readonly Pick<ChatEventTable, 'occurrence'>[],
): Partial<Record<ChatEvent, number>> {
  const counts: Partial<Record<ChatEvent, number>> = {};
  for (const { occurrence } of events) {
    const told = stored<ChatOccurrence>(occurrence);
    counts[told.kind] = (counts[told.kind] ?? 0) + (told.kind === 'newIssues' ? told.issueCount : 1);
  }
  return counts;
}
