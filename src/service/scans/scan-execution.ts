import { instant } from '../core/context.ts';
import { addScanEnd } from '../core/event-outbox.ts';
import type { RepositoryCode } from '../repositories/repository-code.ts';
import { storeFailureText } from '../store/errors.ts';
import { recordFetch } from './fetch-progress.ts';
import {
  analysisKey,
  analysisOf,
  createFoundIdentities,
  keepAnalysis,
} from './pull-requests/analysed-commits.ts';
import { scanPullRequest } from './pull-requests/execution.ts';
import { scanningChoices } from './scan-choices.ts';
import { atCommit, codeToScan, withLeftOut } from './scan-code.ts';
import { complete } from './scan-completion.ts';
import { type Ending, endScanStream } from './scan-end.ts';
import { addScanEvent } from './scan-events.ts';
import { createRecorder, Ended, type Executing } from './scan-recorder.ts';
import { thinOut } from './scan-retention.ts';
import { type ScanRow, scanRows } from './scan-rows.ts';
import { isFinished } from './scans.ts';

export const interrupted =
  'The service stopped before this scan ended. What it had found is kept; start it again.';

/**
 * Runs one scan from the queue: findings are stored and announced in batches as they come, the end is recorded
 * whatever happens. `signal` aborts when the scan is cancelled (its row already says so) or the service stops.
 */
export async function executeScan(core: Executing, scanId: string, signal: AbortSignal): Promise<void> {
  const queued = await scanRows(core.db).where('scans.id', '=', scanId).executeTakeFirst();
  if (!queued || isFinished(queued.status)) return;
  try {
    await begin(core, queued);
    if (queued.kind === 'PR') return await scanPullRequest(core, queued, signal);
    using code = await fetched(core, queued, signal);
    if (!code) return;
    await scanCode(core, await atCommit(core, queued, code), code, signal);
  } catch (error) {
    if (!(error instanceof Ended)) await failScan(core, scanId, reasonOf(error, signal));
  } finally {
    await thinOut(core.db, queued);
  }
}

async function fetched(
  core: Executing,
  scan: ScanRow,
  signal: AbortSignal,
): Promise<RepositoryCode | undefined> {
  await using record = recordFetch(core, scan.id);
  return await codeToScan(core, scan, signal, record.report);
}

async function scanCode(
  core: Executing,
  scan: ScanRow,
  code: RepositoryCode,
  signal: AbortSignal,
): Promise<void> {
  const choices = await scanningChoices(core.db, scan);
  const recorder = createRecorder(core, scan, choices.ofOrganization, signal);
  const found = createFoundIdentities();
  try {
    const coverage = await core.runner.scanFolder({
      root: code.root,
      on: (event) => {
        if (event.type === 'finding') found.add(event.finding);
        recorder.on(event);
      },
      signal: recorder.signal,
      again: true,
      ...choices,
    });
    await recorder.flush();
    await complete(core, scan, withLeftOut(coverage, code.leftOut), recorder);
    if (code.isCommit && code.commit !== null) {
      const key = analysisKey(core, scan, code.commit, choices);
      await keepAnalysis(
        core.db,
        key,
        analysisOf(found.all(), recorder.skippedFiles, coverage),
        instant(core),
      );
    }
  } catch (error) {
    await recorder.flush().catch(() => undefined);
    throw recorder.failure ?? error;
  } finally {
    recorder.close();
  }
}

/** The first scan of a repository is called Indexing until flows are solved. */
async function begin(core: Executing, scan: ScanRow): Promise<void> {
  const earlier = await core.db
    .selectFrom('scans')
    .select('id')
    .where('repository_id', '=', scan.repository_id)
    .where('status', '=', 'COMPLETED')
    .limit(1)
    .executeTakeFirst();
  await setStatus(core, scan.id, earlier ? 'RUNNING' : 'INDEXING', { started_at: instant(core) });
}

async function setStatus(
  core: Executing,
  scanId: string,
  status: 'INDEXING' | 'RUNNING',
  also: { started_at?: string } = {},
): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('scans')
      .set({ status, ...also })
      .where('id', '=', scanId)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Ended();
    await addScanEvent(transaction, scanId, 'scan.status', { scanId, status });
  });
  core.channel.announce(scanId);
}

/** Records that an unfinished scan failed and why; what it had found stays. */
export async function failScan(core: Ending, scanId: string, errorMessage: string): Promise<void> {
  const failed = await core.db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('scans')
      .set({ status: 'FAILED', finished_at: instant(core), progress: null, error_message: errorMessage })
      .where('id', '=', scanId)
      .where('finished_at', 'is', null)
      .returning(['id', 'kind', 'organization_id', 'repository_id'])
      .executeTakeFirst();
    if (ended && ended.kind !== 'PR') await addScanEnd(core, transaction, ended, 'scanFailed');
    return ended !== undefined;
  });
  if (!failed) return;
  const row = await scanRows(core.db).where('scans.id', '=', scanId).executeTakeFirst();
  if (row) await endScanStream(core, row);
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  const ofStore = storeFailureText(error);
  if (ofStore !== undefined) return ofStore;
  if (signal.aborted) return interrupted;
  return error instanceof Error && error.message !== ''
    ? error.message
    : 'The scan failed for an unknown reason.';
}
