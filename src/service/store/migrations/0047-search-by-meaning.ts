import { type Kysely, type Migration, sql } from 'kysely';
import { countingKey } from '../dialect.ts';
import { issueTerms } from '../search-terms.ts';
import { endpointWords, indexWords, issueWords } from '../word-index.ts';

/** Routes of repositories, and the words of issues and routes for a search by meaning. */
export const searchByMeaning: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('endpoints')
      .addColumn('seq', 'integer', countingKey)
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) =>
        c.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('branch', 'text', (c) => c.notNull())
      .addColumn('scan_id', 'text', (c) => c.notNull())
      .addColumn('finished_at', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('methods', 'text', (c) => c.notNull())
      .addColumn('handler', 'text', (c) => c.notNull())
      .addColumn('file', 'text', (c) => c.notNull())
      .addColumn('authentication', 'text', (c) => c.notNull())
      .addColumn('search_text', 'text', (c) => c.notNull())
      .addColumn('search_terms', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addUniqueConstraint('endpoints_key', ['repository_id', 'branch', 'id'])
      .execute();
    await db.schema
      .createIndex('endpoints_by_path')
      .on('endpoints')
      .columns(['organization_id', 'path', 'seq'])
      .execute();
    await db.schema
      .alterTable('issues')
      .addColumn('search_terms', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    // Before the index is there, which takes changes of rows that it has, and is then made of all of them.
    await fill(db);
    await indexWords(db, issueWords);
    await indexWords(db, endpointWords);
  },
};

/** Rows that are in memory at once. */
const rowsAtOnce = 1_000;

/** Gives the issues that are there their words, slice by slice; their routes come with the next scan. */
async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Omit<Parameters<typeof issueTerms>[0], 'route'> & { readonly seq: number }>`
      select seq, organization_id, title, description, file, vuln_class, cwes from issues
      where seq > ${after} order by seq limit ${rowsAtOnce}`.execute(db);
    for (const row of rows)
      await sql`update issues set search_terms = ${issueTerms({ ...row, route: '' })} where seq = ${row.seq}`.execute(
        db,
      );
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}
