import type { Queries } from '../../store/dialect.ts';
import { activeStatuses } from '../conversations/rows.ts';
import { historyKept } from './trigger-entries.ts';

const atOnce = 500;

/**
 * Deletes what schedules, triggers and playbooks asked long ago: of each, all conversations but the latest in which no
 * one took up what was said. One in which a person wrote or decided stays.
 */
export async function forgetOldRuns(db: Queries, kept = historyKept): Promise<void> {
  const runs = db
    .selectFrom('agent_jobs')
    .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_jobs.conversation_id')
    .where('agent_conversations.source', 'in', ['scheduled', 'event'])
    .where('agent_jobs.trigger_id', 'is not', null)
    .where('agent_jobs.status', 'not in', activeStatuses)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('agent_jobs as other')
            .select('other.id')
            .whereRef('other.conversation_id', '=', 'agent_jobs.conversation_id')
            .whereRef('other.seq', '!=', 'agent_jobs.seq'),
        ),
      ),
    )
    .select((eb) => [
      'agent_conversations.id as id',
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('agent_jobs.trigger_id').orderBy('agent_jobs.seq', 'desc'))
        .as('age'),
    ]);
  for (;;) {
    const old = await db
      .selectFrom(runs.as('runs'))
      .select('runs.id')
      .where('runs.age', '>', kept)
      .limit(atOnce)
      .execute();
    if (old.length === 0) return;
    await db
      .deleteFrom('agent_conversations')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute();
  }
}
