import * as z from 'zod';
import type { RequestOf } from '../../api/contract/endpoint.ts';
import { Branch, Id, RepositoryPath } from '../../api/contract/fields.ts';
import { searchIssues } from '../../api/contract/issues.ts';
import { Cursor } from '../../api/contract/paging.ts';
import {
  Category,
  IssueStatus,
  openStatuses,
  Severity,
  ValidationVerdict,
} from '../../api/contract/vocabulary.ts';
import { answer } from '../answer.ts';
import { code } from '../data.ts';
import type { ToolContext } from '../tool.ts';
import { define } from './define.ts';
import { count, IssueRow, issueLine, issuePlace, issueRow, moreLine } from './issue-words.ts';
import { anyRepositoryInput, branchScannedLast, organization, repositoryFilter } from './repository.ts';

/** Issues in a list: by what they are, or by words in them. */

const filters = {
  repository: anyRepositoryInput,
  severities: z.array(Severity).min(1).max(5).optional(),
  statuses: z
    .array(IssueStatus)
    .min(1)
    .max(IssueStatus.options.length)
    .optional()
    .describe('The open ones when omitted: PENDING_REVIEW, REVIEWING, PATCHING, INFORMATIONAL.'),
  categories: z.array(Category).min(1).max(4).optional(),
  vulnClasses: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(20)
    .optional()
    .describe('Kebab-case ids, e.g. sql-injection, command-injection, path-traversal.'),
  cwes: z
    .array(z.string().regex(/^CWE-\d{1,5}$/))
    .min(1)
    .max(20)
    .optional(),
  validationVerdicts: z.array(ValidationVerdict).min(1).max(5).optional(),
  pathPrefix: RepositoryPath.optional().describe('Only in files whose path begins with this.'),
  branch: Branch.optional().describe('The one scanned last when omitted.'),
  scanId: Id.optional().describe('Only issues that this scan saw.'),
  newOnly: z.boolean().optional().describe('Only issues that the latest scan saw for the first time.'),
  exposedOnly: z
    .boolean()
    .optional()
    .describe('Only of repositories that a cloud posture provider reports as exposed to the internet.'),
  limit: z.int().min(1).max(50).default(20),
  cursor: Cursor.optional().describe('The nextCursor of the page before.'),
};

const output = z.object({
  issues: z.array(IssueRow),
  totalCount: z.int().optional(),
  nextCursor: z.string().optional(),
});

const Listing = z.strictObject(filters);

export const listIssues = define({
  name: 'list_issues',
  title: 'List issues',
  description:
    'Lists security issues of a repository, worst first, with severity, place, status and id. Filters: severity, status, category, class, CWE, path, branch, new ones only. Use it first to see what there is; explain_issue tells all about one.',
  input: Listing,
  output,
  effect: 'none',
  run: (input, context) => find(input, undefined, context),
});

export const searchIssuesTool = define({
  name: 'search_issues',
  title: 'Search issues',
  description:
    'Finds security issues by words in their title, description, file or class, worst first. All words must be there. The same filters as list_issues.',
  input: z.strictObject({ query: z.string().trim().min(1).max(500), ...filters }),
  output,
  effect: 'none',
  run: ({ query, ...input }, context) => find(input, query, context),
});

async function find(input: z.output<typeof Listing>, query: string | undefined, context: ToolContext) {
  const { repository, ...given } = input;
  const repositoryId = await repositoryFilter(repository, context);
  const isNamed = given.branch !== undefined || given.scanId !== undefined;
  const request: RequestOf<typeof searchIssues> = {
    ...(isNamed ? {} : await branchScannedLast(repositoryId, context)),
    ...given,
    ...organization(context),
    statuses: given.statuses ?? [...openStatuses],
    ...(repositoryId !== undefined && { repositoryIds: [repositoryId] }),
    ...(query !== undefined && { searchQuery: query }),
  };
  const { issues, nextCursor, totalCount } = await context.service.call(searchIssues, request, {
    signal: context.signal,
  });
  const which = input.statuses === undefined ? 'open issue' : 'issue';
  const about = query === undefined ? '' : ` with ${code(query, 80)}`;
  const total = totalCount ?? issues.length;
  const head =
    issues.length === 0 && input.cursor === undefined
      ? `No ${which}${about} fits.`
      : `${totalCount === undefined ? `${count(issues.length, which)} on this page` : count(total, which)}${about}, worst first:`;
  const lines = issues.map((issue) => `- ${issueLine(issue)}`);
  return answer(
    `${[head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}${moreLine(issues.length, totalCount, nextCursor)}`,
    { issues: issues.map(issueRow), totalCount, nextCursor },
    issues.map(issuePlace),
  );
}
