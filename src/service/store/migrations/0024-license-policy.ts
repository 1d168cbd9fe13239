import type { Kysely, Migration } from 'kysely';

/** A scan says which licences packages may have. */
export const licensePolicy: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('scans').addColumn('license_policy', 'text').execute();
  },
};
