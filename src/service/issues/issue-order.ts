import { sql } from 'kysely';
import { z } from 'zod';

/** Class and place: the order of issues that are equally bad. */
export const byPlace = sql`issues.vuln_class, issues.file, issues.start_line, issues.start_column, issues.fingerprint, issues.seq`;

/**
 * The order of issues in lists. When one was found says nothing in it, for that differs with the number of cores; `seq` only
 * parts what is at the same place of several branches or repositories.
 */
export const worstFirst = sql`issues.score desc, ${byPlace}`;

interface Placed {
  readonly vuln_class: string;
  readonly file: string;
  readonly start_line: number;
  readonly start_column: number;
  readonly fingerprint: string;
  readonly seq: number;
}

/** Where an issue stands in `byPlace`, for a cursor. */
export const placeOf = (row: Placed) =>
  [row.vuln_class, row.file, row.start_line, row.start_column, row.fingerprint, row.seq] as const;

export const Place = z.tuple([z.string(), z.string(), z.int(), z.int(), z.string(), z.int()]);

/** `issues` that come after a place in `byPlace`. */
export const isAfter = (place: z.output<typeof Place>) => sql<boolean>`(${byPlace}) > (${sql.join(place)})`;
