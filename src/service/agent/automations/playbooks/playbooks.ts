import * as z from 'zod';
import type { Playbook } from '../../../../api/contract/agent/playbooks.ts';
import type { LastRun } from '../../../../api/contract/agent/scope.ts';
import type { ParsedRequestOf, ResponseOf } from '../../../../api/contract/endpoint.ts';
import type { contract } from '../../../../api/contract/index.ts';
import { agentOrganization, visibleWithin } from '../../../core/agent-access.ts';
import { type Caller, type Core, instant, newId, stored } from '../../../core/context.ts';
import { impossible } from '../../../core/errors.ts';
import { type Paged, takePage } from '../../../core/paging.ts';
import { type Reach, reachOf } from '../../../core/reach.ts';
import type { Queries } from '../../../store/dialect.ts';
import { emailOf, type PlaybookRow, problemOf, requireRoom } from '../automation-rows.ts';
import { lastFiring } from '../firings.ts';
import { isScopeInReach, scopeColumns, scopeOfRow, shownRun, shownScope } from '../scope.ts';
import { library, shown, templateOf } from './library.ts';
import { checkParameters } from './parameters.ts';
import { saveStarter, scheduleOf, triggerOf } from './starter.ts';
import type { Template, Values } from './template.ts';

type Operations = typeof contract.agentPlaybooks;

export const maximumPlaybooks = 100;

export async function listPlaybooks(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listPlaybooks']>,
): Promise<ResponseOf<Operations['listPlaybooks']>> {
  const { cursor, limit } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const scope = { operation: 'agent.listPlaybooks', filters: { organizationId } };
  const viewer = await reachOf(core.db, caller, organizationId);
  let query = core.db
    .selectFrom('agent_playbooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(isScopeInReach(core.db, viewer, 'agent_playbooks'))
    .orderBy('name')
    .orderBy('id')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [name, id] = core.cursors.read(scope, cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('name', 'id'), '>', tuple(name, id)));
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.name, row.id]);
  const playbooks = await Promise.all(items.map((row) => toPlaybook(core.db, viewer, row)));
  return { templates: library.map(shown), playbooks, ...end };
}

export async function installPlaybook(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['installPlaybook']>,
): Promise<ResponseOf<Operations['installPlaybook']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  const template = templateOf(request.templateId);
  if (!template) throw impossible('templateId', 'The library has no such template.');
  const at = instant(core);
  const row = await core.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('agent_playbooks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    requireRoom(Number(count), maximumPlaybooks, 'playbooks');
    const installed: PlaybookRow = {
      id: newId(),
      organization_id: organizationId,
      template_id: template.id,
      name: request.name ?? template.title,
      parameters: JSON.stringify(checkParameters(template.parameters, request.parameters ?? {})),
      active: Number(request.activate),
      expression: expressionOf(template, request.expression),
      time_zone: request.timeZone ?? 'UTC',
      user_id: caller.userId,
      created_at: at,
      updated_at: at,
      ...(await scopeColumns(transaction, caller, organizationId, {
        repositoryIds: request.repositoryIds ?? [],
        tagIds: request.tagIds ?? [],
      })),
    };
    await save(core, transaction, installed, template);
    return installed;
  });
  core.happened();
  const viewer = await reachOf(core.db, caller, row.organization_id);
  return { playbook: await toPlaybook(core.db, viewer, row) };
}

export function updatePlaybook(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updatePlaybook']>,
): Promise<ResponseOf<Operations['updatePlaybook']>> {
  return change(core, caller, request, async (db, before) => {
    const template = templateOf(before.template_id);
    if (!template)
      throw impossible('playbookId', 'Its template is not in the library any more. Install another one.');
    const scope = scopeOfRow(before);
    const values = checkParameters(template.parameters, request.parameters ?? {}, valuesOf(before));
    return {
      ...before,
      name: request.name ?? before.name,
      parameters: JSON.stringify(values),
      expression: expressionOf(template, request.expression) && (request.expression ?? before.expression),
      time_zone: request.timeZone ?? before.time_zone,
      ...(request.repositoryIds || request.tagIds
        ? await scopeColumns(db, caller, before.organization_id, {
            repositoryIds: request.repositoryIds ?? scope.repositoryIds,
            tagIds: request.tagIds ?? scope.tagIds,
          })
        : {}),
    };
  });
}

