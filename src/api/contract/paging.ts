import * as z from 'zod';

/** Keyset paging: `cursor` is opaque and signed, and refused (400) when altered or used with other filters. */

/** The length has room for the longest path of a file, which cursors of issues hold. */
export const Cursor = z.string().min(1).max(16_384);

export const defaultPageSize = 25;
export const maximumPageSize = 100;

/** Request fields of a paged operation. */
export const page = {
  cursor: Cursor.optional(),
  limit: z.int().min(1).max(maximumPageSize).default(defaultPageSize),
};

/** The same with other bounds, for operations meant to fill a view in few round trips. */
export function pageUpTo(maximum: number, usual: number) {
  return { cursor: Cursor.optional(), limit: z.int().min(1).max(maximum).default(usual) };
}

/** Response fields of a paged operation, next to the items. No `nextCursor` on the last page. */
export const pageEnd = {
  nextCursor: Cursor.optional(),
  totalCount: z.int().min(0).optional(),
};
