import type { ResponseOf } from '../../api/contract/endpoint.ts';
import {
  type CodeScan,
  type CodeScanIssue,
  cancelCodeScan,
  getCodeScanResults,
  getCodeScanStatus,
  type Submission,
  submitCodeScan,
} from '../../api/contract/scans/code-scans.ts';
import { followJob } from '../../api/follow-job.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';
import { organization } from './repository.ts';

export interface Scanned {
  readonly issues: readonly CodeScanIssue[];
  readonly totalCount: number;
  readonly coverage: ResponseOf<typeof getCodeScanResults>['coverage'];
}

const maximumSeconds = 180;
/** What one answer lists; the rest is counted. */
export const maximumScanIssues = 50;

/**
 * Submits code as a scan on demand and waits for its results. It is cancelled with the call.
 * @throws ToolFailure when it does not end well
 */
export async function scanned(
  request: {
    readonly name: string;
    readonly repositoryId?: string | undefined;
    readonly submission: Submission;
  },
  context: ToolContext,
): Promise<Scanned> {
  const { name, repositoryId, submission } = request;
  const { codeScan } = await context.service.call(
    submitCodeScan,
    { ...organization(context), name, submission, ...(repositoryId !== undefined && { repositoryId }) },
    { signal: context.signal },
  );
  return await resultsOf(codeScan, context);
}

/** What comes of a scan on demand that was submitted. @throws ToolFailure when it does not end well */
export async function resultsOf(begun: CodeScan, context: ToolContext): Promise<Scanned> {
  const { signal, service } = context;
  const scan = { ...organization(context), codeScanId: begun.id };
  try {
    const ended = await followJob(
      {
        look: async () => (await service.call(getCodeScanStatus, scan, { signal })).codeScan,
        isEnded: (codeScan) => !isBusy(codeScan),
        known: begun,
      },
      { signal, seconds: maximumSeconds },
    );
    if (isBusy(ended)) {
      await service.call(cancelCodeScan, scan, { signal }).catch(() => undefined);
      throw new ToolFailure(
        `The scan took longer than ${maximumSeconds} s and was cancelled. Scan less at once.`,
      );
    }
    if (ended.status !== 'COMPLETED') {
      throw new ToolFailure(ended.errorMessage ?? `The scan ended as ${ended.status.toLowerCase()}.`);
    }
    const results = await service.call(getCodeScanResults, { ...scan, limit: maximumScanIssues }, { signal });
    return {
      issues: results.issues,
      totalCount: results.totalCount ?? results.issues.length,
      coverage: results.coverage,
    };
  } catch (error) {
    if (signal.aborted) void service.call(cancelCodeScan, scan).catch(() => undefined);
    throw error;
  }
}

function isBusy({ status }: CodeScan): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}
