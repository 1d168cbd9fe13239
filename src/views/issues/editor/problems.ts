import type { KnownIssue } from '../known-issue.ts';
import { compareIssues, isResolved, isSuppressed } from '../ranking.ts';
import { inScope, type Scope } from '../scope.ts';

/** VS Code keeps about a thousand markers a file and drops the rest without a word. */
export const problemsCap = 1000;

export interface FileProblems {
  /** By line, as an editor lists them. */
  readonly shown: readonly KnownIssue[];
  /** How many there would be without the cap. */
  readonly total: number;
}

/** Which of a file's issues the Problems panel gets: open, placed, let through by the settings, and the worst where there are too many. */
export function projectFile(
  known: readonly KnownIssue[],
  scope: Scope,
  cap: number = problemsCap,
): FileProblems {
  const wanted = known.filter(
    ({ issue, place }) =>
      place.kind === 'at' &&
      !isSuppressed(issue.status) &&
      !isResolved(issue.status) &&
      inScope(issue, scope),
  );
  const shown = (wanted.length > cap ? wanted.sort(compareIssues).slice(0, cap) : wanted).sort(compareByLine);
  return { shown, total: wanted.length };
}

function compareByLine(a: KnownIssue, b: KnownIssue): number {
  if (a.place.kind !== 'at' || b.place.kind !== 'at') return 0;
  return a.place.range.startLine - b.place.range.startLine || compareIssues(a, b);
}
