import type { Kysely, Migration } from 'kysely';
import { countingKey } from '../dialect.ts';

/** Who changed what in an organization. */
export const auditLog: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('audit_entries')
      .addColumn('seq', 'integer', countingKey)
      .addColumn('id', 'text', (c) => c.notNull().unique())
      // Without a foreign key, which would lock the organization in every transaction that changes something.
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('operation', 'text', (c) => c.notNull())
      .addColumn('actor_kind', 'text', (c) => c.notNull())
      .addColumn('actor_email', 'text')
      .addColumn('actor_name', 'text')
      .addColumn('actor_key', 'text', (c) => c.notNull())
      .addColumn('subjects', 'text', (c) => c.notNull())
      .addColumn('subject_count', 'integer', (c) => c.notNull())
      .addColumn('choices', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('audit_entries_of_organization')
      .on('audit_entries')
      .columns(['organization_id', 'seq'])
      .execute();
    await db.schema.createIndex('audit_entries_by_time').on('audit_entries').column('at').execute();
  },
};
