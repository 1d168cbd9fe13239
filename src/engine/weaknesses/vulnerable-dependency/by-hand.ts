import type { Examples } from '../../fixes/by-hand/guide.ts';

/** What the smallest upgrade is depends on the package: the issue itself says it. */
export const examples: Examples = {};
