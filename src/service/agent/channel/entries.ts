import type { Severity } from '../../../api/contract/vocabulary.ts';
import type { Core } from '../../core/context.ts';
import type { PublicAddress } from '../../core/public-address.ts';
import { issuePage } from '../../issues/issue-page.ts';
import type { Queries } from '../../store/dialect.ts';
import { type Entry, line } from './digest.ts';
import type { ChatOccurrence } from './occurrence.ts';

const longestTitle = 200;
const longestPlace = 300;
const longestReason = 200;

const severityWords: Readonly<Record<Severity, string>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  INFO: 'Info',
};

type Telling = Pick<Core, 'publicAddress'>;

/** What occurrences come to now, in words. What is gone by now is not told; an issue is told once. */
export async function entriesOf(
  core: Telling,
  db: Queries,
  occurrences: readonly ChatOccurrence[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const issues = await issuesOf(db, occurrences);
  for (const occurrence of occurrences) {
    switch (occurrence.kind) {
      case 'newIssues':
        for (const id of occurrence.issueIds) {
          const issue = issues.get(id);
          if (!issue) continue;
          issues.delete(id);
          entries.push(issueEntry(core, issue, 'newIssues', severityWords[issue.severity]));
        }
        break;
      case 'patchReady': {
        const issue = await issueOf(db, occurrence.issueId);
        if (issue) entries.push({ ...issueEntry(core, issue, 'patchReady', 'Patch ready') });
        break;
      }
      case 'scanFailed':
        entries.push(...(await failedScan(core, db, occurrence.scanId)));
        break;
      case 'automationFinished':
        entries.push(...(await finishedJob(core, db, occurrence.jobId)));
        break;
    }
  }
  return entries;
}

type IssueRow = NonNullable<Awaited<ReturnType<typeof issueOf>>>;

const issueRows = (db: Queries) =>
  db
    .selectFrom('issues')
    .innerJoin('repositories', 'repositories.id', 'issues.repository_id')
    .select(['issues.id', 'issues.title', 'issues.severity', 'issues.file', 'issues.start_line'])
    .select('repositories.name as repository');

const issueOf = (db: Queries, id: string) => issueRows(db).where('issues.id', '=', id).executeTakeFirst();

async function issuesOf(db: Queries, occurrences: readonly ChatOccurrence[]): Promise<Map<string, IssueRow>> {
  const ids = occurrences.flatMap((told) => (told.kind === 'newIssues' ? told.issueIds : []));
  const found = new Map<string, IssueRow>();
  const atOnce = 500;
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await issueRows(db)
      .where('issues.id', 'in', ids.slice(from, from + atOnce))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

function issueEntry(
  { publicAddress }: Telling,
  row: IssueRow,
  kind: 'newIssues' | 'patchReady',
  label: string,
): Entry {
  return {
    kind,
    label,
    severity: kind === 'newIssues' ? row.severity : undefined,
    title: line(row.title, longestTitle) || 'Issue',
    repository: line(row.repository, longestTitle),
    place: `${line(row.file, longestPlace)}:${row.start_line}`,
    url: issuePage(publicAddress, row.id).url,
  };
}

async function failedScan({ publicAddress }: Telling, db: Queries, scanId: string): Promise<Entry[]> {
  const scan = await db
    .selectFrom('scans')
    .innerJoin('repositories', 'repositories.id', 'scans.repository_id')
    .select(['scans.id', 'scans.branch', 'scans.error_message', 'repositories.name as repository'])
    .where('scans.id', '=', scanId)
    .executeTakeFirst();
  if (!scan) return [];
  return [
    {
      kind: 'scanFailed',
      label: 'Scan failed',
      title: line(scan.repository, longestTitle),
      place: line(scan.branch, longestTitle),
      detail: scan.error_message === null ? undefined : line(scan.error_message, longestReason),
      url: pageOf(publicAddress, `scans/${scan.id}`),
    },
  ];
}

/** What the agent said is not told: it may quote code. */
async function finishedJob({ publicAddress }: Telling, db: Queries, jobId: string): Promise<Entry[]> {
  const job = await db
    .selectFrom('agent_jobs')
    .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_jobs.conversation_id')
    .select(['agent_jobs.status', 'agent_conversations.title'])
    .where('agent_jobs.id', '=', jobId)
    .executeTakeFirst();
  if (!job) return [];
  return [
    {
      kind: 'automationFinished',
      label: job.status === 'COMPLETED' ? 'Automation finished' : 'Automation failed',
      title: line(job.title, longestTitle) || 'Automation',
      url: pageOf(publicAddress, 'agent'),
    },
  ];
}

/** The address of a page of the dashboard; undefined where the operator named no address that people reach. */
export const pageOf = ({ named }: Pick<PublicAddress, 'named'>, path: string): string | undefined =>
  named && new URL(`dashboard/${path}`, named).href;
