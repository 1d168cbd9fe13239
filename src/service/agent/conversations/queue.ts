import { sql } from 'kysely';
import { maximumConcurrentRuns, usualConcurrentRuns } from '../../../api/contract/agent/config.ts';
import type { MayRun } from '../../jobs/queue.ts';

/** Jobs of all organizations that run in one process at the same time. */
export const agentSlots = maximumConcurrentRuns;

/** Those whose organization has fewer running than it wants at once. Asked as part of taking one, so none is over. */
export const mayRunNow: MayRun = (subjectId) =>
  sql`${subjectId} in (
    select waiting.id from agent_jobs as waiting
    left join agent_config as config on config.organization_id = waiting.organization_id
    where waiting.status = 'PENDING' and coalesce(config.max_concurrent_runs, ${usualConcurrentRuns}) > (
      select count(*) from jobs as taken
      inner join agent_jobs as running on running.id = taken.subject_id
      where taken.kind = 'agent' and taken.status = 'running'
        and running.organization_id = waiting.organization_id
    )
  )`;
