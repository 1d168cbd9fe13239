import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Issue } from '../../api/contract/issue.ts';
import type { IssueFilters } from '../../api/contract/issues.ts';
import type { Core } from '../core/context.ts';
import type { OrganizationReach } from '../core/reach.ts';
import type { MatchingIssues } from '../issues/issue-filter.ts';
import { byScore } from '../issues/issue-order.ts';
import { issuesInFull } from '../issues/issue-rows.ts';
import { allIssues } from '../issues/issue-walk.ts';
import type { Schema } from '../store/schema.ts';
import type { Write } from './report-files.ts';
import type { ReportRow } from './report-rows.ts';

/** What a report is made of, and for whom. */
export interface ReportWork {
  readonly core: Core & { readonly version: string };
  readonly row: ReportRow;
  readonly filters: IssueFilters;
  /** Of a row of something that belongs to a repository: whether it may be in the report. */
  readonly isWithin: (
    organization: Expression<string>,
    repository: Expression<string>,
  ) => Expression<SqlBool>;
  readonly reach: OrganizationReach;
  /** Its issues. */
  readonly matching: MatchingIssues;
  /** Repositories that it may be about and that the person still sees, by name. */
  readonly repositories: readonly { readonly id: string; readonly name: string }[];
  readonly signal: AbortSignal;
}

/** Writes a report of one format; answers how many issues or packages are in it. */
export type ReportWriter = (work: ReportWork, write: Write) => Promise<number>;

/** Issues in full that are held at the same time. */
const atOnce = 200;

/**
 * The issues of a report, worst first. They are settled at the beginning, so that none comes twice and none is left out
 * where issues change meanwhile.
 * @param repositoryId of one repository alone
 */
export async function issueSeqs(
  { core, matching }: Pick<ReportWork, 'core' | 'matching'>,
  repositoryId?: string,
): Promise<number[]> {
  if (repositoryId === undefined) return await allIssues(core.db, matching, byScore);
  const { and, eb } = expressionBuilder<Schema, 'issues'>();
  const condition = and([matching.condition, eb('issues.repository_id', '=', repositoryId)]);
  return await allIssues(core.db, { ...matching, condition, repositoryIds: [repositoryId] }, byScore);
}

/** The same in full. @throws the signal's reason */
export async function* issuesOf(work: ReportWork, repositoryId?: string): AsyncGenerator<Issue> {
  const seqs = await issueSeqs(work, repositoryId);
  for (let start = 0; start < seqs.length; start += atOnce) {
    work.signal.throwIfAborted();
    yield* await issuesInFull(work.core, seqs.slice(start, start + atOnce));
  }
}
