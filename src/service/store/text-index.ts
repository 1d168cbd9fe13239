import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';

/** An index of the parts of texts, by SQLite's trigrams (FTS5). PostgreSQL's form is a `gin_trgm_ops` index. */

interface Indexed {
  readonly table: string;
  /** The integer primary key. */
  readonly key: string;
  /** Text in lower case. */
  readonly column: string;
}

/** Makes the index, and keeps it by triggers. */
export async function indexText(db: Kysely<unknown>, { table, key, column }: Indexed): Promise<void> {
  const index = indexOf(table);
  const [of, id, text] = [sql.table(table), sql.ref(key), sql.ref(column)];
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
 * @param limit of the rows; all, without one
 */
export function usesOfParts(
  table: string,
  { table: uses, key, column }: Uses,
  text: string,
  limit?: number,
): RawBuilder<number> {
  const index = sql.table(indexOf(table));
  return sql<number>`(select ${sql.ref(`${uses}.${column}`)} from ${index} cross join ${sql.table(uses)}
    on ${sql.ref(`${uses}.${key}`)} = ${index}.rowid where ${index} match ${phraseOf(text)}${limit === undefined ? sql`` : sql` limit ${limit}`})`;
}

const phraseOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** True for the keys of rows whose indexed text contains another, in lower case, of at least `shortestIndexed` characters. */
export function isAmongParts(table: string, key: Expression<number>, text: string): Expression<SqlBool> {
  const index = sql.table(indexOf(table));
  return sql<SqlBool>`${key} in (select rowid from ${index} where ${index} match ${phraseOf(text)})`;
}
