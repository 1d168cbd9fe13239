import type { Kysely, Migration } from 'kysely';

/** What an identity provider calls the teams that it manages. */
export const scimGroups: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('scim_groups')
      .addColumn('team_id', 'text', (c) => c.primaryKey().references('teams.id').onDelete('cascade'))
      .addColumn('external_id', 'text')
      .execute();
  },
};
