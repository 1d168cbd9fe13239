import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import {
  type IssueStatus,
  issueStatusOf,
  suppressedStatuses,
  type TriageDisposition,
} from '../../api/contract/vocabulary.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { addStatusChanges } from '../core/event-outbox.ts';
import { type Reach, reachOver } from '../core/reach.ts';
import type { PullRequestReports } from '../scans/pull-requests/reports.ts';
import type { Queries } from '../store/dialect.ts';
import { issueToTriage, namedIssues } from './issue-access.ts';
import { holdsOnEveryBranch, twinsOf } from './issue-branches.ts';
import { issueRows, toIssueListItems, wholeIssue } from './issue-rows.ts';

type Operations = typeof contract.issues;
export type Deciding = Core & { readonly pullRequestReports: Pick<PullRequestReports, 'triaged'> };

export interface Decision {
  readonly status: IssueStatus;
  readonly disposition?: TriageDisposition | undefined;
  readonly reason?: string | undefined;
  readonly until?: string | undefined;
}

/** What choosing a status says about the finding itself. */
const dispositionOf: Partial<Record<IssueStatus, TriageDisposition>> = {
  FALSE_POSITIVE: 'false_positive',
  NON_EXPLOITABLE: 'non_exploitable',
  ACCEPTED_RISK: 'accepted_risk',
};

export async function setIssueStatus(
  core: Deciding,
  caller: Caller,
  request: ParsedRequestOf<Operations['setIssueStatus']>,
): Promise<ResponseOf<Operations['setIssueStatus']>> {
  const { id, reach } = await issueToTriage(core, caller, { ...request, issueId: request.id });
  await decide(core, caller, reach, [id], {
    status: issueStatusOf(request.status),
    reason: request.reason,
  });
  return { issue: await wholeIssue(core, reach, id) };
}

export async function updateIssueStatuses(
  core: Deciding,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateIssueStatuses']>,
): Promise<ResponseOf<Operations['updateIssueStatuses']>> {
  const { status, reason, until } = request;
  if (until !== undefined) {
    if (!suppressedStatuses.includes(status))
      throw impossible('until', `Only a suppression ends by itself; ${status} is none.`);
    if (Date.parse(until) <= core.now().getTime())
      throw impossible('until', 'The end of the suppression is in the past.');
  }
  const decision = { status, reason, until: until && new Date(until).toISOString() };
  return triage(core, caller, request, decision);
}

type TriageRequest = ParsedRequestOf<Operations['archiveIssues']>;
type TriageResponse = Promise<ResponseOf<Operations['archiveIssues']>>;

export function archiveIssues(core: Deciding, caller: Caller, request: TriageRequest): TriageResponse {
  return triage(core, caller, request, { status: 'BACKLOG', reason: request.reason });
}

export function unarchiveIssues(core: Deciding, caller: Caller, request: TriageRequest): TriageResponse {
  return triage(core, caller, request, { status: 'PENDING_REVIEW', reason: request.reason });
}

export function markTruePositive(core: Deciding, caller: Caller, request: TriageRequest): TriageResponse {
  const { reason } = request;
  return triage(core, caller, request, { status: 'REVIEWING', disposition: 'true_positive', reason });
}

export function markFalsePositive(core: Deciding, caller: Caller, request: TriageRequest): TriageResponse {
  return triage(core, caller, request, { status: 'FALSE_POSITIVE', reason: request.reason });
}

async function triage(
  core: Deciding,
  caller: Caller,
  request: TriageRequest,
  decision: Decision,
): TriageResponse {
  const reach = await reachOver(core, caller, request.organizationId);
  const ids = [...new Set(request.issueIds)];
  await decide(core, caller, reach, ids, decision);
  const rows = await issueRows(core.db).where('issues.id', 'in', ids).execute();
  return {
    issues: toIssueListItems(
      core,
      ids.flatMap((id) => rows.filter((row) => row.id === id)),
    ),
  };
}