export function activatePlaybook(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['activatePlaybook']>,
): Promise<ResponseOf<Operations['activatePlaybook']>> {
  return change(core, caller, request, async (_, before) => ({ ...before, active: 1 }));
}

export function pausePlaybook(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['pausePlaybook']>,
): Promise<ResponseOf<Operations['pausePlaybook']>> {
  return change(core, caller, request, async (_, before) => ({ ...before, active: 0 }));
}

export async function uninstallPlaybook(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['uninstallPlaybook']>,
): Promise<ResponseOf<Operations['uninstallPlaybook']>> {
  const { id } = await ownPlaybook(core, caller, request);
  await core.db.deleteFrom('agent_playbooks').where('id', '=', id).execute();
  return { uninstalled: true };
}

type Named = { readonly organizationId?: string | undefined; readonly playbookId: string };

async function ownPlaybook(core: Core, caller: Caller, request: Named): Promise<PlaybookRow> {
  const find = (reach: Reach) =>
    core.db
      .selectFrom('agent_playbooks')
      .selectAll()
      .where('id', '=', request.playbookId)
      .where(isScopeInReach(core.db, reach, 'agent_playbooks'))
      .executeTakeFirst();
  return visibleWithin(core, caller, request, find, 'playbook', 'AGENT_RUN');
}

/** Changes a playbook and what it runs through, on behalf of who asks for it. */
async function change(
  core: Core,
  caller: Caller,
  request: Named,
  changed: (db: Queries, before: PlaybookRow) => Promise<PlaybookRow>,
): Promise<{ playbook: Playbook }> {
  const { id } = await ownPlaybook(core, caller, request);
  const row = await core.db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('agent_playbooks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const after = {
      ...(await changed(transaction, before)),
      user_id: caller.userId,
      updated_at: instant(core),
    };
    await save(core, transaction, after, templateOf(after.template_id));
    return after;
  });
  core.happened();
  const viewer = await reachOf(core.db, caller, row.organization_id);
  return { playbook: await toPlaybook(core.db, viewer, row) };
}

async function save(
  core: Core,
  db: Queries,
  row: PlaybookRow,
  template: Template | undefined,
): Promise<void> {
  await db
    .insertInto('agent_playbooks')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
  await saveStarter(core, db, row, template);
}

/** @throws Refusal 422 for an expression where the template runs by an event */
function expressionOf({ start }: Template, given: string | undefined): string | null {
  if (start.type === 'schedule') return given ?? start.expression;
  if (given !== undefined)
    throw impossible('expression', 'This template runs by an event, not by a schedule.');
  return null;
}

function valuesOf(row: PlaybookRow): Values {
  return stored<Values>(row.parameters);
}

async function toPlaybook(db: Queries, viewer: Reach, row: PlaybookRow): Promise<Playbook> {
  const schedule = await scheduleOf(db, row.id);
  const trigger = await triggerOf(db, row.id);
  const problem = await problemOf(db, { ...row, playbook_id: null });
  const scheduled = schedule?.last_run ? stored<LastRun>(schedule.last_run) : null;
  return {
    id: row.id,
    organizationId: row.organization_id,
    templateId: row.template_id,
    name: row.name,
    status: row.active === 1 ? 'ACTIVE' : 'PAUSED',
    parameters: { ...valuesOf(row) },
    start: trigger
      ? { type: 'event', kind: trigger.kind }
      : { type: 'schedule', expression: schedule?.expression ?? row.expression ?? '' },
    timeZone: row.time_zone,
    ...(await shownScope(db, viewer, row)),
    ...(problem === undefined ? {} : { problem }),
    onBehalfOf: await emailOf(db, row.user_id),
    triggerId: trigger?.id ?? null,
    scheduleId: schedule?.id ?? null,
    nextRunAt: schedule?.next_run_at ?? null,
    lastRun: trigger
      ? await firedRun(db, viewer, trigger.id)
      : await shownRun(db, viewer, row.user_id, scheduled),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

async function firedRun(db: Queries, viewer: Reach, triggerId: string): Promise<LastRun | null> {
  const fired = await lastFiring(db, viewer, triggerId);
  if (!fired) return null;
  return { at: fired.at, reason: 'event', jobIds: fired.jobId === null ? [] : [fired.jobId] };
}
