import * as z from 'zod';
import { Branch, Id } from '../../api/contract/fields.ts';
import { listRepositories } from '../../api/contract/repositories/repositories.ts';
import { scanEvents } from '../../api/contract/scans/scan-events.ts';
import {
  getScan as getScanDetail,
  listScans,
  type Scan,
  SeverityCounts,
  startScans,
} from '../../api/contract/scans/scans.ts';
import { finishedScanStatuses, ScanDepth, ScanStatus, Severity } from '../../api/contract/vocabulary.ts';
import { followJob } from '../../api/follow-job.ts';
import { answer } from '../answer.ts';
import { code, prose, shorten } from '../data.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';
import { define, statusOf } from './define.ts';
import { count } from './issue-words.ts';
import { organization, repositoryInput, theRepository } from './repository.ts';
import { leftOutText, NotAnalysed, notAnalysed } from './scan-coverage.ts';

/** Full scans of a repository: started, waited for, and how they ended. */

const output = z.object({
  scanId: Id,
  repository: z.string(),
  status: ScanStatus,
  depth: ScanDepth.optional(),
  branch: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  filesDone: z.int().optional(),
  filesTotal: z.int().optional(),
  issueCounts: SeverityCounts,
  newIssueCount: z.int(),
  resolvedIssueCount: z.int(),
  errorMessage: z.string().optional(),
  filesAnalysed: z.int().optional(),
  filesSkipped: z.int().optional(),
  /** Of a scan that has ended: what it did not analyse, or only in part. */
  notAnalysed: NotAnalysed.optional(),
});

const waitSeconds = z.int().min(0).max(1_800).describe('How long to wait for its end; 0 does not wait.');

export const scanRepository = define({
  name: 'scan_repository',
  title: 'Scan the repository',
  description:
    'Scans a whole repository anew and brings its issues up to date: new ones appear, those that are gone are resolved. The person is asked first. Where a scan of it runs already, that one is followed.',
  input: z.strictObject({
    repository: repositoryInput,
    branch: Branch.optional(),
    depth: ScanDepth.optional().describe(
      'deep: with larger limits, for files that a scan before analysed in part.',
    ),
    waitSeconds: waitSeconds.default(300),
  }),
  output,
  effect: 'service',
  consent: async ({ repository, branch, depth }, context) => {
    const id = await theRepository(repository, context);
    const name = code(await nameOf(id, context), 100);
    const of = branch === undefined ? '' : `, branch ${code(branch, 100)}`;
    return {
      title: 'Scan the repository?',
      detail: `All of ${name}${of} is scanned anew${depth === 'deep' ? ', with larger limits, which takes longer' : ''}. Its issues are brought up to date: new ones are added, those that are gone become resolved. No file is changed.`,
      confirm: 'Scan',
    };
  },
  run: async ({ repository, branch, depth, waitSeconds: seconds }, context) => {
    const repositoryId = await theRepository(repository, context);
    const scanId = await start(repositoryId, { branch, depth }, context);
    return told(await followed(scanId, seconds, context));
  },
});

export const getScan = define({
  name: 'get_scan',
  title: 'Status of a scan',
  description:
    'How far a scan is and how it ended, and which files it did not analyse, or only in part, with the reasons: the one named, or else the latest of the repository. Starts none.',
  input: z.strictObject({
    scanId: Id.optional(),
    repository: repositoryInput,
    waitSeconds: waitSeconds.default(0),
  }),
  output,
  effect: 'none',
  run: async ({ scanId, repository, waitSeconds: seconds }, context) => {
    if (scanId !== undefined) return told(await followed(scanId, seconds, context));
    const repositoryId = await theRepository(repository, context);
    const [latest] = (await scansOf(repositoryId, context)).slice(0, 1);
    if (!latest) throw new ToolFailure('The repository was not scanned yet. scan_repository does.');
    return told(await followed(latest.id, seconds, context));
  },
});

