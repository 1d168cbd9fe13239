import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { isPostgres, type Queries } from './dialect.ts';

/** An index of the words of a column, which holds them with blanks between: SQLite's FTS5, or PostgreSQL's `tsvector`. */

interface Indexed {
  readonly table: 'issues' | 'endpoints';
}

export const issueWords: Indexed = { table: 'issues' };
export const endpointWords: Indexed = { table: 'endpoints' };

/** Makes the index, and has it kept in the transaction of every change. The table has `seq` and `search_terms`. */
export async function indexWords(db: Kysely<unknown>, { table }: Indexed): Promise<void> {
  const index = `${table}_words`;
  if (isPostgres(db)) {
    await sql`create index ${sql.ref(index)} on ${sql.table(table)} using gin (${vector})`.execute(db);
    return;
  }
  const [of, words] = [sql.table(table), sql.table(index)];
  await sql`create virtual table ${words} using fts5(
    search_terms, content=${sql.lit(table)}, content_rowid='seq', tokenize="unicode61 remove_diacritics 0",
    detail=none, columnsize=0
  )`.execute(db);
  await sql`insert into ${words}(${words}) values ('rebuild')`.execute(db);
  await sql`create trigger ${sql.ref(`${index}_added`)} after insert on ${of} begin
    insert into ${words}(rowid, search_terms) values (new.seq, new.search_terms);
  end`.execute(db);
  await sql`create trigger ${sql.ref(`${index}_removed`)} after delete on ${of} begin
    insert into ${words}(${words}, rowid, search_terms) values ('delete', old.seq, old.search_terms);
  end`.execute(db);
  await sql`create trigger ${sql.ref(`${index}_changed`)} after update of search_terms on ${of}
    when old.search_terms is not new.search_terms begin
    insert into ${words}(${words}, rowid, search_terms) values ('delete', old.seq, old.search_terms);
    insert into ${words}(rowid, search_terms) values (new.seq, new.search_terms);
  end`.execute(db);
}

const vector = sql`(array_to_tsvector(string_to_array(search_terms, ' ')))`;

/** All of these, each by any of its words. Words are letters and digits; nothing in them is an operator. */
export type WordQuery = readonly { readonly words: readonly string[]; readonly isPrefix: boolean }[];

/**
 * Keys of rows that have the words, at most as many as asked for, in no order.
 * @param among what else must hold of the rows
 */
export async function rowsWithWords(
  db: Queries,
  { table }: Indexed,
  query: WordQuery,
  { among, limit }: { readonly among: Expression<SqlBool>; readonly limit: number },
): Promise<readonly number[]> {
  if (query.length === 0 || query.some(({ words }) => words.length === 0)) return [];
  const of = sql.table(table);
  const seq = sql.ref(`${table}.seq`);
  if (isPostgres(db)) {
    const { rows } = await sql<{ seq: number }>`select ${seq} as seq from ${of}
      where ${vector} @@ ${postgresQuery(query)}::tsquery and ${among} limit ${limit}`.execute(db);
    return rows.map((row) => Number(row.seq));
  }
  const index = sql.table(`${table}_words`);
  const { rows } = await sql<{ seq: number }>`select ${seq} as seq from ${index} cross join ${of}
    on ${seq} = ${index}.rowid where ${index} match ${sqliteQuery(query)} and ${among} limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.seq);
}

/**
 * How many rows have the words, counted up to a bound.
 * @param among what else must hold of the rows; of any organization, nothing when omitted
 */
export async function countWithWords(
  db: Queries,
  indexed: Indexed,
  query: WordQuery,
  upTo: number,
  among?: Expression<SqlBool>,
): Promise<number> {
  if (among) return (await rowsWithWords(db, indexed, query, { among, limit: upTo })).length;
  if (isPostgres(db) && (await knownRows(db, indexed, query)) > upTo * certainlyMore) return upTo;
  const { table } = indexed;
  const index = sql.table(`${table}_words`);
  const found = isPostgres(db)
    ? sql`select 1 from ${sql.table(table)} where ${vector} @@ ${postgresQuery(query)}::tsquery limit ${upTo}`
    : sql`select 1 from ${index} where ${index} match ${sqliteQuery(query)} limit ${upTo}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) as found`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

/** The statistics are of a sample of the rows. */
const certainlyMore = 2;

/**
 * Rows that have the most common of the words, by PostgreSQL's statistics of its last `analyze`; 0 where they do not know. They save
 * counting, which reads a page of the table for each row. They are of all rows: a query for some of them, of an organization or of repositories that
 * somebody sees, is not answered from them, for it would tell what the others have.
 */
async function knownRows(db: Queries, { table }: Indexed, query: WordQuery): Promise<number> {
  const [only, ...others] = query;
  if (!only || others.length > 0) return 0;
  const words = only.words.map(letters);
  const { rows } = await sql<{ known: number | null }>`select max(word.share * of.reltuples) as known
    from pg_class as of join pg_namespace as place on place.oid = of.relnamespace
    join pg_stats as statistics on statistics.schemaname = place.nspname and statistics.tablename = ${`${table}_words`}
    cross join unnest(statistics.most_common_elems::text::text[], statistics.most_common_elem_freqs) as word(word, share)
    where of.oid = ${table}::regclass
    and word.word ${only.isPrefix ? sql`^@` : sql`=`} any(${words}::text[])`.execute(db);
  return rows[0]?.known ?? 0;
}

const sqliteQuery = (query: WordQuery): string =>
  query
    .map(
      ({ words, isPrefix }) =>
        `(${words.map((word) => `"${letters(word)}"${isPrefix ? '*' : ''}`).join(' OR ')})`,
    )
    .join(' AND ');

const postgresQuery = (query: WordQuery): string =>
  query
    .map(
      ({ words, isPrefix }) =>
        `(${words.map((word) => `'${letters(word)}'${isPrefix ? ':*' : ''}`).join(' | ')})`,
    )
    .join(' & ');

/** What stands between quotes of either kind must not end them. */
const letters = (word: string): string => word.replaceAll(/[^\p{L}\p{N}]/gu, '') || 'x';
