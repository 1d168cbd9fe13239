import { type Kysely, type Migration, sql } from 'kysely';

/** Severities that people set, beside the engine's; tracker issues; severities in the history. */
export const triage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('issues').addColumn('set_severity', 'text').execute();
    await db.schema
      .alterTable('issues')
      .addColumn('found_score', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update issues set found_score = score`.execute(db);
    await db.schema.alterTable('issues').addColumn('tracker', 'text').execute();
    await db.schema.alterTable('triage_history').addColumn('from_severity', 'text').execute();
    await db.schema.alterTable('triage_history').addColumn('to_severity', 'text').execute();
  },
};
