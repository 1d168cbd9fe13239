import type { Kysely, Migration } from 'kysely';

/** How the upgrade of a vulnerable package was asked for. */
export const upgrades: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('patches').addColumn('upgrade', 'text').execute();
  },
};
