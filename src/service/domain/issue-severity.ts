import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import {
  type Severity,
  Severity as severities,
  severityFloor,
  severityOf,
} from '../../api/contract/vocabulary.ts';
import { scopeOf } from './access.ts';
import { type Caller, type Core, instant, newId } from './context.ts';
import { impossible } from './errors.ts';
import { issueRows, toIssueListItem } from './issue-rows.ts';

type Operations = typeof contract.triage;

/** The score nearest to the engine's within what the severity means. */
export function scoreWithin(severity: Severity, foundScore: number): number {
  const worse = severities.options[severities.options.indexOf(severity) - 1];
  const highest = worse === undefined ? 100 : severityFloor[worse] - 1;
  return Math.min(highest, Math.max(severityFloor[severity], foundScore));
}

/** A person's severity stands until they take it back; scans keep the engine's beside it. */
export async function updateIssueSeverity(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateIssueSeverity']>,
): Promise<ResponseOf<Operations['updateIssueSeverity']>> {
  const organizationIds = await scopeOf(core, caller, request.organizationId);
  const ids = [...new Set(request.issueIds)];
  const at = instant(core);
  await core.db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('issues')
      .select(['id', 'status', 'severity', 'found_score'])
      .where('id', 'in', ids)
      .where('organization_id', 'in', organizationIds)
      .execute();
    const byId = new Map(before.map((issue) => [issue.id, issue]));
    for (const [index, id] of ids.entries()) {
      const issue = byId.get(id);
      if (!issue) throw impossible(`issueIds[${index}]`, 'There is no such issue.');
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
  return { issues: ids.flatMap((id) => rows.filter((row) => row.id === id)).map(toIssueListItem) };
}
