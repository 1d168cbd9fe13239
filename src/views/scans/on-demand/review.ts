import * as l10n from '@vscode/l10n';
import type { CodeScan, Submission } from '../../../api/contract/scans/code-scans.ts';
import { followJob } from '../../../api/follow-job.ts';
import type { CodeScanApi, CodeScanResults } from '../../../connection/code-scan-api.ts';
import { Failure, isCancellation } from '../../../connection/failure.ts';

/** Does something with on-demand scans of a service, connecting first when needed. */
export type UseCodeScans = <T>(signal: AbortSignal, work: (api: CodeScanApi) => Promise<T>) => Promise<T>;

export type UseCodeScansOf = <T>(
  signal: AbortSignal,
  work: (api: CodeScanApi) => Promise<T>,
  folder: string,
) => Promise<T>;

export interface ReviewRequest {
  readonly submission: Submission;
  /** For the service's own lists. */
  readonly name: string;
  readonly repositoryId: string | undefined;
  readonly onStatus: (scan: CodeScan) => void;
}

/** Milliseconds between two questions at most: a person waits. */
const longestPauseMs = 1_000;
/** Questions in a row that may fail before the scan is given up; the client has tried each several times. */
const patience = 2;
/** Milliseconds in which a cancelled scan is told so. */
const cancelMs = 5_000;

/**
 * One submission, from the first byte to the last result.
 * @throws Failure when it did not complete; the signal's reason when cancelled, with the service told to stop
 */
export async function review(
  use: UseCodeScans,
  { submission, name, repositoryId, onStatus }: ReviewRequest,
  signal: AbortSignal,
): Promise<CodeScanResults> {
  const submitted = await use(signal, (api) => api.submit(submission, { name, repositoryId }, signal));
  try {
    onStatus(submitted);
    const ended = await followJob(
      {
        look: () => use(signal, (api) => api.status(submitted.id, signal)),
        isEnded: (scan) => !isUnderWay(scan),
        known: submitted,
      },
      { signal, patience, longestPauseMs },
      onStatus,
    );
    if (ended.status !== 'COMPLETED') throw notCompleted(ended);
    return await use(signal, (api) => api.results(ended.id, signal));
  } catch (error) {
    if (signal.aborted || isCancellation(error)) void stop(use, submitted.id);
    throw error;
  }
}

function isUnderWay({ status }: CodeScan): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

function notCompleted({ status, errorMessage }: CodeScan): Failure {
  switch (status) {
    case 'EXPIRED':
      return new Failure({
        what: l10n.t('The service let the scan expire before its results were fetched.'),
        advice: l10n.t('Scan again.'),
        mayPass: true,
      });
    case 'CANCELLED':
      return new Failure({
        what: l10n.t('Somebody else cancelled the scan in the service.'),
        mayPass: true,
      });
    default:
      return new Failure({
        what: l10n.t(
          'The service could not scan it: {0}',
          errorMessage ?? l10n.t('the service gave no reason'),
        ),
        mayPass: true,
      });
  }
}

/** Whoever cancelled does not wait for it, and is not told when it fails: the service ends the scan by itself too. */
async function stop(use: UseCodeScans, id: string): Promise<void> {
  const signal = AbortSignal.timeout(cancelMs);
  await use(signal, (api) => api.cancel(id, signal)).catch(() => undefined);
}
