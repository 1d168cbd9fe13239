import { type Kysely, type Migration, sql } from 'kysely';

/** Settings of scans by scope, the applications of monorepos, and what issues and scans know of both. */
export const scannerSettings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('scanner_settings')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) => c.references('repositories.id').onDelete('cascade'))
      .addColumn('application_id', 'text')
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await sql`create unique index scanner_settings_one_a_scope on scanner_settings
      (organization_id, coalesce(repository_id, ''), coalesce(application_id, ''))`.execute(db);
    await db.schema
      .createTable('applications')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('applications_by_path', ['repository_id', 'path'])
      .execute();
    await db.schema.alterTable('scans').addColumn('settings', 'text').execute();
    await db.schema.alterTable('issues').addColumn('application_id', 'text').execute();
    await db.schema
      .alterTable('issues')
      .addColumn('hidden', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    // Counts, and when one of them last changed, are read from this index alone.
    await db.schema.dropIndex('issues_to_count').execute();
    await db.schema
      .createIndex('issues_to_count')
      .on('issues')
      .columns([
        ...['organization_id', 'repository_id', 'application_id', 'status', 'severity', 'validation'],
        ...['hidden', 'scan_kind', 'updated_at'],
      ])
      .execute();
    // What is asked about times: which issues were first seen, and which changed their status, since a day.
    await db.schema
      .createIndex('issues_by_first_sight')
      .on('issues')
      .columns([
        ...['organization_id', 'first_seen_at', 'repository_id', 'severity', 'hidden', 'scan_kind'],
        'application_id',
      ])
      .execute();
    await db.schema
      .createIndex('triage_history_by_time')
      .on('triage_history')
      .columns(['at', 'issue_id', 'from_status', 'to_status'])
      .execute();
  },
};
