import type { Kysely, Migration } from 'kysely';
import { countingKey } from '../dialect.ts';

/** Issue trackers, issues of theirs that are linked, and those that are being created. */
export const trackers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('trackers')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('seq', 'integer', countingKey)
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('base_url', 'text', (c) => c.notNull())
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('credential', 'text', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('error_message', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('trackers_by_organization')
      .on('trackers')
      .columns(['organization_id', 'seq'])
      .execute();
    await db.schema
      .createTable('tracker_issues')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('tracker_id', 'text', (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('is_closed', 'integer', (c) => c.notNull())
      .addColumn('checked_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('tracker_issues_key', ['tracker_id', 'key'])
      .execute();
    await db.schema
      .createIndex('tracker_issues_by_check')
      .on('tracker_issues')
      .column('checked_at')
      .execute();
    await db.schema
      .alterTable('issues')
      .addColumn('tracker_issue_id', 'text', (c) => c.references('tracker_issues.id').onDelete('set null'))
      .execute();
    await db.schema.createIndex('issues_by_tracker_issue').on('issues').column('tracker_issue_id').execute();
    await db.schema
      .createTable('tracker_claims')
      .addColumn('issue_id', 'text', (c) => c.primaryKey().references('issues.id').onDelete('cascade'))
      .addColumn('tracker_id', 'text', (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('project', 'text', (c) => c.notNull())
      .addColumn('marker', 'text', (c) => c.notNull())
      .addColumn('begun_at', 'text', (c) => c.notNull())
      .addColumn('tried_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('tracker_claims_by_tracker')
      .on('tracker_claims')
      .column('tracker_id')
      .execute();
  },
};
