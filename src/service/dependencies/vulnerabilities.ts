import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { issueStatusOf } from '../../api/contract/vocabulary.ts';
import type { Caller, Core } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReach, type Reach, reachIn, reachOver } from '../core/reach.ts';
import { exposedOrRefused, exposureOf } from '../integrations/cloud-posture/exposed.ts';
import type { MatchingIssues } from '../issues/issue-filter.ts';
import { byNearness, byPlace, nearness, Place, type Position, placeOf } from '../issues/issue-order.ts';
import { issueRows, toIssueListItems, wholeIssue } from '../issues/issue-rows.ts';
import { reopenDue } from '../issues/issue-triage.ts';
import { findIssues, firstOfAll } from '../issues/issue-walk.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import type { Schema } from '../store/schema.ts';

type Operations = typeof contract.dependencies;
type SearchRequest = ParsedRequestOf<Operations['searchVulnerabilities']>;

/** Each word is looked for in every issue that has the ones before it. */
const maximumWords = 20;
/** Other places of one advisory that are told of. */
const mostElsewhere = 100;

/** Issues about packages that the filters let through: worst first, and of equals those that are reached. */
export async function searchVulnerabilities(
  core: Core & Paged,
  caller: Caller,
  request: SearchRequest,
): Promise<ResponseOf<Operations['searchVulnerabilities']>> {
  const { cursor, limit, ...filters } = request;
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  await reopenDue(core);
  const scope = {
    operation: 'dependencies.searchVulnerabilities',
    filters: { ...filters, organizationId },
  };
  const repositoryIds =
    filters.repositoryIds && (await repositoryIdsIn(core.db, caller, organizationId, filters.repositoryIds));
  const applicationIds =
    filters.applicationIds &&
    (await applicationIdsIn(core.db, caller, organizationId, filters.applicationIds));
  const exposed = filters.exposedOnly ? await exposedOrRefused(core, organizationId) : undefined;
  const chosen = matchingVulnerabilities(reach, { ...filters, repositoryIds, applicationIds });
  const { and, ref } = expressionBuilder<Schema, 'issues'>();
  const matching: MatchingIssues = {
    condition: exposed ? and([chosen, exposed.has(ref('issues.repository_id'))]) : chosen,
    organizationId,
    repositoryIds,
    isCountedByIndex: false,
  };
  const after = cursor === undefined ? undefined : core.cursors.read(scope, cursor, position);
  const found = await findIssues(core.db, matching, { order: byNearness, after, limit: limit + 1 });
  const rows = await issueRows(core.db)
    .where('issues.seq', 'in', [...found.seqs, 0])
    .orderBy(byNearness.by)
    .select(nearness.as('nearness'))
    .execute();
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.score, row.nearness, placeOf(row)]);
  const exposure = await exposureOf(
    core,
    organizationId,
    items.map((row) => row.repository_id),
  );
  return { vulnerabilities: toIssueListItems(core, items), ...exposure, ...end };
}

const position = z
  .tuple([z.number(), z.int(), Place])
  .transform(([score, tie, place]): Position => ({ score, tie, place }));

type Filters = Omit<
  SearchRequest,
  'cursor' | 'limit' | 'organizationId' | 'repositoryIds' | 'applicationIds'
> & {
  readonly repositoryIds: readonly string[] | undefined;
  readonly applicationIds: readonly string[] | undefined;
};

