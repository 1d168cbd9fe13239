import { type Kysely, type Migration, sql } from 'kysely';

/** Pull requests, their scans, and the commits that they are compared with. */
export const pullRequests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('pull_requests')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('branch', 'text', (c) => c.notNull())
      .addColumn('head_ref', 'text', (c) => c.notNull())
      .addColumn('base_branch', 'text', (c) => c.notNull())
      .addColumn('title', 'text')
      .addColumn('url', 'text')
      .addColumn('author', 'text')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('pull_requests_number', ['repository_id', 'number'])
      .addUniqueConstraint('pull_requests_branch', ['repository_id', 'branch'])
      .execute();
    await db.schema
      .alterTable('scans')
      .addColumn('pull_request_id', 'text', (c) => c.references('pull_requests.id').onDelete('cascade'))
      .execute();
    await db.schema.alterTable('scans').addColumn('head_sha', 'text').execute();
    await db.schema.alterTable('scans').addColumn('base_sha', 'text').execute();
    await db.schema
      .createIndex('scans_by_pull_request')
      .on('scans')
      .columns(['pull_request_id', 'seq'])
      .execute();
    await sql`create unique index scans_one_of_pull_request on scans (pull_request_id)
      where kind = 'PR' and status in ('QUEUED', 'INDEXING', 'RUNNING')`.execute(db);
    await db.schema
      .createTable('analysed_commits')
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('commit_sha', 'text', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('analysis', 'text', (c) => c.notNull())
      .addColumn('used_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('analysed_commits_key', ['repository_id', 'commit_sha', 'settings'])
      .execute();
  },
};
