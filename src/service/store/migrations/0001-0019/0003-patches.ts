import type { Kysely, Migration } from 'kysely';

/** Patches of issues, and their state beside each issue. */
export const patches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('patches')
      .addColumn('issue_id', 'text', (c) => c.primaryKey().references('issues.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('stage', 'text')
      .addColumn('validation', 'text', (c) => c.notNull())
      .addColumn('forced', 'integer', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('error_message', 'text')
      .addColumn('content', 'text')
      .addColumn('evidence', 'text')
      .addColumn('before', 'text')
      .addColumn('approved_at', 'text')
      .addColumn('approved_by', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('patches_by_status')
      .on('patches')
      .columns(['status', 'created_at'])
      .execute();
    await db.schema.alterTable('issues').addColumn('patch', 'text').execute();
  },
};
