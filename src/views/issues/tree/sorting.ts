import type { KnownIssue } from '../known-issue.ts';
import { compareIssues, compareText } from '../ranking.ts';

export const sortings = ['severity', 'location', 'newest', 'confidence'] as const;
/** In which order the issues of a group are listed. */
export type Sorting = (typeof sortings)[number];

export type Comparison = (a: KnownIssue, b: KnownIssue) => number;

/** Each a total order that an edit does not change: only an issue and itself are equal. */
export const comparisons: Readonly<Record<Sorting, Comparison>> = {
  severity: compareIssues,
  location: (a, b) =>
    compareText(a.folder, b.folder) ||
    compareText(a.issue.file, b.issue.file) ||
    a.issue.startLine - b.issue.startLine ||
    compareIssues(a, b),
  newest: (a, b) => compareText(b.issue.firstSeenAt, a.issue.firstSeenAt) || compareIssues(a, b),
  confidence: (a, b) => b.issue.confidence - a.issue.confidence || compareIssues(a, b),
};

/** Where in the sorted list the issue is, or belongs. */
export function indexIn(sorted: readonly KnownIssue[], known: KnownIssue, compare: Comparison): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = sorted[middle];
    if (there !== undefined && compare(there, known) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
