import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { IssueFilters } from '../../api/contract/issues.ts';
import { issueStatusOf } from '../../api/contract/vocabulary.ts';
import type { Caller, Core } from '../core/context.ts';
import { invalid } from '../core/errors.ts';
import { containsLower } from '../core/like.ts';
import { inReach, type OrganizationReach } from '../core/reach.ts';
import { exposedOrRefused } from '../integrations/cloud-posture/exposed.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import { scanRow } from '../scans/scans.ts';
import type { Schema } from '../store/schema.ts';

/** Each word is looked for in every issue that has the ones before it. */
const maximumWords = 20;

/** Issues that filters choose. */
export interface MatchingIssues {
  /** Of a row of `issues`, for any query over them. */
  readonly condition: Expression<SqlBool>;
  readonly organizationId: string;
  /** The repositories that they can be of; undefined for all. */
  readonly repositoryIds: readonly string[] | undefined;
  /** Whether the index that counts are read from has all that the condition asks for. */
  readonly isCountedByIndex: boolean;
}

/** What `issues_to_count` has, or what is of a repository. */
const inIndexOfCounts: ReadonlySet<string> = new Set<keyof IssueFilters>([
  'repositoryIds',
  'applicationIds',
  'severities',
  'statuses',
  'validationVerdicts',
  'scanKinds',
  'belowThreshold',
]);

/**
 * What filters ask of issues: lists, reports and statistics mean the same by a filter.
 * @throws Refusal where a filter names a repository, an application or a scan that is not there
 */
export async function matchingIssues(
  core: Core,
  caller: Caller,
  reach: OrganizationReach,
  filters: IssueFilters,
): Promise<MatchingIssues> {
  const { organizationId } = reach;
  const repositoryIds =
    filters.repositoryIds && (await repositoryIdsIn(core.db, caller, organizationId, filters.repositoryIds));
  const applicationIds =
    filters.applicationIds &&
    (await applicationIdsIn(core.db, caller, organizationId, filters.applicationIds));
  const scan =
    filters.scanId === undefined
      ? undefined
      : await scanRow(core, caller, { organizationId, id: filters.scanId });
  const { branch, cwes, newOnly, severities, statuses, categories, vulnClasses, ruleIds } = filters;
  const { validationVerdicts } = filters;
  const eb = expressionBuilder<Schema, 'issues'>();
  const all: Expression<SqlBool>[] = [
    inReach(reach, eb.ref('issues.organization_id'), eb.ref('issues.repository_id')),
    eb('issues.hidden', '=', filters.belowThreshold === true ? 1 : 0),
    ...ofScans(filters, scan?.seq),
    ...inPath(filters.pathPrefix),
    ...withWords(filters.searchQuery),
  ];
  if (repositoryIds) all.push(eb('issues.repository_id', 'in', repositoryIds));
  if (scan) all.push(eb('issues.repository_id', '=', scan.repository_id));
  if (applicationIds) all.push(eb('issues.application_id', 'in', applicationIds));
  if (branch !== undefined) all.push(eb('issues.branch', '=', branch));
  if (severities) all.push(eb('issues.severity', 'in', severities));
  if (statuses) all.push(eb('issues.status', 'in', statuses.map(issueStatusOf)));
  if (categories) all.push(eb('issues.category', 'in', categories));
  if (vulnClasses) all.push(eb('issues.vuln_class', 'in', vulnClasses));
  if (ruleIds) all.push(eb('issues.rule_id', 'in', ruleIds));
  if (cwes) all.push(eb.or(cwes.map((cwe) => eb('issues.cwes', 'like', `% ${cwe} %`))));
  if (validationVerdicts) all.push(eb('issues.validation', 'in', validationVerdicts));
  if (filters.exposedOnly)
    all.push((await exposedOrRefused(core, organizationId)).has(eb.ref('issues.repository_id')));
  if (newOnly) all.push(eb('issues.first_scan_id', '=', eb.ref('issues.scan_id')));
  return {
    condition: eb.and(all),
    organizationId,
    repositoryIds: scan ? [scan.repository_id] : repositoryIds,
    isCountedByIndex: Object.entries(filters).every(
      ([name, value]) => value === undefined || value === '' || inIndexOfCounts.has(name),
    ),
  };
}

function ofScans({ scanKinds }: IssueFilters, scanSeq: number | undefined): Expression<SqlBool>[] {
  const eb = expressionBuilder<Schema, 'issues'>();
  const seen =
    scanSeq === undefined
      ? []
      : [
          eb.exists(
            eb
              .selectFrom('scan_issues')
              .select('issue_seq')
              .where('scan_seq', '=', scanSeq)
              .whereRef('issue_seq', '=', 'issues.seq'),
          ),
        ];
  if (scanKinds) return [...seen, eb('issues.scan_kind', 'in', scanKinds)];
  // What a pull request brings is an issue of the repository once it is merged.
  return scanSeq === undefined ? [eb('issues.scan_kind', '!=', 'PR')] : seen;
}

function inPath(prefix = ''): Expression<SqlBool>[] {
  if (prefix === '') return [];
  const eb = expressionBuilder<Schema, 'issues'>();
  return [eb(sql<string>`substr(${eb.ref('issues.file')}, 1, length(${prefix}))`, '=', prefix)];
}

/** @throws Refusal 400 for too many words */
function withWords(searchQuery = ''): Expression<SqlBool>[] {
  const words = new Set(searchQuery.toLowerCase().split(/\s+/));
  words.delete('');
  if (words.size > maximumWords)
    throw invalid('searchQuery', `At most ${maximumWords} different words are searched for.`);
  const eb = expressionBuilder<Schema, 'issues'>();
  return [...words].map((word) => containsLower(eb.ref('issues.search_text'), word));
}
