import type { Examples } from '../../fixes/by-hand/guide.ts';

/** What to change depends on the package manager: the issue itself says it. */
export const examples: Examples = {};
