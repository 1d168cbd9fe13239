import type { Kysely, Migration } from 'kysely';

/** Custom rules, sources and sinks, and the repositories that each is for. */
export const customDefinitions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('custom_definitions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('severity', 'text')
      .addColumn('languages', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('examples', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('all_repositories', 'integer', (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('custom_definitions_by_time')
      .on('custom_definitions')
      .columns(['organization_id', 'kind', 'created_at', 'id'])
      .execute();
    await db.schema
      .createTable('custom_definition_repositories')
      .addColumn('definition_id', 'text', (c) =>
        c.notNull().references('custom_definitions.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('custom_definition_repositories_key', ['definition_id', 'repository_id'])
      .execute();
    await db.schema
      .createIndex('custom_definition_repositories_by_repository')
      .on('custom_definition_repositories')
      .columns(['repository_id', 'definition_id'])
      .execute();
  },
};
