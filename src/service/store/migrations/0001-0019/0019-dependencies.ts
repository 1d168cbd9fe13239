import type { Kysely, Migration } from 'kysely';
import { countingKey } from '../../dialect.ts';

/** Packages of repositories, and what an issue says of a vulnerable one. */
export const dependencies: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of [
      'dependency',
      'package_key',
      'package_versions',
      'advisory_ids',
      'reachability',
      'package_scope',
      'fixed_version',
    ])
      await db.schema.alterTable('issues').addColumn(column, 'text').execute();
    await db.schema
      .createTable('packages')
      .addColumn('seq', 'integer', countingKey)
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('scan_id', 'text', (c) => c.notNull())
      .addColumn('finished_at', 'text', (c) => c.notNull())
      .addColumn('ecosystem', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('search_text', 'text', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('direct', 'integer')
      .addColumn('manifest_path', 'text', (c) => c.notNull())
      .addColumn('lock_path', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('packages_by_name')
      .on('packages')
      .columns(['organization_id', 'name', 'seq'])
      .execute();
    await db.schema.createIndex('packages_by_repository').on('packages').column('repository_id').execute();
  },
};
