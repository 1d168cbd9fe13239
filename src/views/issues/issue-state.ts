import type { Fixable, HistoryEntry, InvestigationSummary, PatchSummary } from '../../api/contract/issue.ts';
import type { IssueStatus } from '../../api/contract/vocabulary.ts';
import type { Place } from '../../workspace/positions/positions.ts';
import { isUnderWay } from '../investigation/words.ts';
import { offeredState, type PatchState, patchState } from '../patches/patch-words.ts';
import type { Reported } from './known-issue.ts';
import { isResolved, isSuppressed } from './ranking.ts';

/**
 * The one state that an issue is in. Row, details page, hover, light bulb and chat take their words, their icon and
 * what they offer from it, so that no two of them say different things.
 */
export type IssueState =
  /** This window analyses its file again right now. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'resolved'; readonly by: ResolvedBy }
  | { readonly kind: 'suppressed'; readonly status: IssueStatus }
  /** Its patch is in the code, and no scan has confirmed it yet. */
  | { readonly kind: 'applied' }
  /** Its patch is in the code, and a scan since then sees it all the same. */
  | { readonly kind: 'stillFound' }
  /** Of another tool's report: it names a file outside of the workspace, or none. */
  | { readonly kind: 'unplaced'; readonly why: NonNullable<Reported['unplaced']> }
  /** The file is gone since the scan. */
  | { readonly kind: 'gone' }
  /** The code is another since the scan; whether the issue is still there, a check tells. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'patching'; readonly patch: PatchSummary }
  | { readonly kind: 'investigating'; readonly investigation: InvestigationSummary }
  /** There is a patch, and the code that it replaces was edited since. */
  | { readonly kind: 'patchOutdated' }
  | { readonly kind: 'patchReady'; readonly isProven: boolean }
  | { readonly kind: 'patchFailed' }
  | { readonly kind: 'noPatch' }
  /** Of a scan on demand, which is not saved to the project. */
  | { readonly kind: 'onDemand' }
  | { readonly kind: 'reported'; readonly tool: string }
  | { readonly kind: 'inReview' }
  /** A service says so, and tells of no patch. */
  | { readonly kind: 'beingPatched' }
  | { readonly kind: 'informational' }
  | { readonly kind: 'open' };

export type ResolvedBy = 'scan' | 'patch' | 'person' | 'unknown';

/** What the state follows from. */
export interface StateFacts {
  readonly issue: {
    readonly status: IssueStatus;
    readonly scanKind: string;
    readonly lastSeenAt: string;
    readonly patch?: PatchSummary | undefined;
    readonly fixable?: Fixable | undefined;
    readonly investigation?: InvestigationSummary | undefined;
    readonly reported?: Reported | undefined;
    /** Of an issue in full. */
    readonly history?: readonly HistoryEntry[] | undefined;
  };
  readonly place?: Place | undefined;
  /** Whether this window analyses its file again right now. */
  readonly isChecking?: boolean | undefined;
  /** Whether the code that its patch replaces is known to have been edited. */
  readonly isPatchOutdated?: boolean | undefined;
}

/**
 * The state of an issue. What is decided and done wins over what is known of the code, that wins over work that is
 * under way, and that over what has come of earlier work.
 */
export function stateOf({ issue, place, isChecking, isPatchOutdated }: StateFacts): IssueState {
  const { status, patch, investigation, reported } = issue;
  if (isChecking) return { kind: 'checking' };
  if (isResolved(status)) return { kind: 'resolved', by: resolvedBy(issue.history) };
  if (isSuppressed(status)) return { kind: 'suppressed', status };
  const making = patchState(patch);
  if (status === 'PATCHING' && making === 'ready')
    return { kind: isSeenSince(issue) ? 'stillFound' : 'applied' };
  if (reported?.unplaced) return { kind: 'unplaced', why: reported.unplaced };
  if (place?.kind === 'gone') return { kind: 'gone' };
  if (place?.kind === 'changed') return { kind: 'changed' };
  if (patch && making === 'busy') return { kind: 'patching', patch };
  if (investigation && isUnderWay(investigation.status)) return { kind: 'investigating', investigation };
  if (making === 'ready')
    return isPatchOutdated
      ? { kind: 'patchOutdated' }
      : { kind: 'patchReady', isProven: patch?.validation !== 'FAILED' };
  if (making === 'failed') return { kind: 'patchFailed' };
  if (making === 'unpatchable') return { kind: 'noPatch' };
  if (reported) return { kind: 'reported', tool: reported.tool };
  if (issue.scanKind === 'ON_DEMAND') return { kind: 'onDemand' };
  if (status === 'REVIEWING') return { kind: 'inReview' };
  if (status === 'PATCHING') return { kind: 'beingPatched' };
  if (status === 'INFORMATIONAL') return { kind: 'informational' };
  return { kind: 'open' };
}

const isSeenSince = ({ lastSeenAt, patch }: StateFacts['issue']): boolean =>
  patch?.approvedAt !== undefined && Date.parse(lastSeenAt) > Date.parse(patch.approvedAt);

/** Who resolved it last; the history is in no particular order. */
function resolvedBy(history: readonly HistoryEntry[] | undefined): ResolvedBy {
  const [last] = (history ?? [])
    .filter(({ from, to }) => to === 'RESOLVED' && from !== to)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (!last) return 'unknown';
  if (last.from === 'PATCHING') return 'patch';
  return last.by === undefined ? 'scan' : 'person';
}

/** What can be done with a patch. */
export type PatchOffer = PatchState | 'outdated';

/**
 * What can be done with the patch of an issue in its state.
 * @returns undefined where it can have none: it is settled, its patch is in the code, or no scan of the project found it
 */
export function patchOfferOf(facts: StateFacts): PatchOffer | undefined {
  const { issue } = facts;
  if (issue.reported || issue.scanKind === 'ON_DEMAND') return undefined;
  const making = offeredState(issue);
  switch (stateOf(facts).kind) {
    case 'resolved':
    case 'suppressed':
    case 'applied':
    case 'gone':
    case 'checking':
      return undefined;
    case 'stillFound':
      return 'outdated';
    case 'changed':
      // A patch is made for code that a scan saw; whether the issue is in what is there now, a check tells first.
      if (making === 'ready') return 'outdated';
      return making === 'busy' ? 'busy' : undefined;
    default:
      return making === 'ready' && facts.isPatchOutdated ? 'outdated' : making;
  }
}
