import { type RawBuilder, type SqlBool, sql } from 'kysely';
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

/** Where an issue stands in a list that is ordered by score, then by something else, then by place. */
export interface Position {
  readonly score: number;
  readonly tie: number;
  readonly place: z.output<typeof Place>;
}

/** An order of issues, for which there is an index. */
export interface IssueOrder {
  readonly by: RawBuilder<unknown>;
  /** What parts issues of one score before their place does. */
  readonly tie: RawBuilder<number>;
  /** Whether an issue of the position's score comes after it. */
  readonly isAfterOfScore: (position: Position) => RawBuilder<SqlBool>;
  /** What the index has issues by; undefined where it has all. */
  readonly among: RawBuilder<SqlBool> | undefined;
}

export const byScore: IssueOrder = {
  by: worstFirst,
  tie: sql<number>`0`,
  isAfterOfScore: ({ place }) => sql<SqlBool>`(${byPlace}) > (${sql.join(place)})`,
  among: undefined,
};

/** 0 where the vulnerable code of a package is reached, more where less is known of it. As it is in the index, word for word. */
export const nearness = sql<number>`case issues.reachability when 'REACHED' then 0 when 'CALLED' then 1 when 'IMPORTED' then 2 when 'UNKNOWN' then 3 else 4 end`;

/** Issues about packages: of equals, those that are reached come first. */
export const byNearness: IssueOrder = {
  by: sql`issues.score desc, ${nearness}, ${byPlace}`,
  tie: nearness,
  isAfterOfScore: ({ tie, place }) => sql<SqlBool>`(${nearness}, ${byPlace}) > (${tie}, ${sql.join(place)})`,
  among: sql<SqlBool>`issues.package_key is not null`,
};
