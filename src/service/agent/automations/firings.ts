import type { ExpressionBuilder } from 'kysely';
import { inReachOrUnbound, type Reach } from '../../core/reach.ts';
import type { Queries } from '../../store/dialect.ts';
import type { Schema } from '../../store/schema.ts';
import { isScopeInReach } from './scope.ts';

/** What happened in a repository is for who sees that and may know of the trigger. */
export const isEventInReach =
  (db: Queries, reach: Reach) =>
  ({ and, ref }: ExpressionBuilder<Schema, 'agent_trigger_events' | 'agent_triggers'>) =>
    and([
      isScopeInReach(db, reach, 'agent_triggers'),
      inReachOrUnbound(
        reach,
        ref('agent_trigger_events.organization_id'),
        ref('agent_trigger_events.repository_id'),
      ),
    ]);

interface Firing {
  readonly at: string;
  readonly jobId: string | null;
}

/** When a trigger last had the agent asked, as far as somebody sees what fired it. */
export async function lastFiring(db: Queries, viewer: Reach, triggerId: string): Promise<Firing | undefined> {
  const event = await db
    .selectFrom('agent_trigger_events')
    .innerJoin('agent_triggers', 'agent_triggers.id', 'agent_trigger_events.trigger_id')
    .select(['agent_trigger_events.job_id', 'agent_trigger_events.started_at'])
    .where('agent_trigger_events.trigger_id', '=', triggerId)
    .where('agent_trigger_events.started_at', 'is not', null)
    .where(isEventInReach(db, viewer))
    .orderBy('agent_trigger_events.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.started_at ? { at: event.started_at, jobId: event.job_id } : undefined;
}
