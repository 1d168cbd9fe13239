import { type Expression, type SqlBool, sql } from 'kysely';

/** True where a column that holds lower-case text contains the text, in any case; `%` and `_` stand for themselves. */
export function containsLower(column: Expression<string>, text: string): Expression<SqlBool> {
  // SQLite would take it for the end of the pattern.
  if (text.includes('\0')) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${column} like ${`%${escaped(text.toLowerCase())}%`} escape '!'`;
}

function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
