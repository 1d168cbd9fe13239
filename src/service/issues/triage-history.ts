import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { HistoryEntry } from '../../api/contract/issue.ts';
import type { Caller, Core } from '../core/context.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import type { Queries } from '../store/dialect.ts';

type Operations = typeof contract.triage;

/** Entries that an issue shows; older ones stay in the store. */
const mostShown = 100;

/** What happened to an issue, newest first. */
export async function historyOf(db: Queries, issueId: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('triage_history')
    .leftJoin('users', 'users.id', 'triage_history.user_id')
    .select([
      'triage_history.at as at',
      'from_status',
      'to_status',
      'from_severity',
      'to_severity',
      'disposition',
      'reason',
      'users.email as by',
    ])
    .where('issue_id', '=', issueId)
    .orderBy('triage_history.at', 'desc')
    .orderBy('triage_history.id')
    .limit(mostShown)
    .execute();
  return rows.map((row) => ({
    at: row.at,
    from: row.from_status,
    to: row.to_status,
    ...(row.from_severity === null ? {} : { fromSeverity: row.from_severity }),
    ...(row.to_severity === null ? {} : { toSeverity: row.to_severity }),
    ...(row.disposition === null ? {} : { disposition: row.disposition }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.by === null ? {} : { by: row.by }),
  }));
}

export async function triageRationales(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['triageRationales']>,
): Promise<ResponseOf<Operations['triageRationales']>> {
  const { repositoryId, cursor, limit } = request;
  const scope = { operation: 'issues.triageRationales', filters: { repositoryId } };
  const after =
    cursor === undefined ? undefined : core.cursors.read(scope, cursor, z.tuple([z.string(), z.string()]));
  await repositoryOf(core, caller, request);
  let query = core.db
    .selectFrom('triage_history')
    .innerJoin('issues', 'issues.id', 'triage_history.issue_id')
    .leftJoin('users', 'users.id', 'triage_history.user_id')
    .select([
      'triage_history.id as id',
      'triage_history.at as at',
      'triage_history.disposition as disposition',
      'triage_history.reason as reason',
      'users.email as by',
      'issues.id as issueId',
      'issues.title as title',
      'issues.vuln_class as vulnClass',
      'issues.file as file',
    ])
    .where('issues.repository_id', '=', repositoryId)
    .where('triage_history.user_id', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('triage_history.disposition', 'is not', null), eb('triage_history.reason', 'is not', null)]),
    )
    .orderBy('triage_history.at', 'desc')
    .orderBy('triage_history.id')
    .limit(limit + 1);
  if (after) {
    const [at, id] = after;
    query = query.where(({ eb, and, or }) =>
      or([
        eb('triage_history.at', '<', at),
        and([eb('triage_history.at', '=', at), eb('triage_history.id', '>', id)]),
      ]),
    );
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.at, row.id]);
  const rationales = items.map(({ id: _, disposition, reason, by, ...rest }) => ({
    ...rest,
    ...(disposition === null ? {} : { disposition }),
    ...(reason === null ? {} : { reason }),
    ...(by === null ? {} : { by }),
  }));
  return { rationales, ...end };
}
