import { isUnderWay } from '../../investigation/words.ts';
import { patchOfferOf, stateOf } from '../issue-state.ts';
import type { KnownIssue } from '../known-issue.ts';
import { servicePage } from '../service-page.ts';

/**
 * What the menus of the tree ask about: `issue.reported`, `issue.onDemand`, `issue.resolved`, `issue.suppressed`,
 * `issue.open`, `issue.open.patch.<offer>`, or `issue.open.settling` where a check comes before a patch; behind it, in
 * this order, `.confirmed` once it is in review, `.investigating` while somebody looks at it, `.tracked` where it is
 * linked to an issue of a tracker, `.linked` where the service has a page of it.
 */
export function issueContext(known: KnownIssue): string {
  const { issue } = known;
  const isAtService = servicePage(issue) !== undefined;
  const linked = `${issue.trackerIssue ? '.tracked' : ''}${isAtService ? '.linked' : ''}`;
  if (issue.reported) return `issue.reported${linked}`;
  if (issue.scanKind === 'ON_DEMAND') return `issue.onDemand${linked}`;
  const state = stateOf(known);
  if (state.kind === 'resolved') return `issue.resolved${linked}`;
  const confirmed = issue.status === 'REVIEWING' ? '.confirmed' : '';
  const investigating = isUnderWay(issue.investigation?.status) ? '.investigating' : '';
  const kind = state.kind === 'suppressed' ? 'issue.suppressed' : openContext(known);
  return `${kind}${confirmed}${investigating}${linked}`;
}

/** What can be done with an open issue depends on how far its patch is. */
function openContext(known: KnownIssue): string {
  const offer = patchOfferOf(known);
  if (offer === undefined) return 'issue.open.settling';
  return offer === 'none' ? 'issue.open' : `issue.open.patch.${offer}`;
}
