import * as z from 'zod';
import type { EventTrigger, TriggerCondition } from '../../../api/contract/agent/triggers.ts';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization, visibleWithin } from '../../core/agent-access.ts';
import { type Caller, type Core, instant, newId, stored } from '../../core/context.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { type OrganizationReach, type Reach, reachOf, seesAll } from '../../core/reach.ts';
import type { Queries } from '../../store/dialect.ts';
import { titleOf } from '../conversations/texts.ts';
import { emailOf, ofPlaybook, problemOf, requireRoom, type TriggerRow } from './automation-rows.ts';
import { checkedClock } from './clock.ts';
import { lastFiring } from './firings.ts';
import { requireKnownPlaceholders } from './prompt-values.ts';
import { isScopeInReach, scopeColumns, shownScope } from './scope.ts';

type Operations = typeof contract.agentTriggers;

export const maximumTriggers = 100;

/** The event triggers of an organization that somebody may know of, by name. */
export async function eventTriggersOf(core: Core, viewer: OrganizationReach): Promise<EventTrigger[]> {
  const rows = await byName(core.db, viewer).execute();
  return Promise.all(rows.map((row) => toTrigger(core.db, viewer, row)));
}

export async function listEventTriggers(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listEventTriggers']>,
): Promise<ResponseOf<Operations['listEventTriggers']>> {
  const { cursor, limit, kind } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const scope = { operation: 'agent.listEventTriggers', filters: { organizationId, kind } };
  const viewer = await reachOf(core.db, caller, organizationId);
  let query = byName(core.db, viewer).limit(limit + 1);
  if (kind) query = query.where('kind', '=', kind);
  if (cursor !== undefined) {
    const [name, id] = core.cursors.read(scope, cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('name', 'id'), '>', tuple(name, id)));
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.name, row.id]);
  return { triggers: await Promise.all(items.map((row) => toTrigger(core.db, viewer, row))), ...end };
}

export async function upsertEventTrigger(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['upsertEventTrigger']>,
): Promise<ResponseOf<Operations['upsertEventTrigger']>> {
  const { triggerId, event, prompt, enabled } = request;
  const before =
    triggerId === undefined ? undefined : await ownTrigger(core, caller, { ...request, triggerId });
  const organizationId =
    before?.organization_id ?? (await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN'));
  requireKnownPlaceholders(prompt, event.kind, 'prompt');
  const next = nextRunOf(core, event);
  const row = await core.db.transaction().execute(async (transaction) => {
    const at = instant(core);
    const after: TriggerRow = {
      id: before?.id ?? newId(),
      organization_id: organizationId,
      playbook_id: null,
      name: request.name ?? titleOf(prompt),
      kind: event.kind,
      condition: JSON.stringify(event),
      prompt,
      enabled: Number(enabled),
      maximum_per_hour: request.maximumPerHour,
      include_agent_events: Number(request.includeAgentEvents),
      user_id: caller.userId,
      next_run_at: enabled ? next : null,
      last_fired_at: before?.last_fired_at ?? null,
      created_at: before?.created_at ?? at,
      updated_at: at,
      ...(await scopeColumns(transaction, caller, organizationId, request)),
    };
    await saveTrigger(transaction, after);
    return after;
  });
  core.happened();
  return { trigger: await toTrigger(core.db, await reachOf(core.db, caller, organizationId), row) };
}

export async function deleteEventTrigger(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteEventTrigger']>,
): Promise<ResponseOf<Operations['deleteEventTrigger']>> {
  const { id } = await ownTrigger(core, caller, request);
  await core.db.deleteFrom('agent_triggers').where('id', '=', id).execute();
  return { deleted: true };
}

/** When a condition of kind `schedule` is due next. @throws Refusal 422 */
export function nextRunOf(core: Pick<Core, 'now'>, condition: TriggerCondition): string | null {
  if (condition.kind !== 'schedule') return null;
  return checkedClock(core, condition, { expression: 'event.expression', timeZone: 'event.timeZone' });
}

/** Adds a trigger or replaces it. @throws Refusal 422 where there are too many */
export async function saveTrigger(db: Queries, row: TriggerRow): Promise<void> {
  const { count } = await db
    .selectFrom('agent_triggers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', row.organization_id)
    .where('id', '!=', row.id)
    .executeTakeFirstOrThrow();
  requireRoom(Number(count), maximumTriggers, 'event triggers');
  await db
    .insertInto('agent_triggers')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
}

/** A trigger within reach. */
export function triggerInReach(db: Queries, reach: Reach, id: string): Promise<TriggerRow | undefined> {
  return db
    .selectFrom('agent_triggers')
    .selectAll()
    .where('id', '=', id)
    .where(isScopeInReach(db, reach, 'agent_triggers'))
    .executeTakeFirst();
}

/** @throws Refusal 404, 403, and 409 for one that belongs to a playbook */
async function ownTrigger(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly triggerId: string },
): Promise<TriggerRow> {
  const find = (reach: Reach) => triggerInReach(core.db, reach, request.triggerId);
  const row = await visibleWithin(core, caller, request, find, 'event trigger', 'AGENT_RUN');
  if (row.playbook_id !== null) throw ofPlaybook('event trigger');
  return row;
}

function byName(db: Queries, viewer: OrganizationReach) {
  return db
    .selectFrom('agent_triggers')
    .selectAll()
    .where('organization_id', '=', viewer.organizationId)
    .where(isScopeInReach(db, viewer, 'agent_triggers'))
    .orderBy('name')
    .orderBy('id');
}

export async function toTrigger(db: Queries, viewer: Reach, row: TriggerRow): Promise<EventTrigger> {
  const problem = await problemOf(db, row);
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    event: stored<TriggerCondition>(row.condition),
    prompt: row.prompt,
    ...(await shownScope(db, viewer, row)),
    maximumPerHour: row.maximum_per_hour,
    includeAgentEvents: row.include_agent_events === 1,
    enabled: row.enabled === 1,
    playbookId: row.playbook_id,
    ...(problem === undefined ? {} : { problem }),
    onBehalfOf: await emailOf(db, row.user_id),
    lastFiredAt: seesAll(viewer) ? row.last_fired_at : ((await lastFiring(db, viewer, row.id))?.at ?? null),
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
