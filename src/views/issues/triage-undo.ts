import type { IssueListItem } from '../../api/contract/issue.ts';
import type { StatusChange } from '../../connection/service-api.ts';
import { isSuppressed } from './ranking.ts';

/** Issues that were alike before a decision, and what makes them so again. */
export interface EarlierDecision {
  readonly ids: readonly string[];
  readonly change: StatusChange;
}

/** What takes a decision about these issues back: one request for those that had the same status, reason and end. */
export function earlierDecisions(issues: readonly IssueListItem[]): readonly EarlierDecision[] {
  const alike = new Map<string, { ids: string[]; change: StatusChange }>();
  for (const { id, status, triage } of issues) {
    const { reason, until } = triage ?? {};
    const change: StatusChange = isSuppressed(status) ? { status, reason, until } : { status, reason };
    const key = JSON.stringify(change);
    const group = alike.get(key);
    if (group) group.ids.push(id);
    else alike.set(key, { ids: [id], change });
  }
  return [...alike.values()];
}
