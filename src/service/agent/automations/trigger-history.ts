import * as z from 'zod';
import type { TriggerEvent } from '../../../api/contract/agent/triggers.ts';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization, visibleWithin } from '../../core/agent-access.ts';
import { type Caller, type Core, stored } from '../../core/context.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { type Reach, reachOf } from '../../core/reach.ts';
import { repositoryOf } from '../../repositories/repositories.ts';
import type { Queries } from '../../store/dialect.ts';
import type { TriggerEventRow } from './automation-rows.ts';
import { tell } from './event-summary.ts';
import { isEventInReach } from './firings.ts';
import { told } from './trigger-entries.ts';
import { toTrigger, triggerInReach } from './triggers.ts';

type Operations = typeof contract.agentTriggers;

type HistoryRow = TriggerEventRow & {
  readonly trigger_name: string;
  readonly repository_name: string | null;
};

/** What fired triggers. What happened in a repository goes when the repository does. */
export async function listTriggerHistory(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listTriggerHistory']>,
): Promise<ResponseOf<Operations['listTriggerHistory']>> {
  const { cursor, limit, triggerId, repositoryId, status } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const filters = { organizationId, triggerId, repositoryId, status };
  const scope = { operation: 'agent.listTriggerHistory', filters };
  const before = cursor === undefined ? undefined : core.cursors.read(scope, cursor, z.tuple([z.int()]))[0];
  if (triggerId !== undefined) {
    const find = (reach: Reach) => triggerInReach(core.db, reach, triggerId);
    await visibleWithin(core, caller, { organizationId }, find, 'event trigger', 'AGENT_VIEW');
  }
  if (repositoryId !== undefined) await repositoryOf(core, caller, { organizationId, repositoryId });
  const reach = await reachOf(core.db, caller, organizationId);
  let query = historyRows(core.db)
    .where(isEventInReach(core.db, reach))
    .orderBy('agent_trigger_events.seq', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('agent_trigger_events.seq', '<', before);
  if (triggerId !== undefined) query = query.where('trigger_id', '=', triggerId);
  if (repositoryId !== undefined) query = query.where('repository_id', '=', repositoryId);
  if (status) query = query.where('status', '=', status);
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.seq]);
  return { events: await Promise.all(items.map((row) => toEvent(core.db, row))), ...end };
}

export async function getTriggerEvent(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getTriggerEvent']>,
): Promise<ResponseOf<Operations['getTriggerEvent']>> {
  const find = (reach: Reach) =>
    historyRows(core.db)
      .where('agent_trigger_events.id', '=', request.eventId)
      .where(isEventInReach(core.db, reach))
      .executeTakeFirst();
  const found = await visibleWithin(core, caller, request, find, 'trigger event', 'AGENT_VIEW');
  const trigger = await core.db
    .selectFrom('agent_triggers')
    .selectAll()
    .where('id', '=', found.trigger_id)
    .executeTakeFirstOrThrow();
  const values =
    found.values === null
      ? (await tell(core.db, told(found))).values
      : stored<Record<string, string>>(found.values);
  return {
    event: {
      ...(await toEvent(core.db, found)),
      values,
      ...(found.prompt === null ? {} : { prompt: found.prompt }),
    },
    trigger: await toTrigger(core.db, await reachOf(core.db, caller, found.organization_id), trigger),
  };
}

function historyRows(db: Queries) {
  return db
    .selectFrom('agent_trigger_events')
    .innerJoin('agent_triggers', 'agent_triggers.id', 'agent_trigger_events.trigger_id')
    .leftJoin('repositories', 'repositories.id', 'agent_trigger_events.repository_id')
    .selectAll('agent_trigger_events')
    .select(['agent_triggers.name as trigger_name', 'repositories.name as repository_name']);
}

async function toEvent(db: Queries, row: HistoryRow): Promise<TriggerEvent> {
  const event = told(row);
  const { happening } = event;
  const values = row.values === null ? undefined : stored<Record<string, string>>(row.values);
  const summary = values?.['event.summary'] ?? (await tell(db, event)).summary;
  return {
    id: row.id,
    organizationId: row.organization_id,
    triggerId: row.trigger_id,
    triggerName: row.trigger_name,
    kind: row.kind,
    repositoryId: row.repository_id,
    ...(row.repository_name === null ? {} : { repositoryName: row.repository_name }),
    status: row.status,
    summary,
    eventCount: row.event_count,
    ...('scanId' in happening ? { scanId: happening.scanId } : {}),
    issueIds: 'issueIds' in happening ? [...happening.issueIds] : [],
    issueCount: 'issueCount' in happening ? happening.issueCount : 0,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.conversation_id === null ? {} : { conversationId: row.conversation_id }),
    ...(row.job_id === null ? {} : { jobId: row.job_id }),
    occurredAt: row.occurred_at,
    updatedAt: row.updated_at,
  };
}
