import type { Expression, SqlBool } from 'kysely';
import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Caller, Core } from '../core/context.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { reachIn, reachOver } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import { matchingIssues } from './issue-filter.ts';
import { isAfter, Place, placeOf, worstFirst } from './issue-order.ts';
import { issueRows, toIssueListItems, wholeIssue } from './issue-rows.ts';
import { reopenDue } from './issue-triage.ts';

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

const position = z.tuple([z.number(), Place]);

/** In the order of `worstFirst`. The total is told with the first page. */
async function find(core: Core & Paged, caller: Caller, operation: string, request: SearchRequest) {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  await reopenDue(core);
  const { cursor, limit, organizationId: _, ...filters } = request;
  const scope = { operation, filters: { ...filters, organizationId } };
  const matching = await matchingIssues(core, caller, reach, filters);
  const after = cursor === undefined ? undefined : core.cursors.read(scope, cursor, position);
  const rows = await pageAfter(issueRows(core.db).where(matching), after, limit + 1);
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.score, placeOf(row)]);
  const total = cursor === undefined ? { totalCount: await count(core.db, matching) } : {};
  return { issues: toIssueListItems(core, items), ...end, ...total };
}

/** Two queries, what is left of a score and what is below it: an index leads to the begin of each, however far the page is. */
async function pageAfter(query: IssueQuery, after: z.output<typeof position> | undefined, limit: number) {
  const ordered = query.orderBy(worstFirst);
  if (!after) return await ordered.limit(limit).execute();
  const [score, place] = after;
  const equal = await ordered.where('issues.score', '=', score).where(isAfter(place)).limit(limit).execute();
  if (equal.length === limit) return equal;
  const below = ordered.where('issues.score', '<', score).limit(limit - equal.length);
  return [...equal, ...(await below.execute())];
}

type IssueQuery = ReturnType<typeof issueRows>;

async function count(db: Queries, matching: Expression<SqlBool>): Promise<number> {
  const row = await db
    .selectFrom('issues')
    .where(matching)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
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
