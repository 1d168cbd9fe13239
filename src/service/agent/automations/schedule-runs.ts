import type { LastRun } from '../../../api/contract/agent/scope.ts';
import type { TriggerCondition } from '../../../api/contract/agent/triggers.ts';
import { type Core, instant } from '../../core/context.ts';
import { nextDue } from '../../core/cron.ts';
import { Refusal } from '../../core/errors.ts';
import type { Queries } from '../../store/dialect.ts';
import { problemOf, type ScheduleRow } from './automation-rows.ts';
import { clockFields } from './clock.ts';
import { collect } from './dispatch.ts';
import { tell } from './event-summary.ts';
import { launch } from './launch.ts';
import { fillIn } from './prompt-values.ts';
import { repositoriesOf, type ScopedRepository } from './scope.ts';

/** Schedules and triggers of kind `schedule` as their time comes. */

/** Repositories that one run asks about, each in a conversation of its own. */
const mostRepositories = 50;
/** Later than this, a run counts as made up: the service was not running when it was due. */
const onTimeMs = 120_000;

/** Runs what has come due; what was missed while the service was not running is made up once. */
export async function runDue(core: Core): Promise<boolean> {
  const schedules = await core.db
    .selectFrom('agent_schedules')
    .select(['id', 'next_run_at'])
    .where('next_run_at', '<=', instant(core))
    .orderBy('next_run_at')
    .orderBy('id')
    .execute();
  let any = false;
  for (const { id, next_run_at: due } of schedules) {
    if (due === null) continue;
    const late = core.now().getTime() - Date.parse(due) > onTimeMs;
    const run = await runSchedule(core, id, late ? 'madeUp' : 'due', due);
    any ||= (run?.jobIds.length ?? 0) > 0;
  }
  return (await collectDue(core)) || any;
}

/** Has triggers whose time has come collect that as an event, of each repository that they are for. */
async function collectDue(core: Core): Promise<boolean> {
  const due = await core.db
    .selectFrom('agent_triggers')
    .selectAll()
    .where('next_run_at', '<=', instant(core))
    .orderBy('next_run_at')
    .orderBy('id')
    .execute();
  for (const trigger of due) {
    const condition = JSON.parse(trigger.condition) as TriggerCondition;
    if (condition.kind !== 'schedule') continue;
    await core.db.transaction().execute(async (transaction) => {
      const next = nextDue(condition, core.now(), clockFields);
      const { numUpdatedRows } = await transaction
        .updateTable('agent_triggers')
        .set({ next_run_at: next })
        .where('id', '=', trigger.id)
        .where('next_run_at', '=', trigger.next_run_at)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const all = await repositoriesOf(transaction, trigger);
      for (const repository of all?.slice(0, mostRepositories) ?? [null]) {
        const at = trigger.next_run_at ?? instant(core);
        await collect(core, transaction, trigger, { kind: 'schedule' }, repository?.id ?? null, at);
      }
    });
  }
  return due.length > 0;
}

/**
 * Runs a schedule: a job of each repository that it is for, but of those only that its last run is done with. When it
 * is due next is set in the same transaction, so no run happens twice. One that was changed meanwhile is left alone.
 * @param due when it was due; undefined where a person asks
 */
export async function runSchedule(
  core: Core,
  id: string,
  reason: LastRun['reason'],
  due?: string,
): Promise<LastRun | undefined> {
  const once = (work: (db: Queries, schedule: ScheduleRow) => Promise<LastRun>) =>
    core.db.transaction().execute(async (transaction) => {
      const schedule = await transaction
        .selectFrom('agent_schedules')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!schedule || (due !== undefined && schedule.next_run_at !== due)) return undefined;
      const run = await work(transaction, schedule);
      await record(core, transaction, schedule, run);
      return run;
    });
  try {
    return await once((db, schedule) => launchAll(core, db, schedule, reason));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return once(async () => ({ at: instant(core), reason, jobIds: [], message: error.message }));
  }
}

async function launchAll(
  core: Core,
  db: Queries,
  schedule: ScheduleRow,
  reason: LastRun['reason'],
): Promise<LastRun> {
  const at = instant(core);
  const problem = await problemOf(db, schedule);
  if (problem !== undefined) return { at, reason, jobIds: [], message: problem };
  const all = (await repositoriesOf(db, schedule)) ?? [null];
  const busy = await busyRepositories(db, schedule);
  const free = all.filter((repository) => !busy.has(repository?.id ?? null));
  const targets = free.slice(0, mostRepositories);
  const jobIds: string[] = [];
  for (const repository of targets) {
    const prompt = await promptOf(db, schedule, repository, at);
    const { jobId } = await launch(core, db, schedule, { repository, prompt, source: 'scheduled' });
    jobIds.push(jobId);
  }
  const message = leftOut(all.length - free.length, free.length - targets.length);
  return { at, reason, jobIds, ...(message === '' ? {} : { message }) };
}

async function promptOf(
  db: Queries,
  schedule: ScheduleRow,
  repository: ScopedRepository | null,
  at: string,
): Promise<string> {
  const { values } = await tell(db, {
    happening: { kind: 'schedule' },
    repositoryId: repository?.id ?? null,
    eventCount: 1,
    occurredAt: at,
  });
  return fillIn(schedule.prompt, values);
}

/** What jobs of earlier runs are still about. */
async function busyRepositories(db: Queries, schedule: ScheduleRow): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('agent_jobs')
    .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_jobs.conversation_id')
    .select('agent_conversations.repository_id as repository_id')
    .where('agent_jobs.organization_id', '=', schedule.organization_id)
    .where('agent_jobs.trigger_id', '=', schedule.playbook_id ?? schedule.id)
    .where('agent_jobs.status', 'in', ['PENDING', 'RUNNING'])
    .execute();
  return new Set(rows.map((row) => row.repository_id));
}

function leftOut(busy: number, over: number): string {
  const parts: string[] = [];
  if (busy > 0)
    parts.push(
      busy === 1 ? 'A job of an earlier run had not ended.' : `${busy} jobs of an earlier run had not ended.`,
    );
  if (over > 0)
    parts.push(`${over} more repositories were left out: a run is of at most ${mostRepositories}.`);
  return parts.join(' ');
}

async function record(core: Core, db: Queries, schedule: ScheduleRow, run: LastRun): Promise<void> {
  const { expression, time_zone: timeZone, next_run_at: due } = schedule;
  const next = run.reason === 'manual' ? due : nextDue({ expression, timeZone }, core.now(), clockFields);
  await db
    .updateTable('agent_schedules')
    .set({ last_run: JSON.stringify(run), next_run_at: next })
    .where('id', '=', schedule.id)
    .execute();
}
