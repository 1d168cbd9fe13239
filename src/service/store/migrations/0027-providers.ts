import type { Kysely, Migration } from 'kysely';
import { countingKey } from '../dialect.ts';

/** Code hosts: installations, their webhooks, reports on pull requests, pull requests of patches. */
export const providers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('installations')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('seq', 'integer', countingKey)
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('base_url', 'text', (c) => c.notNull())
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('credential_kind', 'text', (c) => c.notNull())
      .addColumn('credential', 'text', (c) => c.notNull())
      .addColumn('webhook_secret', 'text', (c) => c.notNull())
      .addColumn('error_message', 'text')
      .addColumn('last_delivery_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('installations_by_organization')
      .on('installations')
      .columns(['organization_id', 'seq'])
      .execute();
    await db.schema
      .alterTable('repositories')
      .addColumn('installation_id', 'text', (c) => c.references('installations.id').onDelete('set null'))
      .execute();
    await db.schema
      .createIndex('repositories_by_installation')
      .on('repositories')
      .column('installation_id')
      .execute();
    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('installation_id', 'text', (c) =>
        c.notNull().references('installations.id').onDelete('cascade'),
      )
      .addColumn('delivery_id', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('note', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('received_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('webhook_deliveries_once', ['installation_id', 'delivery_id'])
      .execute();
    await db.schema
      .createIndex('webhook_deliveries_by_time')
      .on('webhook_deliveries')
      .column('received_at')
      .execute();
    await db.schema
      .createTable('pull_request_reports')
      .addColumn('scan_id', 'text', (c) => c.primaryKey().references('scans.id').onDelete('cascade'))
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('note', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('patch_pull_requests')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('seq', 'integer', countingKey)
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('issue_id', 'text', (c) => c.notNull())
      .addColumn('patch_id', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('branch', 'text', (c) => c.notNull())
      .addColumn('base_branch', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('job_id', 'text')
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('checked_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('patch_pull_requests_number', ['repository_id', 'number'])
      .execute();
    await db.schema
      .createIndex('patch_pull_requests_by_organization')
      .on('patch_pull_requests')
      .columns(['organization_id', 'seq'])
      .execute();
  },
};
