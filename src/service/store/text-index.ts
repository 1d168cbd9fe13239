import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from './dialect.ts';

/** An index of the parts of texts: SQLite's trigrams (FTS5), in a table beside the other, or PostgreSQL's (`pg_trgm`). */

interface Indexed {
  readonly table: string;
  /** The integer primary key. */
  readonly key: string;
  /** Text in lower case. */
  readonly column: string;
}

/** Texts of which the parts are indexed. */
export const aiTerms: Indexed = { table: 'ai_terms', key: 'id', column: 'text' };
export const agentTexts: Indexed = { table: 'agent_texts', key: 'seq', column: 'text' };

/** Makes the index, and has it kept. */
export async function indexText(db: Kysely<unknown>, { table, key, column }: Indexed): Promise<void> {
  const index = indexOf(table);
  const [of, id, text] = [sql.table(table), sql.ref(key), sql.ref(column)];
  if (isPostgres(db)) {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`create index ${sql.ref(index)} on ${of} using gin (${text} gin_trgm_ops)`.execute(db);
    return;
  }
  await sql`create virtual table ${sql.table(index)} using fts5(
    ${text}, content=${sql.lit(table)}, content_rowid=${sql.lit(key)}, tokenize='trigram', columnsize=0
  )`.execute(db);
  await sql`create trigger ${sql.ref(`${index}_added`)} after insert on ${of} begin
    insert into ${sql.table(index)}(rowid, ${text}) values (new.${id}, new.${text});
  end`.execute(db);
  await sql`create trigger ${sql.ref(`${index}_removed`)} after delete on ${of} begin
    insert into ${sql.table(index)}(${sql.ref(index)}, rowid, ${text}) values ('delete', old.${id}, old.${text});
  end`.execute(db);
}

const indexOf = (table: string): string => `${table}_parts`;

/** Characters of the shortest text that the index knows. */
export const shortestIndexed = 3;

interface Uses {
  readonly table: string;
  /** The key of the indexed table. */
  readonly key: string;
  /** What is selected. */
  readonly column: string;
}

/**
 * What rows of another table say that refer to the rows whose indexed text contains another; the index is asked first.
 * @param db only for its kind
 * @param limit of the rows; all, without one
 */
export function usesOfParts<T>(
  db: Kysely<T>,
  of: Indexed,
  { table: uses, key, column }: Uses,
  text: string,
  limit?: number,
): RawBuilder<number> {
  // No text that is indexed has one, and SQLite would take it for the end of the phrase.
  if (text.includes('\0'))
    return sql<number>`(select ${sql.ref(`${uses}.${column}`)} from ${sql.table(uses)} where 1 = 0)`;
  const used = sql.ref(`${uses}.${key}`);
  const most = limit === undefined ? sql`` : sql` limit ${limit}`;
  const found = sql`select ${sql.ref(`${uses}.${column}`)} from`;
  if (isPostgres(db))
    return sql<number>`(${found} ${sql.table(of.table)} join ${sql.table(uses)}
      on ${used} = ${sql.ref(`${of.table}.${of.key}`)} where ${containsPart(of, text)}${most})`;
  const index = sql.table(indexOf(of.table));
  return sql<number>`(${found} ${index} cross join ${sql.table(uses)}
    on ${used} = ${index}.rowid where ${index} match ${phraseOf(text)}${most})`;
}

const phraseOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * True for the keys of rows whose indexed text contains another, in lower case, of at least `shortestIndexed` characters.
 * @param db only for its kind
 */
export function isAmongParts<T>(
  db: Kysely<T>,
  of: Indexed,
  key: Expression<number>,
  text: string,
): Expression<SqlBool> {
  if (text.includes('\0')) return sql<SqlBool>`1 = 0`;
  if (isPostgres(db))
    return sql<SqlBool>`${key} in (select ${sql.ref(of.key)} from ${sql.table(of.table)} where ${containsPart(of, text)})`;
  const index = sql.table(indexOf(of.table));
  return sql<SqlBool>`${key} in (select rowid from ${index} where ${index} match ${phraseOf(text)})`;
}

const containsPart = ({ table, column }: Indexed, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.${column}`)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
