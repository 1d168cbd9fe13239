import type { Kysely, Migration } from 'kysely';

/** A scan says where packages are looked up over the network. */
export const onlineSources: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('scans').addColumn('online_sources', 'text').execute();
  },
};
