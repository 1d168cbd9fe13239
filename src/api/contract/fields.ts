import * as z from 'zod';

/** Fields that many resources share, so that each means and allows the same everywhere. */

export const Id = z.uuid();
/** ISO 8601 in UTC, e.g. `2026-01-31T12:00:00.000Z`. */
export const Instant = z.iso.datetime();
export const Count = z.int().min(0);
/** Relative to the repository's root with `/` as separator; `..` and absolute paths are refused by the service. */
export const RepositoryPath = z.string().max(4096);
export const Branch = z.string().trim().min(1).max(255);

/** Which organization a request means; needed only by a token that sees several. */
export const organizationScope = {
  organizationId: Id.optional().describe('Resolved from the token when omitted.'),
};

/** 1-based lines and columns, the end column exclusive (SARIF 2.1.0, 3.30). */
export const Range = z.object({
  startLine: z.int().min(1),
  startColumn: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
});
export type Range = z.output<typeof Range>;

export const Empty = z.strictObject({});
