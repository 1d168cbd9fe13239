import type { Examples } from '../../fixes/by-hand/guide.ts';

/** The package is removed; what else depends on it, the issue itself says. */
export const examples: Examples = {};
