import type { Kysely, Migration } from 'kysely';

/** Which content of its file an issue was found in; not known of issues that no scan has seen since. */
export const contentNames: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('issues').addColumn('blob_id', 'text').execute();
  },
};
