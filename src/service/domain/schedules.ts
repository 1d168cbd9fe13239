import { Cron } from 'croner';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { ScanSchedule } from '../../api/contract/schedules.ts';
import type { ScheduleTable } from '../store/schema.ts';
import { organizationOf } from './access.ts';
import { type Caller, type Core, instant, newId } from './context.ts';
import { impossible } from './errors.ts';
import { repositoryIdsIn, repositoryOf } from './repositories.ts';

type Operations = typeof contract.schedules;

export async function getScanSchedules(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getScanSchedules']>,
): Promise<ResponseOf<Operations['getScanSchedules']>> {
  const repository = await repositoryOf(core, caller, request);
  const rows = await core.db
    .selectFrom('schedules')
    .selectAll()
    .where('repository_id', '=', repository.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { schedules: rows.map((row) => toSchedule(core, row)) };
}

/** Changes the schedule that is named, or the one of the branch; else adds one. */
export async function upsertScanSchedule(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['upsertScanSchedule']>,
): Promise<ResponseOf<Operations['upsertScanSchedule']>> {
  const repository = await repositoryOf(core, caller, request);
  const crontab = request.executionCriteriaCrontab;
  readCron(crontab);
  const branch = request.scanBranch ?? null;
  const at = instant(core);
  const row = await core.db.transaction().execute(async (transaction) => {
    const all = await transaction
      .selectFrom('schedules')
      .selectAll()
      .where('repository_id', '=', repository.id)
      .execute();
    const { scheduleId } = request;
    const named = all.find((schedule) => schedule.id === scheduleId);
    if (scheduleId !== undefined && !named)
      throw impossible('scheduleId', 'The repository has no such schedule.');
    const ofBranch = all.find((schedule) => schedule.scan_branch === branch);
    if (named && ofBranch && ofBranch.id !== named.id)
      throw impossible('scanBranch', 'Another schedule of the repository has this branch already.');
    const present = named ?? ofBranch;
    const changed: ScheduleTable = {
      id: present?.id ?? newId(),
      organization_id: repository.organization_id,
      repository_id: repository.id,
      scan_branch: branch,
      crontab,
      created_at: present?.created_at ?? at,
      updated_at: at,
    };
    await transaction
      .insertInto('schedules')
      .values(changed)
      .onConflict((on) => on.column('id').doUpdateSet({ scan_branch: branch, crontab, updated_at: at }))
      .execute();
    return changed;
  });
  return { schedule: toSchedule(core, row) };
}

export async function deleteScanSchedule(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteScanSchedule']>,
): Promise<ResponseOf<Operations['deleteScanSchedule']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const repositoryIds = await repositoryIdsIn(core.db, organizationId, request.repositoryIds);
  let deletion = core.db.deleteFrom('schedules').where('repository_id', 'in', repositoryIds);
  if (request.scheduleId !== undefined) deletion = deletion.where('id', '=', request.scheduleId);
  const rows = await deletion.returning('id').execute();
  if (request.scheduleId !== undefined && rows.length === 0)
    throw impossible('scheduleId', 'None of the repositories has such a schedule.');
  return { deletedScheduleIds: rows.map((row) => row.id) };
}

/** @throws Refusal 422 for an expression that is not five cron fields, or that never comes due. */
function readCron(crontab: string): Cron {
  try {
    const cron = new Cron(crontab, { timezone: 'UTC', paused: true, mode: '5-part' });
    if (cron.nextRun()) return cron;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : '';
    throw impossible(
      'executionCriteriaCrontab',
      `This is not a cron expression of five fields. ${why}`.trim(),
    );
  }
  throw impossible('executionCriteriaCrontab', 'This cron expression never comes due.');
}

function toSchedule(core: Core, row: ScheduleTable): ScanSchedule {
  return {
    id: row.id,
    repositoryId: row.repository_id,
    scanBranch: row.scan_branch,
    executionCriteriaCrontab: row.crontab,
    nextRunAt: readCron(row.crontab).nextRun(core.now())?.toISOString() ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
