import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { TriggerCondition } from '../../../api/contract/agent/triggers.ts';
import { type Core, instant, newId, stored } from '../../core/context.ts';
import { Refusal } from '../../core/errors.ts';
import type { Occurrence } from '../../core/event-outbox.ts';
import type { Queries } from '../../store/dialect.ts';
import type { AgentOutboxTable } from '../../store/tables/automation-schema.ts';
import { collectOccurrence } from '../channel/occurrence.ts';
import { problemOf, type TriggerRow } from './automation-rows.ts';
import { tell } from './event-summary.ts';
import { launch } from './launch.ts';
import { fillIn } from './prompt-values.ts';
import { concerns } from './scope.ts';
import { add, eventsOf, giveUp, hourAgo, pendingEvent, settle, thinOut, told } from './trigger-entries.ts';
import { type Happening, meet } from './trigger-match.ts';

/**
 * From what happened to jobs. The outbox is held against the triggers; what meets one becomes an entry of its history,
 * which starts a job: at once, or, when one was started for the same trigger and repository less than a minute ago,
 * when that minute is over, with all that happened meanwhile. Each step is one transaction: a crash in between loses
 * nothing and does nothing twice.
 */

const minuteMs = 60_000;
const outboxAtOnce = 50;

/** Holds all that is in the outbox against the triggers. @returns whether there was anything */
export async function drainOutbox(core: Core): Promise<boolean> {
  for (let any = false; ; any = true) {
    const taken = await core.db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('agent_outbox')
        .selectAll()
        .orderBy('seq')
        .limit(outboxAtOnce)
        .execute();
      for (const row of rows) await match(core, transaction, row);
      const last = rows.at(-1);
      if (last) await transaction.deleteFrom('agent_outbox').where('seq', '<=', last.seq).execute();
      return rows.length;
    });
    if (taken < outboxAtOnce) return any || taken > 0;
    // Requests have their turn in between.
    await setImmediate();
  }
}

