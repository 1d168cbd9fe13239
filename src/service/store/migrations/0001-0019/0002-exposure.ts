import type { Kysely, Migration } from 'kysely';

/** How the data of an issue's first flow comes in; not known of issues that no scan has seen since. */
export const exposure: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('issues').addColumn('exposure', 'text').execute();
  },
};
