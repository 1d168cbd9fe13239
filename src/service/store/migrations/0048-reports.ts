import type { Kysely, Migration } from 'kysely';

/** Reports and custom reports, and the repositories that each is about. */
export const reports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('reports')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('format', 'text', (c) => c.notNull())
      .addColumn('bom_format', 'text')
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('error_message', 'text')
      .addColumn('filters', 'text', (c) => c.notNull())
      .addColumn('item_count', 'integer')
      .addColumn('file_name', 'text')
      .addColumn('size_bytes', 'integer')
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('reports_by_time')
      .on('reports')
      .columns(['organization_id', 'created_at', 'id'])
      .execute();
    await db.schema
      .createTable('report_repositories')
      .addColumn('report_id', 'text', (c) => c.notNull().references('reports.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('repository_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('report_repositories_key', ['report_id', 'repository_id'])
      .execute();
    await db.schema
      .createTable('custom_reports')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('filters', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('custom_reports_by_name')
      .on('custom_reports')
      .columns(['organization_id', 'name', 'id'])
      .execute();
    await db.schema
      .createTable('custom_report_repositories')
      .addColumn('report_id', 'text', (c) => c.notNull().references('custom_reports.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('repository_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('custom_report_repositories_key', ['report_id', 'repository_id'])
      .execute();
  },
};
