import type { Kysely, Migration } from 'kysely';

/** With what permissions an answer was given that is kept for an Idempotency-Key. */
export const replayAccess: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('idempotency_keys').addColumn('access_hash', 'text').execute();
  },
};
