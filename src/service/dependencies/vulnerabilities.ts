import { type ExpressionBuilder, sql } from 'kysely';
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
import { byPlace, Place, placeOf } from '../issues/issue-order.ts';
import { issueRows, toIssueListItems, wholeIssue } from '../issues/issue-rows.ts';
import { reopenDue } from '../issues/issue-triage.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import type { Schema } from '../store/schema.ts';

type Operations = typeof contract.dependencies;
type SearchRequest = ParsedRequestOf<Operations['searchVulnerabilities']>;
type IssueQuery = ReturnType<typeof issueRows>;

/** Each word is looked for in every issue that has the ones before it. */
const maximumWords = 20;

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
  let all = issueRows(core.db).where(isReached(reach));
  if (filters.exposedOnly) {
    const exposed = await exposedOrRefused(core, organizationId);
    all = all.where(({ ref }) => exposed.has(ref('issues.repository_id')));
  }
  let query = filtered(all, { ...filters, repositoryIds, applicationIds })
    .orderBy('issues.score', 'desc')
    .orderBy(nearness)
    .orderBy(byPlace)
    .limit(limit + 1)
    .select(nearness.as('nearness'));
  if (cursor !== undefined) {
    const [score, near, place] = core.cursors.read(scope, cursor, position);
    query = query.where(
      sql<boolean>`(-issues.score, ${nearness}, ${byPlace}) > (${-score}, ${near}, ${sql.join(place)})`,
    );
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [
    row.score,
    row.nearness,
    placeOf(row),
  ]);
  const exposure = await exposureOf(
    core,
    organizationId,
    items.map((row) => row.repository_id),
  );
  return { vulnerabilities: toIssueListItems(core, items), ...exposure, ...end };
}

const position = z.tuple([z.number(), z.int(), Place]);

/** 0 where the vulnerable code is reached, more where less is known of it. */
const nearness = sql<number>`case issues.reachability when 'REACHED' then 0 when 'CALLED' then 1 when 'IMPORTED' then 2 when 'UNKNOWN' then 3 else 4 end`;

function filtered(
  all: IssueQuery,
  filters: Omit<SearchRequest, 'cursor' | 'limit' | 'organizationId' | 'repositoryIds' | 'applicationIds'> & {
    readonly repositoryIds: readonly string[] | undefined;
    readonly applicationIds: readonly string[] | undefined;
  },
): IssueQuery {
  let query = all
    .where('issues.category', '=', 'SCA')
    .where('issues.package_key', 'is not', null)
    .where('issues.hidden', '=', 0)
    .where('issues.scan_kind', '!=', 'PR');
  if (filters.repositoryIds) query = query.where('issues.repository_id', 'in', filters.repositoryIds);
  if (filters.applicationIds) query = query.where('issues.application_id', 'in', filters.applicationIds);
  if (filters.branch !== undefined) query = query.where('issues.branch', '=', filters.branch);
  if (filters.severities) query = query.where('issues.severity', 'in', filters.severities);
  if (filters.statuses) query = query.where('issues.status', 'in', filters.statuses.map(issueStatusOf));
  if (filters.reachability) query = query.where('issues.reachability', 'in', filters.reachability);
  if (filters.scopes) query = query.where('issues.package_scope', 'in', filters.scopes);
  const { ecosystems, patchStatuses, advisoryId, packageName } = filters;
  if (ecosystems)
    query = query.where(({ eb, or }) =>
      or(
        ecosystems.map((one) =>
          eb(
            sql<string>`substr(lower(${eb.ref('issues.package_key')}), 1, ${one.length + 1})`,
            '=',
            `${one.toLowerCase()} `,
          ),
        ),
      ),
    );
  if (packageName !== undefined)
    query = query.where((eb) =>
      eb(
        sql<string>`substr(${eb.ref('issues.package_key')}, length(${eb.ref('issues.package_key')}) - ${packageName.length})`,
        '=',
        ` ${packageName}`,
      ),
    );
  if (advisoryId !== undefined)
    query = query.where(
      sql<boolean>`${sql.ref('issues.advisory_ids')} like ${`% ${like(advisoryId)} %`} escape '!'`,
    );
  if (patchStatuses)
    query = query.where(({ eb, or }) =>
      or(
        patchStatuses.map((status) =>
          status === 'NONE'
            ? eb('issues.patch', 'is', null)
            : sql<boolean>`${eb.ref('issues.patch')} like ${`%"status":"${status}"%`}`,
        ),
      ),
    );
  if (filters.fixable !== undefined)
    query = query.where('issues.fixed_version', filters.fixable ? 'is not' : 'is', null);
  const words = new Set((filters.searchQuery ?? '').toLowerCase().split(/\s+/).slice(0, maximumWords));
  words.delete('');
  for (const word of words) query = query.where((eb) => containsLower(eb.ref('issues.search_text'), word));
  return query;
}

const isReached =
  (reach: Reach) =>
  ({ ref }: ExpressionBuilder<Schema, 'issues'>) =>
    inReach(reach, ref('issues.organization_id'), ref('issues.repository_id'));

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
  const rows = await issueRows(core.db)
    .where('issues.organization_id', '=', vulnerability.organizationId)
    .where(isReached(reach))
    .where('issues.id', '!=', vulnerability.id)
    .where('issues.status', '!=', 'RESOLVED')
    .where(
      sql<boolean>`${sql.ref('issues.advisory_ids')} like ${`% ${like(dependency.advisory.id)} %`} escape '!'`,
    )
    .orderBy(byPlace)
    .limit(100)
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
