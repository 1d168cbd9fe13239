import type { Kysely, Migration } from 'kysely';

/** What language models had to do with patches, those that failed included. */
export const modelTraces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('patches').addColumn('trace', 'text').execute();
  },
};
