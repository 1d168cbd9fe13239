import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { ScanSchedule } from '../../api/contract/scans/schedules.ts';
import { organizationOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { nextDue } from '../core/cron.ts';
import { impossible, Refusal } from '../core/errors.ts';
import { repositoryIdsIn, repositoryOf } from '../repositories/repositories.ts';
import type { ServiceCore } from '../service-core.ts';
import type { ScheduleTable } from '../store/tables/scan-tables.ts';
import { startFullScans } from './scans.ts';

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
  return { schedules: rows.map(toSchedule) };
}

/** Changes the schedule that is named, or the one of the branch; else adds one. */
export async function upsertScanSchedule(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['upsertScanSchedule']>,
): Promise<ResponseOf<Operations['upsertScanSchedule']>> {
  const repository = await repositoryOf(core, caller, request, 'REPOSITORY_SCAN');
  const crontab = request.executionCriteriaCrontab;
  const next = nextRun(crontab, core.now());
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
      next_run_at: next,
      created_at: present?.created_at ?? at,
      updated_at: at,
    };
    await transaction
      .insertInto('schedules')
      .values(changed)
      .onConflict((on) =>
        on.column('id').doUpdateSet({ scan_branch: branch, crontab, next_run_at: next, updated_at: at }),
      )
      .execute();
    return changed;
  });
  return { schedule: toSchedule(row) };
}

export async function deleteScanSchedule(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteScanSchedule']>,
): Promise<ResponseOf<Operations['deleteScanSchedule']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const repositoryIds = await repositoryIdsIn(
    core.db,
    caller,
    organizationId,
    request.repositoryIds,
    'REPOSITORY_SCAN',
  );
  const { scheduleId } = request;
  const rows = await core.db.transaction().execute(async (transaction) => {
    let deletion = transaction.deleteFrom('schedules').where('repository_id', 'in', repositoryIds);
    if (scheduleId !== undefined) deletion = deletion.where('id', '=', scheduleId);
    const deleted = await deletion.returning('id').execute();
    if (scheduleId !== undefined && deleted.length === 0)
      throw impossible('scheduleId', 'None of the repositories has such a schedule.');
    return deleted;
  });
  return { deletedScheduleIds: rows.map((row) => row.id) };
}

const crontabField = { expression: 'executionCriteriaCrontab', timeZone: 'executionCriteriaCrontab' };

/** @throws Refusal 422 for an expression that is not five cron fields, or that never comes due. */
function nextRun(crontab: string, after: Date): string {
  return nextDue({ expression: crontab, timeZone: 'UTC' }, after, crontabField);
}

/**
 * Starts the scans that have come due, as the repository was scanned the last time, so that nothing comes and goes with who
 * starts one; a scan that was missed while the service was not running is made up once. One that cannot be started (one is
 * running, another branch is checked out) is left out this time and told to `onRefused`. A schedule that fails holds up no
 * other one: it is tried again the next time.
 */
export async function startDueScans(
  core: ServiceCore,
  { onRefused, onError }: { onRefused(reason: string): void; onError(error: unknown): void },
): Promise<void> {
  const due = await core.db
    .selectFrom('schedules')
    .selectAll()
    .where('next_run_at', '<=', instant(core))
    .orderBy('next_run_at')
    .orderBy('id')
    .execute();
  for (const schedule of due) {
    try {
      await startScheduled(core, schedule);
    } catch (error) {
      if (error instanceof Refusal)
        onRefused(
          `The scheduled scan of repository ${schedule.repository_id} was not started: ${error.message}`,
        );
      else {
        onError(error);
        continue;
      }
    }
    // Only now: a service that is killed in between starts it again, and the database refuses a second one.
    await core.db
      .updateTable('schedules')
      .set({ next_run_at: nextRun(schedule.crontab, core.now()) })
      .where('id', '=', schedule.id)
      .where('next_run_at', '=', schedule.next_run_at)
      .execute();
  }
}

async function startScheduled(core: ServiceCore, schedule: ScheduleTable): Promise<void> {
  const repository = await core.db
    .selectFrom('repositories')
    .selectAll()
    .where('id', '=', schedule.repository_id)
    .executeTakeFirst();
  if (!repository) return;
  await startFullScans(core, [repository], { branch: schedule.scan_branch ?? undefined, asBefore: true });
}

export function toSchedule(row: ScheduleTable): ScanSchedule {
  return {
    id: row.id,
    repositoryId: row.repository_id,
    scanBranch: row.scan_branch,
    executionCriteriaCrontab: row.crontab,
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
