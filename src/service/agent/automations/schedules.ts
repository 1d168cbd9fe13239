import * as z from 'zod';
import type { CronSchedule } from '../../../api/contract/agent/schedules.ts';
import type { LastRun } from '../../../api/contract/agent/scope.ts';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization, isConversationInReach, visibleWithin } from '../../core/agent-access.ts';
import { type Caller, type Core, instant, newId, stored } from '../../core/context.ts';
import { conflict } from '../../core/errors.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { type Reach, reachOf } from '../../core/reach.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { Queries } from '../../store/dialect.ts';
import { jobRows, toJob } from '../conversations/rows.ts';
import { titleOf } from '../conversations/texts.ts';
import { emailOf, ofPlaybook, problemOf, requireRoom, type ScheduleRow } from './automation-rows.ts';
import { checkedClock } from './clock.ts';
import { requireKnownPlaceholders } from './prompt-values.ts';
import { runSchedule } from './schedule-runs.ts';
import { isScopeInReach, scopeColumns, scopeOfRow, shownRun, shownScope } from './scope.ts';

type Operations = typeof contract.agentSchedules;

export const maximumSchedules = 100;

export async function listCronSchedules(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listCronSchedules']>,
): Promise<ResponseOf<Operations['listCronSchedules']>> {
  const { cursor, limit } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const scope = { operation: 'agent.listCronSchedules', filters: { organizationId } };
  const viewer = await reachOf(core.db, caller, organizationId);
  let query = core.db
    .selectFrom('agent_schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(isScopeInReach(core.db, viewer, 'agent_schedules'))
    .orderBy('name')
    .orderBy('id')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [name, id] = core.cursors.read(scope, cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('name', 'id'), '>', tuple(name, id)));
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.name, row.id]);
  return { schedules: await Promise.all(items.map((row) => toSchedule(core.db, viewer, row))), ...end };
}

export async function createCronSchedule(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createCronSchedule']>,
): Promise<ResponseOf<Operations['createCronSchedule']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  const { expression, timeZone, prompt } = request;
  const next = checkedClock(core, { expression, timeZone });
  requireKnownPlaceholders(prompt, 'schedule', 'prompt');
  const at = instant(core);
  const row = await core.db.transaction().execute(async (transaction) => {
    const created: ScheduleRow = {
      id: newId(),
      organization_id: organizationId,
      playbook_id: null,
      name: request.name ?? titleOf(prompt),
      prompt,
      expression,
      time_zone: timeZone,
      enabled: Number(request.enabled),
      user_id: caller.userId,
      next_run_at: request.enabled ? next : null,
      last_run: null,
      created_at: at,
      updated_at: at,
      ...(await scopeColumns(transaction, caller, organizationId, request)),
    };
    await saveSchedule(transaction, created);
    return created;
  });
  core.happened();
  const viewer = await reachOf(core.db, caller, row.organization_id);
  return { schedule: await toSchedule(core.db, viewer, row) };
}

export async function updateCronSchedule(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateCronSchedule']>,
): Promise<ResponseOf<Operations['updateCronSchedule']>> {
  const { id } = await ownSchedule(core, caller, request);
  const row = await core.db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('agent_schedules')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const expression = request.expression ?? before.expression;
    const timeZone = request.timeZone ?? before.time_zone;
    const enabled = request.enabled ?? before.enabled === 1;
    const prompt = request.prompt ?? before.prompt;
    if (request.prompt !== undefined) requireKnownPlaceholders(prompt, 'schedule', 'prompt');
    const next = checkedClock(core, { expression, timeZone });
    const sameClock = expression === before.expression && timeZone === before.time_zone;
    const scope = scopeOfRow(before);
    const scoped = request.repositoryIds !== undefined || request.tagIds !== undefined;
    const after: ScheduleRow = {
      ...before,
      name: request.name ?? before.name,
      prompt,
      expression,
      time_zone: timeZone,
      enabled: Number(enabled),
      user_id: caller.userId,
      next_run_at: enabled ? ((sameClock ? before.next_run_at : null) ?? next) : null,
      updated_at: instant(core),
      ...(scoped
        ? await scopeColumns(transaction, caller, before.organization_id, {
            repositoryIds: request.repositoryIds ?? scope.repositoryIds,
            tagIds: request.tagIds ?? scope.tagIds,
          })
        : {}),
    };
    await saveSchedule(transaction, after);
    return after;
  });
  core.happened();
  const viewer = await reachOf(core.db, caller, row.organization_id);
  return { schedule: await toSchedule(core.db, viewer, row) };
}

