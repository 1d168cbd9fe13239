import type { Category } from './contract/vocabulary.ts';

/**
 * Categories of issues that our own scans find. Other services may find more: what offers a choice offers these and
 * those that are there.
 */
export const producedCategories: readonly Category[] = ['SAST', 'SCA', 'SECRETS', 'IAC'];
