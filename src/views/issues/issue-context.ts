import { isUnderWay } from '../investigation/words.ts';
import { canBePatched, patchState } from '../patches/patch-words.ts';
import { isOnDemand, type ListedIssue } from './known-issue.ts';
import { isResolved, isSuppressed } from './ranking.ts';
import { servicePage } from './service-page.ts';

/**
 * What the menus of the tree ask about: `issue.onDemand`, `issue.resolved`, `issue.suppressed`, `issue.open` or
 * `issue.open.patch.<state>`; behind it, in this order, `.confirmed` once it is in review, `.investigating` while
 * somebody looks at it, `.linked` where the service has a page of it.
 */
export function issueContext(issue: ListedIssue): string {
  const linked = servicePage(issue) === undefined ? '' : '.linked';
  if (isOnDemand(issue)) return `issue.onDemand${linked}`;
  if (isResolved(issue.status)) return `issue.resolved${linked}`;
  const confirmed = issue.status === 'REVIEWING' ? '.confirmed' : '';
  const investigating = isUnderWay(issue.investigation?.status) ? '.investigating' : '';
  const kind = isSuppressed(issue.status) ? 'issue.suppressed' : openContext(issue);
  return `${kind}${confirmed}${investigating}${linked}`;
}

/** What can be done with an open issue depends on how far its patch is. */
function openContext(issue: ListedIssue): string {
  const state = canBePatched(issue) ? patchState(issue.patch) : 'none';
  return state === 'none' ? 'issue.open' : `issue.open.patch.${state}`;
}
