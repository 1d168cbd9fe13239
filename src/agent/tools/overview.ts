import * as z from 'zod';
import { Id } from '../../api/contract/fields.ts';
import { Cursor } from '../../api/contract/paging.ts';
import { listRepositories as listAllRepositories } from '../../api/contract/repositories/repositories.ts';
import { SeverityCounts } from '../../api/contract/scans/scans.ts';
import { statsSummary } from '../../api/contract/stats.ts';
import { IssueStatus, RepositoryType, ScanStatus } from '../../api/contract/vocabulary.ts';
import { answer } from '../answer.ts';
import { code } from '../data.ts';
import { define } from './define.ts';
import { count, inWords, moreLine } from './issue-words.ts';
import { anyRepositoryInput, organization, repositoryFilter } from './repository.ts';
import { severityWords } from './scan-repository.ts';

/** What there is, in numbers and names. */

export const statistics = define({
  name: 'statistics',
  title: 'Statistics',
  description:
    'Counts of issues by severity and status, of confirmed exploitable ones, by repository, and the activity of scans; of one repository or of all.',
  input: z.strictObject({ repository: anyRepositoryInput }),
  output: z.object({
    openIssues: z.int(),
    resolvedIssues: z.int(),
    reachableExploitableIssues: z.int(),
    issuesBySeverity: SeverityCounts,
    issuesByStatus: z.partialRecord(IssueStatus, z.int()),
    repositories: z.array(z.object({ id: Id, name: z.string(), open: z.int(), resolved: z.int() })),
    scans: z.int(),
    lastScanFinishedAt: z.string().nullable(),
  }),
  effect: 'none',
  run: async ({ repository }, context) => {
    const repositoryId = await repositoryFilter(repository, context);
    const found = await context.service.call(
      statsSummary,
      { ...organization(context), ...(repositoryId !== undefined && { repositoryId }) },
      { signal: context.signal },
    );
    // The parts of a monorepo are within it.
    const whole = found.issuesByApplication.filter((each) => each.applicationId === undefined);
    const repositories = whole.slice(0, 50).map((each) => ({
      id: each.repositoryId,
      name: each.repositoryName,
      open: each.open,
      resolved: each.resolved,
    }));
    const severities = severityWords(found.issuesBySeverity);
    const statuses = IssueStatus.options
      .filter((status) => (found.issuesByStatus[status] ?? 0) > 0)
      .map((status) => `${found.issuesByStatus[status]} ${inWords(status)}`)
      .join(', ');
    const last = found.scanActivity.lastFinishedAt;
    const text = [
      `**${count(found.openIssues, 'open issue')}**${severities === '' ? '' : `: ${severities}`}.`,
      statuses === '' ? '' : `By status: ${statuses}.`,
      `${found.reachableExploitableIssues} confirmed as exploitable; ${found.resolvedIssues} resolved.`,
      `${count(found.scanActivity.total, 'scan')}${last === null ? '' : `, the last one ended ${last.slice(0, 16).replace('T', ' ')} UTC`}.`,
      repositories.length > 1
        ? repositories
            .map(({ name, open, resolved }) => `- ${code(name, 100)}: ${open} open, ${resolved} resolved`)
            .join('\n')
        : '',
    ];
    return answer(text.filter((line) => line !== '').join('\n\n'), {
      openIssues: found.openIssues,
      resolvedIssues: found.resolvedIssues,
      reachableExploitableIssues: found.reachableExploitableIssues,
      issuesBySeverity: found.issuesBySeverity,
      issuesByStatus: found.issuesByStatus,
      repositories,
      scans: found.scanActivity.total,
      lastScanFinishedAt: last,
    });
  },
});

export const listRepositories = define({
  name: 'list_repositories',
  title: 'List repositories',
  description: 'The repositories that the service knows, by name, with their latest scan.',
  input: z.strictObject({
    query: z.string().max(200).optional().describe('Part of the name.'),
    limit: z.int().min(1).max(50).default(25),
    cursor: Cursor.optional(),
  }),
  output: z.object({
    repositories: z.array(
      z.object({
        id: Id,
        name: z.string(),
        type: RepositoryType,
        defaultBranch: z.string().nullable(),
        lastScan: z.object({ id: Id, status: ScanStatus, finishedAt: z.string().nullable() }).optional(),
      }),
    ),
    totalCount: z.int().optional(),
    nextCursor: z.string().optional(),
  }),
  effect: 'none',
  run: async ({ query, ...page }, context) => {
    const { repositories, nextCursor, totalCount } = await context.service.call(
      listAllRepositories,
      { ...organization(context), ...page, ...(query !== undefined && { searchQuery: query }) },
      { signal: context.signal },
    );
    const lines = repositories.map(({ id, name, lastScan }) => {
      const scan = lastScan
        ? `last scan ${lastScan.status.toLowerCase()}${lastScan.finishedAt === null ? '' : ` ${lastScan.finishedAt.slice(0, 16).replace('T', ' ')} UTC`}`
        : 'not scanned yet';
      return `- ${code(name, 100)}: ${scan} · id ${id}`;
    });
    const head = repositories.length === 0 ? 'No repository fits.' : 'Repositories:';
    return answer(
      `${[head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}${moreLine(lines.length, totalCount, nextCursor)}`,
      {
        repositories: repositories.map(({ id, name, type, defaultBranch, lastScan }) => ({
          id,
          name,
          type,
          defaultBranch,
          ...(lastScan && { lastScan }),
        })),
        totalCount,
        nextCursor,
      },
    );
  },
});
