import type { Kysely, Migration } from 'kysely';

/** Templates of packs that are switched on or off, and what of a team's each issue hangs on. */
export const packs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('pack_choices')
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('pack', 'text', (c) => c.notNull())
      .addColumn('template', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('changed_by', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('pack_choices_key', ['organization_id', 'kind', 'pack', 'template'])
      .execute();
    await db.schema.alterTable('issues').addColumn('definitions', 'text').execute();
  },
};
