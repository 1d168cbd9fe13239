import type { TriggerCondition } from '../../../../api/contract/agent/triggers.ts';
import { type Core, newId, stored } from '../../../core/context.ts';
import type { Queries } from '../../../store/dialect.ts';
import type { PlaybookRow, ScheduleRow, TriggerRow } from '../automation-rows.ts';
import { checkedClock } from '../clock.ts';
import { saveSchedule } from '../schedules.ts';
import { nextRunOf, saveTrigger } from '../triggers.ts';
import type { Template, Values } from './template.ts';

/** The schedule or event trigger through which a playbook runs: one that belongs to it, on while it is active. */

const jobsPerHour = 10;

export function scheduleOf(db: Queries, playbookId: string): Promise<ScheduleRow | undefined> {
  return db
    .selectFrom('agent_schedules')
    .selectAll()
    .where('playbook_id', '=', playbookId)
    .executeTakeFirst();
}

export function triggerOf(db: Queries, playbookId: string): Promise<TriggerRow | undefined> {
  return db.selectFrom('agent_triggers').selectAll().where('playbook_id', '=', playbookId).executeTakeFirst();
}

/**
 * Has it run as the playbook says now. Without its template, which the library may have lost, what it asks stays.
 * @throws Refusal 422 for an expression or time zone that is none
 */
export async function saveStarter(
  core: Core,
  db: Queries,
  playbook: PlaybookRow,
  template: Template | undefined,
): Promise<void> {
  const values = stored<Values>(playbook.parameters);
  const common = {
    organization_id: playbook.organization_id,
    playbook_id: playbook.id,
    name: playbook.name,
    repository_ids: playbook.repository_ids,
    tag_ids: playbook.tag_ids,
    user_id: playbook.user_id,
    enabled: playbook.active,
    created_at: playbook.created_at,
    updated_at: playbook.updated_at,
  };
  const { expression, time_zone } = playbook;
  if (expression !== null) {
    const before = await scheduleOf(db, playbook.id);
    const next = checkedClock(core, { expression, timeZone: time_zone });
    const sameClock = before?.expression === expression && before.time_zone === time_zone;
    await saveSchedule(db, {
      ...common,
      id: before?.id ?? newId(),
      prompt: template?.promptOf(values) ?? before?.prompt ?? '',
      expression,
      time_zone,
      next_run_at: playbook.active === 1 ? ((sameClock ? before?.next_run_at : null) ?? next) : null,
      last_run: before?.last_run ?? null,
    });
    return;
  }
  const before = await triggerOf(db, playbook.id);
  const condition = template?.conditionOf?.(values) ?? (before && stored<TriggerCondition>(before.condition));
  if (!condition) return;
  await saveTrigger(db, {
    ...common,
    id: before?.id ?? newId(),
    prompt: template?.promptOf(values) ?? before?.prompt ?? '',
    kind: condition.kind,
    condition: JSON.stringify(condition),
    maximum_per_hour: jobsPerHour,
    include_agent_events: 0,
    next_run_at: playbook.active === 1 ? nextRunOf(core, condition) : null,
    last_fired_at: before?.last_fired_at ?? null,
  });
}
