import type { Kysely, Migration } from 'kysely';

/** How much work a scan was allowed; `standard` for all that ran before there was a choice. */
export const scanDepth: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('scans').addColumn('depth', 'text').execute();
  },
};
