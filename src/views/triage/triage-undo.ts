import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Severity } from '../../api/contract/vocabulary.ts';
import type { StatusChange } from '../../connection/service-api.ts';
import type { TrackerLink } from '../../connection/triage-api.ts';
import { isSuppressed } from '../issues/ranking.ts';

/** Issues that were alike before a decision, and what makes them so again. */
export interface EarlierDecision {
  readonly ids: readonly string[];
  readonly change: StatusChange;
}

/** One request's worth of changes. */
export type TriageChange =
  | ({ readonly kind: 'status' } & EarlierDecision)
  | {
      readonly kind: 'severity';
      readonly ids: readonly string[];
      /** Null for the engine's own. */
      readonly severity: Severity | null;
      readonly reason?: string;
    }
  | { readonly kind: 'note'; readonly id: string; readonly note: string }
  | { readonly kind: 'tracker'; readonly id: string; readonly link: TrackerLink | undefined };

/** What takes a decision about these issues back: one request for those that had the same status, reason and end. */
export function earlierDecisions(issues: readonly IssueListItem[]): readonly EarlierDecision[] {
  const alike = alikeBy(issues, ({ status, triage }): StatusChange => {
    const { reason, until } = triage ?? {};
    return isSuppressed(status) ? { status, reason, until } : { status, reason };
  });
  return alike.map(({ ids, value }) => ({ ids, change: value }));
}

/** What takes a change of their severity back: to what a person had set, or to the engine's. */
export function earlierSeverities(issues: readonly IssueListItem[]): readonly TriageChange[] {
  const alike = alikeBy(issues, ({ severity, foundSeverity }) =>
    foundSeverity === undefined ? null : severity,
  );
  return alike.map(({ ids, value }) => ({ kind: 'severity', ids, severity: value }));
}

function alikeBy<T>(
  issues: readonly IssueListItem[],
  pick: (issue: IssueListItem) => T,
): { readonly ids: readonly string[]; readonly value: T }[] {
  const alike = new Map<string, { ids: string[]; value: T }>();
  for (const issue of issues) {
    const value = pick(issue);
    const key = JSON.stringify(value);
    const group = alike.get(key);
    if (group) group.ids.push(issue.id);
    else alike.set(key, { ids: [issue.id], value });
  }
  return [...alike.values()];
}
