import type { Category, Severity } from '../../api/contract/vocabulary.ts';
import { severities } from './ranking.ts';
import { categories } from './scope.ts';
import { type Grouping, groupings } from './tree/grouping.ts';
import { type Sorting, sortings } from './tree/sorting.ts';

/**
 * What the values in a settings file mean. A file is written by hand: whatever is no value of ours counts as not set,
 * so that a slip of the pen never hides an issue.
 */

export function groupingOf(value: unknown): Grouping {
  return groupings.find((grouping) => grouping === value) ?? 'severity';
}

export function sortingOf(value: unknown): Sorting {
  return sortings.find((sorting) => sorting === value) ?? 'severity';
}

export function minimumSeverityOf(value: unknown): Severity {
  return severities.find((severity) => severity === value) ?? 'INFO';
}

/** A category is left out only where the setting says `false` of it. */
export function categoriesOf(value: unknown): ReadonlySet<Category> {
  const wanted = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  return new Set(categories.filter((category) => wanted.get(category) !== false));
}

/** Issues outside of the product are shown unless the setting says `false`. */
export function outsideOf(value: unknown): boolean {
  return value !== false;
}

/** Decorations are shown unless the setting says `false`. */
export function decorationsOf(value: unknown): boolean {
  return value !== false;
}
