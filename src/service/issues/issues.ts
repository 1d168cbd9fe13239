import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Caller, Core } from '../core/context.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { reachIn, reachOver } from '../core/reach.ts';
import { matchingIssues } from './issue-filter.ts';
import { byScore, Place, placeOf } from './issue-order.ts';
import { issueRows, toIssueListItems, wholeIssue } from './issue-rows.ts';
import { reopenDue } from './issue-triage.ts';
import { countIssues, findIssues } from './issue-walk.ts';

type Operations = typeof contract.issues;
type SearchRequest = ParsedRequestOf<Operations['searchIssues']>;

export function searchIssues(
  core: Core & Paged,
  caller: Caller,
  request: SearchRequest,
): Promise<ResponseOf<Operations['searchIssues']>> {
  return find(core, caller, 'issues.search', request);
}

export function listIssues(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listIssues']>,
): Promise<ResponseOf<Operations['listIssues']>> {
  return find(core, caller, 'issues.list', request);
}

const position = z.tuple([z.number(), Place]).transform(([score, place]) => ({ score, tie: 0, place }));

/** In the order of `worstFirst`. The total is told with the first page. */
async function find(core: Core & Paged, caller: Caller, operation: string, request: SearchRequest) {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  await reopenDue(core);
  const { cursor, limit, organizationId: _, ...filters } = request;
  const scope = { operation, filters: { ...filters, organizationId } };
  const matching = await matchingIssues(core, caller, reach, filters);
  const after = cursor === undefined ? undefined : core.cursors.read(scope, cursor, position);
  const found = await findIssues(core.db, matching, { order: byScore, after, limit: limit + 1 });
  const total =
    cursor === undefined ? { totalCount: found.total ?? (await countIssues(core.db, matching)) } : {};
  const rows = await issueRows(core.db)
    .where('issues.seq', 'in', [...found.seqs, 0])
    .orderBy(byScore.by)
    .execute();
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.score, placeOf(row)]);
  return { issues: toIssueListItems(core, items), ...end, ...total };
}

export async function getIssue(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getIssue']>,
): Promise<ResponseOf<Operations['getIssue']>> {
  await reopenDue(core);
  const reach = await reachOver(core, caller, request.organizationId);
  return { issue: await wholeIssue(core, reach, request.id) };
}
