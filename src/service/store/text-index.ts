import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';

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

/** True for the keys of rows whose indexed text contains another, in lower case, of at least `shortestIndexed` characters. */
export function isAmongParts(table: string, key: Expression<number>, text: string): Expression<SqlBool> {
  const phrase = `"${text.replaceAll('"', '""')}"`;
  const index = sql.table(indexOf(table));
  return sql<SqlBool>`${key} in (select rowid from ${index} where ${index} match ${phrase})`;
}
