import type { Kysely, Migration } from 'kysely';

/**
 * What a search by text compares, beside each other and without the components' contents: whether a text and a kind
 * are one component's is then read from the index alone.
 */
export const aiFacetsOfTexts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('ai_components_by_facets')
      .on('ai_components')
      .columns(['inventory_seq', 'kind', 'usage', 'tier', 'detection_source', 'provider_key', 'search_text'])
      .execute();
  },
};
