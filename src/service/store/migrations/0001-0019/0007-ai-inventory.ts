import type { Kysely, Migration } from 'kysely';
import { countingKey } from '../../dialect.ts';
import { aiTerms, indexText } from '../../text-index.ts';

/**
 * AI components by the latest scan that found any, of each repository, scan type and application. What a search asks
 * is kept twice: by facets (few combinations an inventory) and by texts (few different ones among all), so that a
 * search looks at the components of one page only.
 */
export const aiInventory: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('ai_inventories')
      .addColumn('seq', 'integer', countingKey)
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('application', 'text', (c) => c.notNull())
      .addColumn('scan_type', 'text', (c) => c.notNull())
      .addColumn('scan_id', 'text', (c) => c.notNull())
      .addColumn('finished_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('ai_inventories_key', ['repository_id', 'scan_type', 'application'])
      .execute();
    await db.schema
      .createIndex('ai_inventories_by_time')
      .on('ai_inventories')
      .columns(['organization_id', 'finished_at', 'seq'])
      .execute();
    await components(db);
    await searches(db);
  },
};

async function components(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ai_components')
    .addColumn('inventory_seq', 'integer', (c) =>
      c.notNull().references('ai_inventories.seq').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('usage', 'text', (c) => c.notNull())
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('detection_source', 'text', (c) => c.notNull())
    /** In lower case, '' for none. */
    .addColumn('provider_key', 'text', (c) => c.notNull())
    /** Name, provider, manifest path and file path in lower case, a line each. */
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ai_components_key', ['inventory_seq', 'position'])
    .execute();
}

async function searches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ai_facets')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('usage', 'text', (c) => c.notNull())
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('detection_source', 'text', (c) => c.notNull())
    .addColumn('provider_key', 'text', (c) => c.notNull())
    .addColumn('inventory_seq', 'integer', (c) =>
      c.notNull().references('ai_inventories.seq').onDelete('cascade'),
    )
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ai_facets_key', [
      'inventory_seq',
      'kind',
      'usage',
      'tier',
      'detection_source',
      'provider_key',
    ])
    .execute();
  await db.schema
    .createTable('ai_providers')
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('provider_key', 'text', (c) => c.notNull())
    .addColumn('inventory_seq', 'integer', (c) =>
      c.notNull().references('ai_inventories.seq').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('ai_providers_key', ['organization_id', 'provider_key', 'inventory_seq'])
    .execute();
  await db.schema
    .createIndex('ai_providers_by_inventory')
    .on('ai_providers')
    .columns(['inventory_seq'])
    .execute();
  await db.schema
    .createTable('ai_terms')
    .addColumn('id', 'integer', countingKey)
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (c) => c.notNull())
    .addUniqueConstraint('ai_terms_key', ['organization_id', 'text'])
    .execute();
  await db.schema
    .createTable('ai_term_uses')
    .addColumn('term_id', 'integer', (c) => c.notNull().references('ai_terms.id').onDelete('cascade'))
    .addColumn('inventory_seq', 'integer', (c) =>
      c.notNull().references('ai_inventories.seq').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('ai_term_uses_key', ['term_id', 'inventory_seq'])
    .execute();
  await db.schema
    .createIndex('ai_term_uses_by_inventory')
    .on('ai_term_uses')
    .columns(['inventory_seq'])
    .execute();
  await indexText(db, aiTerms);
}