/** Applies a person's decision to issues, to all or to none, on every branch, and keeps it in their history. */
export async function decide(
  core: Deciding,
  caller: Caller,
  reach: Reach,
  issueIds: readonly string[],
  decision: Decision,
): Promise<void> {
  const at = instant(core);
  const disposition = decision.disposition ?? dispositionOf[decision.status] ?? null;
  const reason = decision.reason === undefined || decision.reason === '' ? null : decision.reason;
  const decided = await core.db.transaction().execute(async (transaction) => {
    const before = await namedIssues(transaction, caller, reach, issueIds, 'ISSUE_TRIAGE');
    const { email } = await transaction
      .selectFrom('users')
      .select('email')
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    const twins = holdsOnEveryBranch(decision.status) ? await twinsOf(transaction, issueIds) : [];
    await transaction
      .updateTable('issues')
      .set({
        status: decision.status,
        // What somebody decides about is shown from then on, whatever settings say.
        hidden: 0,
        triage_disposition: disposition,
        triage_reason: reason,
        triage_by: email,
        triage_at: at,
        triage_until: decision.until ?? null,
        updated_at: at,
      })
      .where('id', 'in', [...issueIds, ...twins.map(({ id }) => id)])
      .execute();
    await transaction
      .insertInto('triage_history')
      .values(
        [...before, ...twins].map((issue) => ({
          id: newId(),
          issue_id: issue.id,
          user_id: caller.userId,
          at,
          from_status: issue.status,
          to_status: decision.status,
          disposition,
          reason,
        })),
      )
      .execute();
    const { status: to } = decision;
    await addStatusChanges(transaction, before, { to, by: 'person', at, jobId: caller.agentJobId });
    return [...before, ...twins].map(({ id }) => id);
  });
  core.happened();
  core.pullRequestReports.triaged(decided);
}

/** Opens again the issues whose suppression has ended. Cheap when there are none: asked before issues are read. */
export async function reopenDue(core: Core): Promise<void> {
  const at = instant(core);
  if (!(await anyDue(core.db, at))) return;
  await core.db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('issues')
      .select(['id', 'status', 'organization_id', 'repository_id'])
      .where('triage_until', '<=', at)
      .execute();
    for (const issue of due) {
      await transaction
        .updateTable('issues')
        .set({
          status: 'PENDING_REVIEW',
          triage_disposition: null,
          triage_reason: null,
          triage_by: null,
          triage_at: null,
          triage_until: null,
          updated_at: at,
        })
        .where('id', '=', issue.id)
        .execute();
      await transaction
        .insertInto('triage_history')
        .values({
          id: newId(),
          issue_id: issue.id,
          user_id: null,
          at,
          from_status: issue.status,
          to_status: 'PENDING_REVIEW',
          disposition: null,
          reason: 'The suppression ended.',
        })
        .execute();
    }
    await addStatusChanges(transaction, due, { to: 'PENDING_REVIEW', by: 'system', at });
  });
  core.happened();
}

async function anyDue(db: Queries, at: string): Promise<boolean> {
  const row = await db
    .selectFrom('issues')
    .select('id')
    .where('triage_until', '<=', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The note that the organization shares; an empty or blank one clears it. */
export async function updateIssueNote(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateIssueNote']>,
): Promise<ResponseOf<Operations['updateIssueNote']>> {
  const { id, reach } = await issueToTriage(core, caller, request);
  await core.db
    .updateTable('issues')
    .set({ note: request.note.trim() === '' ? null : request.note, updated_at: instant(core) })
    .where('id', 'in', await onEveryBranch(core, id))
    .execute();
  return { issue: await wholeIssue(core, reach, id) };
}

async function onEveryBranch({ db }: Core, id: string): Promise<readonly string[]> {
  return [id, ...(await twinsOf(db, [id])).map((twin) => twin.id)];
}
