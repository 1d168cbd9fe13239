import type { Kysely, Migration } from 'kysely';

/** An issue remembers which other sinks of its cause it stands for. */
export const otherSinks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('issues').addColumn('other_sinks', 'text').execute();
  },
};
