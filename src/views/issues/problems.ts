import type { Severity } from '../../api/contract/vocabulary.ts';
import type { KnownIssue } from './known-issue.ts';
import { compareIssues, isResolved, isSuppressed, severityRank } from './ranking.ts';

/** VS Code keeps about a thousand markers a file and drops the rest without a word. */
export const problemsCap = 1000;

export interface FileProblems {
  /** By line, as an editor lists them. */
  readonly shown: readonly KnownIssue[];
  /** How many there would be without the cap. */
  readonly total: number;
}

/** Whether an issue of this severity is shown when `minimum` is the lowest one wanted. */
export function passes(severity: Severity, minimum: Severity): boolean {
  return severityRank(severity) <= severityRank(minimum);
}

/** Which of a file's issues the Problems panel gets: open, placed, severe enough, and the worst where there are too many. */
export function projectFile(
  known: readonly KnownIssue[],
  minimum: Severity,
  cap: number = problemsCap,
): FileProblems {
  const wanted = known.filter(
    ({ issue, place }) =>
      place.kind === 'at' &&
      !isSuppressed(issue.status) &&
      !isResolved(issue.status) &&
      passes(issue.severity, minimum),
  );
  const shown = wanted.sort(compareIssues).slice(0, cap).sort(compareByLine);
  return { shown, total: wanted.length };
}

function compareByLine(a: KnownIssue, b: KnownIssue): number {
  if (a.place.kind !== 'at' || b.place.kind !== 'at') return 0;
  return a.place.range.startLine - b.place.range.startLine || compareIssues(a, b);
}