async function match(core: Core, db: Queries, row: Selectable<AgentOutboxTable>): Promise<void> {
  const triggers = await db
    .selectFrom('agent_triggers')
    .selectAll()
    .where('organization_id', '=', row.organization_id)
    .where('kind', '=', row.kind)
    .where('enabled', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const occurrence = stored<Occurrence>(row.occurrence);
  await collectOccurrence(db, row, occurrence);
  for (const trigger of triggers) {
    if (row.job_id !== null && (await isOwnDoing(db, trigger, row.job_id))) continue;
    if (!(await concerns(db, trigger, row.repository_id))) continue;
    const happening = await meet(db, stored<TriggerCondition>(trigger.condition), occurrence);
    if (happening) await collect(core, db, trigger, happening, row.repository_id, row.at);
  }
}

/** What the agent itself brought about fires only triggers that say so, and never the one that asked for it. */
async function isOwnDoing(db: Queries, trigger: TriggerRow, jobId: string): Promise<boolean> {
  if (trigger.include_agent_events === 0) return true;
  const job = await db
    .selectFrom('agent_jobs')
    .select('trigger_id')
    .where('id', '=', jobId)
    .executeTakeFirst();
  const own = job?.trigger_id ?? null;
  return own !== null && (own === trigger.id || own === trigger.playbook_id);
}

/** Adds what happened to the entry that waits for its minute to be over, or begins one. */
export async function collect(
  core: Core,
  db: Queries,
  trigger: TriggerRow,
  happening: Happening,
  repositoryId: string | null,
  at: string,
): Promise<void> {
  const waiting = await eventsOf(db, trigger.id, repositoryId)
    .where('status', '=', 'PENDING')
    .limit(1)
    .executeTakeFirst();
  if (waiting) return add(db, waiting, happening, 1, instant(core));
  const last = await eventsOf(db, trigger.id, repositoryId)
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const soonest = last?.started_at ? Date.parse(last.started_at) + minuteMs : 0;
  await db
    .insertInto('agent_trigger_events')
    .values({
      id: newId(),
      organization_id: trigger.organization_id,
      trigger_id: trigger.id,
      kind: trigger.kind,
      repository_id: repositoryId,
      status: 'PENDING',
      happening: JSON.stringify(happening),
      event_count: 1,
      due_at: new Date(Math.max(core.now().getTime(), soonest)).toISOString(),
      values: null,
      prompt: null,
      reason: null,
      conversation_id: null,
      job_id: null,
      started_at: null,
      occurred_at: at,
      updated_at: instant(core),
    })
    .execute();
}

/** Starts the jobs whose time has come. @returns whether any was started */
export async function fireDue(core: Core): Promise<boolean> {
  const due = await core.db
    .selectFrom('agent_trigger_events')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('due_at', '<=', instant(core))
    .orderBy('due_at')
    .orderBy('seq')
    .execute();
  let any = false;
  for (const { id } of due) {
    try {
      const fired = await core.db.transaction().execute((transaction) => fire(core, transaction, id));
      any ||= fired;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await refused(core, id, error);
    }
  }
  return any;
}

async function fire(core: Core, db: Queries, eventId: string): Promise<boolean> {
  const event = await pendingEvent(db, eventId);
  if (!event) return false;
  const trigger = await db
    .selectFrom('agent_triggers')
    .selectAll()
    .where('id', '=', event.trigger_id)
    .executeTakeFirstOrThrow();
  const at = instant(core);
  const problem = trigger.enabled === 0 ? 'The trigger was disabled.' : await problemOf(db, trigger);
  if (problem !== undefined) {
    await giveUp(core, db, event, 'FAILED', problem);
    return false;
  }
  if (await isOverLimit(core, db, trigger)) {
    const most = trigger.maximum_per_hour === 1 ? 'a job' : `${trigger.maximum_per_hour} jobs`;
    const reason = `The trigger had started ${most} within the hour, as many as it may.`;
    await giveUp(core, db, event, 'DROPPED', reason);
    return false;
  }
  const { values, attachments } = await tell(db, told(event));
  const prompt = fillIn(trigger.prompt, values);
  const repository =
    event.repository_id === null
      ? null
      : await db
          .selectFrom('repositories')
          .select(['id', 'name'])
          .where('id', '=', event.repository_id)
          .executeTakeFirstOrThrow();
  const { conversationId, jobId } = await launch(core, db, trigger, {
    repository,
    prompt,
    attachments,
    source: 'event',
  });
  await settle(db, event, {
    status: 'STARTED',
    values: JSON.stringify(values),
    prompt,
    conversation_id: conversationId,
    job_id: jobId,
    started_at: at,
    updated_at: at,
  });
  await db.updateTable('agent_triggers').set({ last_fired_at: at }).where('id', '=', trigger.id).execute();
  await thinOut(core, db, trigger.id);
  return true;
}

async function isOverLimit(core: Core, db: Queries, trigger: TriggerRow): Promise<boolean> {
  const { started } = await db
    .selectFrom('agent_trigger_events')
    .select((eb) => eb.fn.countAll<number>().as('started'))
    .where('trigger_id', '=', trigger.id)
    .where('started_at', '>', hourAgo(core))
    .executeTakeFirstOrThrow();
  return Number(started) >= trigger.maximum_per_hour;
}

/** No job could be started: it is tried again where too many wait, and given up for any other reason. */
async function refused(core: Core, eventId: string, refusal: Refusal): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    const event = await pendingEvent(transaction, eventId);
    if (!event) return;
    if (refusal.status !== 429) return giveUp(core, transaction, event, 'FAILED', refusal.message);
    const again = new Date(core.now().getTime() + minuteMs).toISOString();
    await settle(transaction, event, { due_at: again, updated_at: instant(core) });
  });
}
