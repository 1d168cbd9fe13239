import { expressionBuilder } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import type { searchIssuesByMeaning as operation } from '../../api/contract/semantic-search.ts';
import type { Caller, Core } from '../core/context.ts';
import { inReach, type OrganizationReach, reachIn } from '../core/reach.ts';
import { worstFirst } from '../issues/issue-order.ts';
import { issueRows, toIssueListItems } from '../issues/issue-rows.ts';
import { reopenDue } from '../issues/issue-triage.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { classTerm } from '../store/terms.ts';
import { issueWords } from '../store/word-index.ts';
import { candidatesOf, maximumCandidates, repositoriesNamed } from './candidates.ts';
import { type Understood, understand } from './query.ts';
import { type Document, field, ranked, relevance } from './relevance.ts';

/**
 * Issues that a text means, the most relevant first; none for a text without a word. Those of pull requests and those that
 * settings do not want shown are left out, as in lists.
 */
export async function searchIssuesByMeaning(
  core: Core,
  caller: Caller,
  { query, limit, organizationId }: ParsedRequestOf<typeof operation>,
): Promise<ResponseOf<typeof operation>> {
  const reach = await reachIn(core, caller, organizationId);
  await reopenDue(core);
  const understood = understand(query, 'issues');
  const repositories = await repositoriesNamed(core.db, reach, understood.names);
  const { rows, asked } = await candidateRows(core.db, reach, understood, repositories);
  const found = toIssueListItems(core, rows).map((issue, index) => ({
    ...issue,
    relevance: relevance(
      { ...understood, repositories },
      asked,
      documentOf(issue, rows[index]?.search_terms ?? ''),
    ),
  }));
  return { vulnerabilities: ranked(found, sameIssue).slice(0, limit) };
}

async function candidateRows(
  db: Queries,
  reach: OrganizationReach,
  understood: Understood,
  repositories: readonly string[],
) {
  const { severities, statuses, wanted } = understood;
  const eb = expressionBuilder<Schema, 'issues'>();
  const among = eb.and([
    inReach(reach, eb.ref('issues.organization_id'), eb.ref('issues.repository_id')),
    eb('issues.hidden', '=', 0),
    eb('issues.scan_kind', '!=', 'PR'),
    ...(severities.length > 0 ? [eb('issues.severity', 'in', severities)] : []),
    ...(statuses.length > 0 ? [eb('issues.status', 'in', statuses)] : []),
  ]);
  const named = repositories.length > 0 ? eb('issues.repository_id', 'in', repositories) : undefined;
  const { seqs, asked } = await candidatesOf(db, issueWords, wanted, { reach, among, named });
  const query = issueRows(db).select('issues.search_terms');
  if (seqs.length > 0) {
    const rows = await query.where('issues.seq', 'in', [...seqs]).execute();
    return { rows, asked };
  }
  // What is asked for may be the severity, the status or the repository alone.
  if (severities.length + statuses.length + repositories.length === 0) return { rows: [], asked };
  const rows = await query
    .where(named === undefined ? among : eb.and([among, named]))
    .orderBy(worstFirst)
    .limit(maximumCandidates)
    .execute();
  return { rows, asked: [] };
}

/** @param terms of the index, which has the route that leads to the issue, too */
function documentOf(
  { title, description, vulnClass, cwes, file, repositoryId, repositoryName, score }: IssueListItem,
  terms: string,
): Document {
  const codes = cwes.map((cwe) => cwe.toLowerCase().replace('-', ''));
  return {
    fields: [
      { weight: 1, terms: new Set([classTerm(vulnClass), ...codes]) },
      field(1, title),
      field(0.9, `${file} ${repositoryName}`),
      field(0.7, description),
      { weight: 0.6, terms: new Set(terms.split(' ')) },
    ],
    paths: [file],
    repositoryId,
    isPreferred: false,
    importance: score / 100,
  };
}

/** Of an issue on several branches, one is told. */
const sameIssue = ({ repositoryId, file, fingerprint }: IssueListItem): string =>
  JSON.stringify([repositoryId, file, fingerprint]);
