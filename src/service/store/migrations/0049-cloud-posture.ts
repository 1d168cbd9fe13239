import type { CreateTableBuilder, Kysely, Migration } from 'kysely';

/** The cloud posture provider of an organization, what was read from it, and what of it belongs to which repository. */
export const cloudPosture: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('posture_integrations')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().unique().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('api_url', 'text', (c) => c.notNull())
      .addColumn('token_url', 'text', (c) => c.notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('credential', 'text', (c) => c.notNull())
      .addColumn('tried_at', 'text')
      .addColumn('synced_at', 'text')
      .addColumn('next_at', 'text', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('error_message', 'text')
      .addColumn('is_truncated', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await ofIntegration(db, 'posture_projects')
      .addColumn('external_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('asset_count', 'integer', (c) => c.notNull())
      .addColumn('exposed_count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('posture_projects_key', ['integration_id', 'external_id'])
      .execute();
    await ofIntegration(db, 'posture_assets')
      .addColumn('external_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('platform', 'text')
      .addColumn('region', 'text')
      .addColumn('tags', 'text', (c) => c.notNull())
      .addColumn('exposure_count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('posture_assets_key', ['integration_id', 'external_id'])
      .execute();
    await ofIntegration(db, 'posture_asset_projects')
      .addColumn('asset_id', 'text', (c) => c.notNull())
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('posture_asset_projects_key', ['integration_id', 'asset_id', 'project_id'])
      .execute();
    await ofIntegration(db, 'posture_exposures')
      .addColumn('external_id', 'text', (c) => c.notNull())
      .addColumn('asset_id', 'text', (c) => c.notNull())
      .addColumn('asset_name', 'text', (c) => c.notNull())
      .addColumn('asset_type', 'text', (c) => c.notNull())
      .addColumn('source_range', 'text')
      .addColumn('destination_range', 'text')
      .addColumn('ports', 'text')
      .addColumn('protocols', 'text', (c) => c.notNull())
      .addColumn('endpoints', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('posture_exposures_key', ['integration_id', 'external_id'])
      .execute();
    await ofRepository(db, 'posture_mappings')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('posture_mappings_key', [
        'integration_id',
        'repository_id',
        'kind',
        'key',
        'value',
      ])
      .execute();
    await ofRepository(db, 'posture_matches')
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('asset_id', 'text', (c) => c.notNull())
      .addColumn('rule', 'text', (c) => c.notNull())
      .addColumn('is_exposed', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('posture_matches_key', ['integration_id', 'asset_id', 'repository_id', 'rule'])
      .execute();
    for (const table of ['posture_mappings', 'posture_matches'])
      await db.schema.createIndex(`${table}_by_repository`).on(table).column('repository_id').execute();
  },
};

const ofIntegration = (db: Kysely<unknown>, table: string): CreateTableBuilder<string, 'integration_id'> =>
  db.schema
    .createTable(table)
    .addColumn('integration_id', 'text', (c) =>
      c.notNull().references('posture_integrations.id').onDelete('cascade'),
    );

const ofRepository = (db: Kysely<unknown>, table: string) =>
  ofIntegration(db, table).addColumn('repository_id', 'text', (c) =>
    c.notNull().references('repositories.id').onDelete('cascade'),
  );