async function start(
  repositoryId: string,
  { branch, depth }: { readonly branch: string | undefined; readonly depth: ScanDepth | undefined },
  context: ToolContext,
): Promise<string> {
  try {
    const { scans } = await context.service.call(
      startScans,
      {
        ...organization(context),
        repositoryIds: [repositoryId],
        ...(branch !== undefined && { branch }),
        ...(depth !== undefined && { depth }),
      },
      { signal: context.signal },
    );
    const [scan] = scans;
    if (!scan) throw new ToolFailure('The service started no scan.');
    return scan.id;
  } catch (error) {
    if (statusOf(error) !== 409) throw error;
    const running = (await scansOf(repositoryId, context)).find(
      ({ status }) => !finishedScanStatuses.includes(status),
    );
    if (!running) throw error;
    return running.id;
  }
}

async function scansOf(repositoryId: string, context: ToolContext): Promise<Scan[]> {
  const { scans } = await context.service.call(
    listScans,
    { ...organization(context), repositoryId, kinds: ['FULL'], limit: 10 },
    { signal: context.signal },
  );
  return scans;
}

async function nameOf(repositoryId: string, context: ToolContext): Promise<string> {
  const { repositories } = await context.service.call(
    listRepositories,
    { ...organization(context), limit: 100 },
    { signal: context.signal },
  );
  return repositories.find(({ id }) => id === repositoryId)?.name ?? repositoryId;
}

function followed(id: string, seconds: number, context: ToolContext) {
  const { service, signal } = context;
  const { events } = service;
  const request = { id, ...organization(context) };
  return followJob(
    {
      look: async () => (await service.call(getScanDetail, request, { signal })).scan,
      isEnded: ({ status }) => finishedScanStatuses.includes(status),
      events: events && ((stopped) => events.call(service, scanEvents, request, { signal: stopped })),
    },
    { signal, seconds },
    ({ progress }) => {
      if (progress) context.progress(`${progress.filesDone} of ${count(progress.filesTotal, 'file')}`);
    },
  );
}

type Detail = Awaited<ReturnType<typeof followed>>;

function told(scan: Detail) {
  const { coverage, progress } = scan;
  const data: z.output<typeof output> = {
    scanId: scan.id,
    repository: scan.repositoryName,
    status: scan.status,
    ...(scan.depth && { depth: scan.depth }),
    branch: scan.branch,
    startedAt: scan.startedAt,
    finishedAt: scan.finishedAt,
    ...(progress && { filesDone: progress.filesDone, filesTotal: progress.filesTotal }),
    issueCounts: scan.issueCounts,
    newIssueCount: scan.newIssueCount,
    resolvedIssueCount: scan.resolvedIssueCount,
    ...(scan.errorMessage !== undefined && { errorMessage: shorten(scan.errorMessage, 500) }),
    ...(coverage && {
      filesAnalysed: coverage.filesAnalysed,
      filesSkipped: coverage.filesSkipped,
      notAnalysed: notAnalysed(coverage),
    }),
  };
  return answer(textOf(scan), data);
}

function textOf(scan: Detail): string {
  const name = `The scan of ${code(scan.repositoryName, 100)}`;
  const id = `scan ${scan.id}`;
  switch (scan.status) {
    case 'COMPLETED': {
      const counts = severityWords(scan.issueCounts);
      const found = counts === '' ? 'no open issue' : counts;
      const { coverage } = scan;
      const files = coverage
        ? ` ${count(coverage.filesAnalysed, 'file')} analysed, ${coverage.filesPartial} of them in part; ${coverage.filesSkipped} left out.`
        : '';
      const leftOut = coverage ? leftOutText(coverage) : '';
      return `${name} is complete: ${found}; ${scan.newIssueCount} new, ${scan.resolvedIssueCount} resolved.${files} (${id})${leftOut === '' ? '' : `\n\n${leftOut}`}`;
    }
    case 'FAILED':
      return `${name} failed: ${prose(scan.errorMessage ?? 'the service gives no reason', 500)} (${id})`;
    case 'CANCELLED':
      return `${name} was cancelled. (${id})`;
    case 'QUEUED':
    case 'INDEXING':
    case 'RUNNING': {
      const { progress } = scan;
      const far = progress ? `: ${progress.filesDone} of ${count(progress.filesTotal, 'file')}` : '';
      return `${name} is ${scan.status.toLowerCase()}${far}. It goes on; ask get_scan for its end. (${id})`;
    }
  }
}

/** `2 critical, 1 low`; empty where there is none. */
export function severityWords(counts: SeverityCounts): string {
  return Severity.options
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity.toLowerCase()}`)
    .join(', ');
}
