import type { Kysely, Migration } from 'kysely';

/** Whether rules know a fix of an issue; not known of issues that no scan has seen since. */
export const fixable: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('issues').addColumn('fixable', 'text').execute();
  },
};
