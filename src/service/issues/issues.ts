import { sql } from 'kysely';
import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { issueStatusOf } from '../../api/contract/vocabulary.ts';
import type { Caller, Core } from '../core/context.ts';
import { invalid } from '../core/errors.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReach, type OrganizationReach, reachIn, reachOver } from '../core/reach.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import { scanRow } from '../scans/scans.ts';
import { isAfter, Place, placeOf, worstFirst } from './issue-order.ts';
import { issueRows, toIssueListItems, wholeIssue } from './issue-rows.ts';
import { reopenDue } from './issue-triage.ts';

/** Each word is looked for in every issue that has the ones before it. */
const maximumWords = 20;

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
  const { cursor, limit, ...filters } = request;
  const scope = { operation, filters: { ...filters, organizationId } };
  const matching = await filtered(core, caller, reach, filters);
  const after = cursor === undefined ? undefined : core.cursors.read(scope, cursor, position);
  const rows = await pageAfter(matching(issueRows(core.db)), after, limit + 1);
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.score, placeOf(row)]);
  const total = cursor === undefined ? { totalCount: await count(matching(issueRows(core.db))) } : {};
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

async function count(query: IssueQuery): Promise<number> {
  const row = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

type Filters = Omit<SearchRequest, 'cursor' | 'limit'>;

/** @throws Refusal where a filter names a repository or scan that is not there. */
async function filtered(
  core: Core,
  caller: Caller,
  reach: OrganizationReach,
  filters: Filters,
): Promise<(query: IssueQuery) => IssueQuery> {
  const { organizationId } = reach;
  const repositoryIds = filters.repositoryIds
    ? await repositoryIdsIn(core.db, caller, organizationId, filters.repositoryIds)
    : undefined;
  const applicationIds = filters.applicationIds
    ? await applicationIdsIn(core.db, caller, organizationId, filters.applicationIds)
    : undefined;
  const scanSeq =
    filters.scanId === undefined
      ? undefined
      : (await scanRow(core, caller, { organizationId, id: filters.scanId })).seq;
  const words = new Set((filters.searchQuery ?? '').toLowerCase().split(/\s+/));
  words.delete('');
  if (words.size > maximumWords)
    throw invalid('searchQuery', `At most ${maximumWords} different words are searched for.`);
  const { branch, pathPrefix } = filters;
  return (all) => {
    let query = all.where(({ ref }) =>
      inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')),
    );
    query = query.where('issues.hidden', '=', filters.belowThreshold === true ? 1 : 0);
    if (repositoryIds) query = query.where('issues.repository_id', 'in', repositoryIds);
    if (applicationIds) query = query.where('issues.application_id', 'in', applicationIds);
    if (scanSeq !== undefined) {
      query = query.where('issues.seq', 'in', (eb) =>
        eb.selectFrom('scan_issues').select('issue_seq').where('scan_seq', '=', scanSeq),
      );
    }
    if (branch !== undefined) query = query.where('issues.branch', '=', branch);
    const { scanKinds } = filters;
    if (scanKinds) query = query.where('issues.scan_kind', 'in', scanKinds);
    // What a pull request brings is an issue of the repository once it is merged.
    else if (scanSeq === undefined) query = query.where('issues.scan_kind', '!=', 'PR');
    if (filters.severities) query = query.where('issues.severity', 'in', filters.severities);
    if (filters.statuses) query = query.where('issues.status', 'in', filters.statuses.map(issueStatusOf));
    if (filters.categories) query = query.where('issues.category', 'in', filters.categories);
    if (filters.vulnClasses) query = query.where('issues.vuln_class', 'in', filters.vulnClasses);
    if (filters.ruleIds) query = query.where('issues.rule_id', 'in', filters.ruleIds);
    const { cwes } = filters;
    if (cwes) {
      query = query.where(({ eb, or }) => or(cwes.map((cwe) => eb('issues.cwes', 'like', `% ${cwe} %`))));
    }
    if (filters.validationVerdicts)
      query = query.where('issues.validation', 'in', filters.validationVerdicts);
    if (pathPrefix !== undefined && pathPrefix !== '') {
      query = query.where((eb) =>
        eb(sql<string>`substr(${eb.ref('issues.file')}, 1, length(${pathPrefix}))`, '=', pathPrefix),
      );
    }
    for (const word of words) query = query.where((eb) => containsLower(eb.ref('issues.search_text'), word));
    if (filters.newOnly) query = query.whereRef('issues.first_scan_id', '=', 'issues.scan_id');
    return query;
  };
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
