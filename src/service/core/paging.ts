import * as z from 'zod';
import type { CursorPart, CursorScope, Cursors } from './cursors.ts';

export interface Paged {
  readonly cursors: Cursors;
}

/**
 * Cuts a page out of rows that were read with one more than the limit, and signs where the next one begins.
 * `positionOf` gives the keyset position of a row.
 */
export function takePage<Row>(
  { cursors }: Paged,
  scope: CursorScope,
  limit: number,
  rows: readonly Row[],
  positionOf: (row: Row) => readonly CursorPart[],
): { items: Row[]; end: { nextCursor?: string } } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, end: more ? { nextCursor: cursors.sign(scope, positionOf(last)) } : {} };
}

const namePosition = z.tuple([z.string()]);

/** The name after which a page begins in a list that is ordered by unique names; every name comes after the first one. */
export function nameBefore({ cursors }: Paged, scope: CursorScope, cursor: string | undefined): string {
  return cursor === undefined ? '' : cursors.read(scope, cursor, namePosition)[0];
}
