import type { Allows } from './scheme.ts';

/** Puts the clauses of a requirement together. */

/** Reads a list of clauses that all have to hold; undefined where one of them cannot be read. */
export function everyClause<V>(
  texts: readonly string[],
  read: (text: string) => Allows<V> | undefined,
): Allows<V> | undefined {
  const clauses = readAll(texts, read);
  return clauses && ((version) => clauses.every((allows) => allows(version)));
}

/** Reads a list of alternatives, one of which has to hold; undefined where one of them cannot be read. */
export function someClause<V>(
  texts: readonly string[],
  read: (text: string) => Allows<V> | undefined,
): Allows<V> | undefined {
  const clauses = readAll(texts, read);
  return clauses && ((version) => clauses.some((allows) => allows(version)));
}

function readAll<V>(
  texts: readonly string[],
  read: (text: string) => Allows<V> | undefined,
): readonly Allows<V>[] | undefined {
  const clauses: Allows<V>[] = [];
  for (const text of texts) {
    const clause = read(text);
    if (!clause) return undefined;
    clauses.push(clause);
  }
  return clauses.length > 0 ? clauses : undefined;
}

export type Relation = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Whether a result of a comparison stands in a relation. */
export function holds(relation: Relation, order: number): boolean {
  switch (relation) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** Whether a version lies from `from` on and before `until`. */
export function between<V>(from: V, until: V, compare: (left: V, right: V) => number): Allows<V> {
  return (version) => compare(version, from) >= 0 && compare(version, until) < 0;
}
