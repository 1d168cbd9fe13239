import type { Kysely, Migration } from 'kysely';

/** Investigations of issues: of each the latest. Their state stands beside the issue too, for lists. */
export const investigations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('investigations')
      .addColumn('issue_id', 'text', (c) => c.primaryKey().references('issues.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('stage', 'text')
      .addColumn('context', 'text')
      .addColumn('verdict', 'text')
      .addColumn('content', 'text')
      .addColumn('error_message', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('investigations_by_status')
      .on('investigations')
      .columns(['status', 'created_at'])
      .execute();
    await db.schema.alterTable('issues').addColumn('investigation', 'text').execute();
  },
};
