import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { maximumReasonLength } from '../../api/contract/issues.ts';
import type { GivenStatement, VexDocument, VexVerdict } from '../../api/vex/given.ts';
import { VexIndex } from '../../api/vex/match.ts';
import { readVex } from '../../api/vex/read-vex.ts';
import { isInRange } from '../../engine/dependencies/versions/vers.ts';
import { grouped } from '../../engine/grouped.ts';
import type { Caller } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { reachOver } from '../core/reach.ts';
import { issueRows, toIssueListItems } from '../issues/issue-rows.ts';
import { type Deciding, type Decision, decide, reopenDue } from '../issues/issue-triage.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import { packageIssues } from './vex-export.ts';

type Operations = typeof contract.dependencies;

/** Issues that are decided about in one statement of the database. */
const issuesAtOnce = 100;
/** Conflicts that are told one by one. */
const mostConflicts = 100;

/** What each verdict makes of an issue; the others leave it as it is, for a scan says what is fixed. */
const decisions: Readonly<Partial<Record<VexVerdict, Pick<Decision, 'status' | 'disposition'>>>> = {
  not_affected: { status: 'NON_EXPLOITABLE' },
  false_positive: { status: 'FALSE_POSITIVE' },
  accepted: { status: 'ACCEPTED_RISK' },
  affected: { status: 'REVIEWING', disposition: 'true_positive' },
};

/**
 * Decides about issues as a VEX document that a person chose says. What a person decided stays, unless the statement is
 * later than that.
 * @throws Refusal 404, and 422 for what is no VEX document
 */
export async function importVex(
  core: Deciding,
  caller: Caller,
  request: ParsedRequestOf<Operations['importVex']>,
): Promise<ResponseOf<Operations['importVex']>> {
  const { id: repositoryId, name } = await repositoryOf(core, caller, request, 'ISSUE_TRIAGE');
  const document = documentOf(request.document);
  await reopenDue(core);
  const index = new VexIndex(document, name, isInRange);
  const toDecide: { readonly issue: IssueListItem; readonly decision: Decision }[] = [];
  const conflicts: ResponseOf<Operations['importVex']>['conflicts'] = [];
  const counts = { unchanged: 0, undecided: 0, conflictCount: 0 };
  for (const issue of await packageIssues(core, repositoryId, request.branch)) {
    const { dependency, status } = issue;
    if (dependency?.purl === undefined || status === 'RESOLVED') continue;
    const { version, otherVersions = [], advisory, purl } = dependency;
    const given = index.find({
      purl,
      versions: [version, ...otherVersions],
      names: [advisory.id, ...advisory.aliases],
    });
    if (!given) continue;
    const decision = decisions[given.verdict];
    if (!decision) counts.undecided++;
    else if (isAlready(issue, decision)) counts.unchanged++;
    else if (isLater(issue, given, core.now())) {
      counts.conflictCount++;
      if (conflicts.length < mostConflicts)
        conflicts.push({
          issueId: issue.id,
          status,
          wouldBe: decision.status,
          advisoryId: advisory.id,
          purl,
        });
    } else toDecide.push({ issue, decision: { ...decision, reason: reasonOf(document, given) } });
  }
  if (!request.dryRun) await decideAll(core, caller, request.organizationId, toDecide);
  return {
    author: document.author,
    issues: await issuesOf(
      core,
      toDecide.map(({ issue }) => issue.id),
    ),
    conflicts,
    ...counts,
    unmatchedStatements: index.unmatched,
    unreadStatements: document.unread,
  };
}

/** @throws Refusal 422 */
function documentOf(text: string): VexDocument {
  try {
    return readVex(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw impossible('document', error.message);
    throw error;
  }
}

const isAlready = (
  { status, triage }: IssueListItem,
  decision: Pick<Decision, 'status' | 'disposition'>,
): boolean =>
  status === decision.status &&
  (decision.disposition === undefined || triage?.disposition === decision.disposition);

/** Whether a person decided after the statement was made. One without a time, or of the future, is never the later one. */
function isLater({ triage }: IssueListItem, { at }: GivenStatement, now: Date): boolean {
  if (!triage) return false;
  return at === undefined || at <= triage.at || at > now.toISOString();
}

function reasonOf({ author }: VexDocument, { detail, at }: GivenStatement): string {
  const when = at === undefined ? '' : `, ${at.slice(0, 10)}`;
  return `VEX of ${author}${when}${detail === '' ? '' : `: ${detail}`}`.slice(0, maximumReasonLength);
}

async function decideAll(
  core: Deciding,
  caller: Caller,
  organizationId: string | undefined,
  toDecide: readonly { readonly issue: IssueListItem; readonly decision: Decision }[],
): Promise<void> {
  const reach = await reachOver(core, caller, organizationId);
  for (const alike of grouped(toDecide, ({ decision }) => JSON.stringify(decision)).values()) {
    const [first] = alike;
    for (let start = 0; first && start < alike.length; start += issuesAtOnce) {
      const ids = alike.slice(start, start + issuesAtOnce).map(({ issue }) => issue.id);
      await decide(core, caller, reach, ids, first.decision);
    }
  }
}

async function issuesOf(core: Deciding, ids: readonly string[]): Promise<IssueListItem[]> {
  const items: IssueListItem[] = [];
  for (let start = 0; start < ids.length; start += issuesAtOnce)
    items.push(
      ...toIssueListItems(
        core,
        await issueRows(core.db)
          .where('issues.id', 'in', ids.slice(start, start + issuesAtOnce))
          .execute(),
      ),
    );
  return items;
}
