import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { severityOf } from '../../api/contract/vocabulary.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { reachOver } from '../core/reach.ts';
import { namedIssues } from './issue-access.ts';
import { twinsOf } from './issue-branches.ts';
import { issueRows, toIssueListItems } from './issue-rows.ts';
import { scoreWithin } from './severity-score.ts';

type Operations = typeof contract.triage;

/** A person's severity stands until they take it back; scans keep the engine's beside it. */
export async function updateIssueSeverity(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateIssueSeverity']>,
): Promise<ResponseOf<Operations['updateIssueSeverity']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const ids = [...new Set(request.issueIds)];
  const at = instant(core);
  await core.db.transaction().execute(async (transaction) => {
    const before = await namedIssues(transaction, caller, reach, ids, 'ISSUE_TRIAGE');
    for (const issue of [...before, ...(await twinsOf(transaction, ids))]) {
      const { id } = issue;
      const severity = request.severity ?? severityOf(issue.found_score);
      const score = request.severity ? scoreWithin(severity, issue.found_score) : issue.found_score;
      await transaction
        .updateTable('issues')
        .set({ set_severity: request.severity, severity, score, updated_at: at })
        .where('id', '=', id)
        .execute();
      await transaction
        .insertInto('triage_history')
        .values({
          id: newId(),
          issue_id: id,
          user_id: caller.userId,
          at,
          from_status: issue.status,
          to_status: issue.status,
          from_severity: issue.severity,
          to_severity: severity,
          disposition: 'severity_change',
          reason: request.reason === undefined || request.reason === '' ? null : request.reason,
        })
        .execute();
    }
  });
  const rows = await issueRows(core.db).where('issues.id', 'in', ids).execute();
  return {
    issues: toIssueListItems(
      core,
      ids.flatMap((id) => rows.filter((row) => row.id === id)),
    ),
  };
}