/** Of a row of `issues`. */
function matchingVulnerabilities(reach: Reach, filters: Filters): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'issues'>();
  const all: Expression<SqlBool>[] = [
    isReached(reach),
    eb('issues.category', '=', 'SCA'),
    eb('issues.package_key', 'is not', null),
    eb('issues.hidden', '=', 0),
    eb('issues.scan_kind', '!=', 'PR'),
    ...ofPackages(filters),
  ];
  if (filters.repositoryIds) all.push(eb('issues.repository_id', 'in', filters.repositoryIds));
  if (filters.applicationIds) all.push(eb('issues.application_id', 'in', filters.applicationIds));
  if (filters.branch !== undefined) all.push(eb('issues.branch', '=', filters.branch));
  if (filters.severities) all.push(eb('issues.severity', 'in', filters.severities));
  if (filters.statuses) all.push(eb('issues.status', 'in', filters.statuses.map(issueStatusOf)));
  if (filters.reachability) all.push(eb('issues.reachability', 'in', filters.reachability));
  if (filters.scopes) all.push(eb('issues.package_scope', 'in', filters.scopes));
  if (filters.patchStatuses)
    all.push(
      eb.or(
        filters.patchStatuses.map((status) =>
          status === 'NONE'
            ? eb('issues.patch', 'is', null)
            : sql<SqlBool>`${eb.ref('issues.patch')} like ${`%"status":"${status}"%`}`,
        ),
      ),
    );
  if (filters.fixable !== undefined)
    all.push(eb('issues.fixed_version', filters.fixable ? 'is not' : 'is', null));
  const words = new Set((filters.searchQuery ?? '').toLowerCase().split(/\s+/).slice(0, maximumWords));
  words.delete('');
  return eb.and([...all, ...[...words].map((word) => containsLower(eb.ref('issues.search_text'), word))]);
}

function ofPackages({ ecosystems, packageName, advisoryId }: Filters): Expression<SqlBool>[] {
  const eb = expressionBuilder<Schema, 'issues'>();
  const key = eb.ref('issues.package_key');
  const all: Expression<SqlBool>[] = [];
  if (ecosystems)
    all.push(
      eb.or(
        ecosystems.map((one) =>
          eb(sql<string>`substr(lower(${key}), 1, ${one.length + 1})`, '=', `${one.toLowerCase()} `),
        ),
      ),
    );
  if (packageName !== undefined)
    all.push(eb(sql<string>`substr(${key}, length(${key}) - ${packageName.length})`, '=', ` ${packageName}`));
  if (advisoryId !== undefined) all.push(namesAdvisory(advisoryId));
  return all;
}

const namesAdvisory = (advisoryId: string) =>
  sql<SqlBool>`${sql.ref('issues.advisory_ids')} like ${`% ${like(advisoryId)} %`} escape '!'`;

const isReached = (reach: Reach): Expression<SqlBool> =>
  inReach(reach, issueColumns.ref('issues.organization_id'), issueColumns.ref('issues.repository_id'));
const issueColumns = expressionBuilder<Schema, 'issues'>();

const like = (text: string): string => text.replace(/[!%_]/g, '!$&');

/** A vulnerability in full, and the other repositories of the organization in which its advisory holds. @throws Refusal 404 */
export async function getVulnerability(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getVulnerability']>,
): Promise<ResponseOf<Operations['getVulnerability']>> {
  await reopenDue(core);
  const reach = await reachOver(core, caller, request.organizationId);
  const vulnerability = await wholeIssue(core, reach, request.id);
  const { dependency } = vulnerability;
  if (!dependency) throw notFound('vulnerability');
  const eb = expressionBuilder<Schema, 'issues'>();
  const matching: MatchingIssues = {
    condition: eb.and([
      isReached(reach),
      eb('issues.id', '!=', vulnerability.id),
      eb('issues.status', '!=', 'RESOLVED'),
      namesAdvisory(dependency.advisory.id),
    ]),
    organizationId: vulnerability.organizationId,
    repositoryIds: undefined,
    isCountedByIndex: false,
  };
  const order = { by: byPlace, among: byNearness.among };
  const { seqs } = await firstOfAll(core.db, matching, { order, limit: mostElsewhere });
  const rows = await issueRows(core.db)
    .where('issues.seq', 'in', [...seqs, 0])
    .orderBy(byPlace)
    .execute();
  return {
    vulnerability,
    elsewhere: toIssueListItems(core, rows).flatMap((issue) =>
      issue.dependency
        ? [
            {
              issueId: issue.id,
              repositoryId: issue.repositoryId,
              repositoryName: issue.repositoryName,
              branch: issue.scanTargetBranch,
              packageName: issue.dependency.name,
              version: issue.dependency.version,
            },
          ]
        : [],
    ),
  };
}
