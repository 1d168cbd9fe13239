import type { Kysely, Migration } from 'kysely';

/** Who let a pull request pass its check in spite of issues, and why. */
export const checkBypasses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('check_bypasses')
      .addColumn('pull_request_id', 'text', (c) =>
        c.notNull().references('pull_requests.id').onDelete('cascade'),
      )
      .addColumn('commit_sha', 'text', (c) => c.notNull())
      .addColumn('bypassed_by', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('check_bypasses_key', ['pull_request_id', 'commit_sha'])
      .execute();
  },
};
