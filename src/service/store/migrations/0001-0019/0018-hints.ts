import type { Kysely, Migration } from 'kysely';

/** A scan says whether hints are told. */
export const hints: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('scans').addColumn('hints', 'integer').execute();
  },
};