export async function deleteCronSchedule(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteCronSchedule']>,
): Promise<ResponseOf<Operations['deleteCronSchedule']>> {
  const { id } = await ownSchedule(core, caller, request);
  await core.db.deleteFrom('agent_schedules').where('id', '=', id).execute();
  return { deleted: true };
}

export async function triggerCronSchedule(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['triggerCronSchedule']>,
): Promise<ResponseOf<Operations['triggerCronSchedule']>> {
  const row = await visibleSchedule(core, caller, request);
  const run = await runSchedule(core, row.id, 'manual');
  core.work.wake();
  const jobIds = run?.jobIds ?? [];
  if (jobIds.length === 0) throw conflict(run?.message ?? 'There is nothing that it could ask about.');
  const viewer = await reachOf(core.db, caller, row.organization_id);
  const jobs = await jobRows(core.db)
    .where('agent_jobs.id', 'in', jobIds)
    .where(isConversationInReach(viewer))
    .orderBy('agent_jobs.seq')
    .execute();
  const after = await scheduleRow(core.db, row.id);
  return { schedule: await toSchedule(core.db, viewer, after ?? row), jobs: jobs.map(toJob) };
}

/** Adds a schedule or replaces it. @throws Refusal 422 where there are too many */
export async function saveSchedule(db: Queries, row: ScheduleRow): Promise<void> {
  const { count } = await db
    .selectFrom('agent_schedules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', row.organization_id)
    .where('id', '!=', row.id)
    .executeTakeFirstOrThrow();
  requireRoom(Number(count), maximumSchedules, 'schedules');
  await db
    .insertInto('agent_schedules')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
}

function scheduleRow(db: Queries, id: string): Promise<ScheduleRow | undefined> {
  return db.selectFrom('agent_schedules').selectAll().where('id', '=', id).executeTakeFirst();
}

type Named = { readonly organizationId?: string | undefined; readonly scheduleId: string };

async function visibleSchedule(core: Core, caller: Caller, request: Named): Promise<ScheduleRow> {
  const find = (reach: Reach) =>
    core.db
      .selectFrom('agent_schedules')
      .selectAll()
      .where('id', '=', request.scheduleId)
      .where(isScopeInReach(core.db, reach, 'agent_schedules'))
      .executeTakeFirst();
  return visibleWithin(core, caller, request, find, 'schedule', 'AGENT_RUN');
}

/** @throws Refusal 404, 403, and 409 for one that belongs to a playbook */
async function ownSchedule(core: Core, caller: Caller, request: Named): Promise<ScheduleRow> {
  const row = await visibleSchedule(core, caller, request);
  if (row.playbook_id !== null) throw ofPlaybook('schedule');
  return row;
}

async function toSchedule(db: Queries, viewer: Reach, row: ScheduleRow): Promise<CronSchedule> {
  const problem = await problemOf(db, row);
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    prompt: row.prompt,
    expression: row.expression,
    timeZone: row.time_zone,
    ...(await shownScope(db, viewer, row)),
    enabled: row.enabled === 1,
    playbookId: row.playbook_id,
    ...(problem === undefined ? {} : { problem }),
    onBehalfOf: await emailOf(db, row.user_id),
    nextRunAt: row.next_run_at,
    lastRun: await shownRun(
      db,
      viewer,
      row.user_id,
      row.last_run === null ? null : stored<LastRun>(row.last_run),
    ),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
