import * as z from 'zod';
import { Id } from '../../api/contract/fields.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { listIssues, maximumIssuesListed } from '../../api/contract/issues.ts';
import { getScan, listScans, type Scan } from '../../api/contract/scans/scans.ts';
import { openStatuses } from '../../api/contract/vocabulary.ts';
import { answer } from '../answer.ts';
import { code } from '../data.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';
import { define } from './define.ts';
import { count, IssueRow, issueLine, issuePlace, issueRow } from './issue-words.ts';
import { organization, repositoryInput, theRepository } from './repository.ts';

/** What changed between two scans. */

const maximumCompared = 5_000;
const maximumPages = 10;
const maximumShown = 25;

const ScanRow = z.object({ id: Id, branch: z.string().nullable(), finishedAt: z.string().nullable() });

export const compareScans = define({
  name: 'compare_scans',
  title: 'Compare scans',
  description:
    'What changed between two scans of a repository: issues that are new and issues that are gone. Compares the latest complete scan with the one before it, with the last one up to a time ("since"), or with the one named.',
  input: z.strictObject({
    repository: repositoryInput,
    scanId: Id.optional().describe('The later scan; the latest complete one when omitted.'),
    baseScanId: Id.optional().describe('The earlier scan.'),
    since: z.iso
      .datetime({ offset: true })
      .or(z.iso.date())
      .optional()
      .describe('A time or a day: compares with the last scan that had ended by then.'),
  }),
  output: z.object({
    scan: ScanRow,
    base: ScanRow,
    appeared: z.array(IssueRow),
    appearedCount: z.int(),
    gone: z.array(IssueRow),
    goneCount: z.int(),
    stayedCount: z.int(),
    /** There were too many issues to compare all of them. */
    partial: z.boolean(),
  }),
  effect: 'none',
  run: async ({ repository, scanId, baseScanId, since }, context) => {
    const complete = async () => completeScans(await theRepository(repository, context), context);
    const known = scanId !== undefined && baseScanId !== undefined ? [] : await complete();
    const scan = scanId === undefined ? known[0] : await scanOf(scanId, context);
    if (!scan) throw new ToolFailure('The repository has no complete scan yet.');
    const base =
      baseScanId === undefined
        ? earlier(
            known.filter(({ branch }) => branch === scan.branch),
            scan,
            since,
          )
        : await scanOf(baseScanId, context);
    const [after, before] = [await seenBy(scan, context), await seenBy(base, context)];
    const appeared = after.issues.filter(({ id }) => !before.ids.has(id));
    const gone = before.issues.filter(({ id }) => !after.ids.has(id));
    const partial = after.partial || before.partial;
    const text = [
      `Since the scan of ${timeOf(base)}, ${code(scan.repositoryName, 100)} has ${count(appeared.length, 'new issue')}, and ${count(gone.length, 'issue')} gone; ${after.issues.length - appeared.length} stayed. (The later scan is of ${timeOf(scan)}.)`,
      ...listed('New', appeared),
      ...listed('Gone', gone),
      partial ? `*Only the worst ${maximumCompared} issues of each scan were compared.*` : '',
    ];
    const shown = [...appeared.slice(0, maximumShown), ...gone.slice(0, maximumShown)];
    return answer(
      text.filter((part) => part !== '').join('\n\n'),
      {
        scan: row(scan),
        base: row(base),
        appeared: appeared.slice(0, maximumShown).map(issueRow),
        appearedCount: appeared.length,
        gone: gone.slice(0, maximumShown).map(issueRow),
        goneCount: gone.length,
        stayedCount: after.issues.length - appeared.length,
        partial,
      },
      shown.map(issuePlace),
    );
  },
});

async function completeScans(repositoryId: string, context: ToolContext): Promise<Scan[]> {
  const { scans } = await context.service.call(
    listScans,
    { ...organization(context), repositoryId, kinds: ['FULL'], statuses: ['COMPLETED'], limit: 100 },
    { signal: context.signal },
  );
  return scans;
}

async function scanOf(id: string, context: ToolContext): Promise<Scan> {
  const { scan } = await context.service.call(
    getScan,
    { id, ...organization(context) },
    { signal: context.signal },
  );
  return scan;
}

/** @throws ToolFailure where there is none to compare with */
function earlier(known: readonly Scan[], scan: Scan, since: string | undefined): Scan {
  const before = known.filter(({ id, createdAt }) => id !== scan.id && createdAt < scan.createdAt);
  if (since === undefined) {
    const [previous] = before;
    if (!previous)
      throw new ToolFailure('There is only one complete scan of this branch: nothing to compare with.');
    return previous;
  }
  const time = new Date(since).getTime();
  const base = before.find(({ finishedAt }) => finishedAt !== null && new Date(finishedAt).getTime() <= time);
  const oldest = before.at(-1);
  if (base) return base;
  if (oldest) return oldest;
  throw new ToolFailure('There is no earlier complete scan of this branch to compare with.');
}

async function seenBy(scan: Scan, context: ToolContext) {
  const issues: IssueListItem[] = [];
  let cursor: string | undefined;
  let asked = 0;
  do {
    asked++;
    const page = await context.service.call(
      listIssues,
      {
        ...organization(context),
        scanId: scan.id,
        statuses: [...openStatuses, 'RESOLVED'],
        limit: maximumIssuesListed,
        ...(cursor !== undefined && { cursor }),
      },
      { signal: context.signal },
    );
    issues.push(...page.issues);
    cursor = page.nextCursor;
  } while (cursor !== undefined && issues.length < maximumCompared && asked < maximumPages);
  return { issues, ids: new Set(issues.map(({ id }) => id)), partial: cursor !== undefined };
}

function listed(title: string, issues: readonly IssueListItem[]): string[] {
  if (issues.length === 0) return [];
  const lines = issues.slice(0, maximumShown).map((issue) => `- ${issueLine(issue)}`);
  const more = issues.length - lines.length;
  return [`**${title}**\n${lines.join('\n')}`, more > 0 ? `*${more} more are not shown.*` : ''];
}

function row({ id, branch, finishedAt }: Scan): z.output<typeof ScanRow> {
  return { id, branch, finishedAt };
}

function timeOf({ finishedAt, createdAt }: Scan): string {
  return `${(finishedAt ?? createdAt).slice(0, 16).replace('T', ' ')} UTC`;
}
