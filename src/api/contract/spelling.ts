import type * as z from 'zod';

/**
 * Enumerations that the specification spells in another case than the contract (`Indexing`, `pending`, `Critical`, “chat
 * tool”): requests may write their words in any case, with or without blanks, hyphens and underscores.
 */
export const anySpelling = new WeakSet<z.core.$ZodType>();
