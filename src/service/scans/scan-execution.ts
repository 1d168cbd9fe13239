import type { ScanProgress } from '../../api/contract/scans/scans.ts';
import type { AiComponent } from '../../engine/ai-inventory/component.ts';
import type { FoundPackage } from '../../engine/dependencies/found-package.ts';
import type { Finding } from '../../engine/finding.ts';
import { recordInventory } from '../ai-inventory/ai-inventory-record.ts';
import type { ScanEvent } from '../analysis/index.ts';
import type { ScanCoverage, ScanRunner } from '../analysis/scan-runner.ts';
import type { LogChannel } from '../core/channel.ts';
import { type Core, instant } from '../core/context.ts';
import { addScanEnd } from '../core/event-outbox.ts';
import { recordPackages } from '../dependencies/package-record.ts';
import { inheritMoved } from '../issues/issue-branches.ts';
import { countSeen, mergeFindings, resolveUnseen } from '../issues/issue-merge.ts';
import { carryMovedIssues } from '../issues/issue-moves.ts';
import { createSeenIssues, type SeenIssues } from '../issues/seen-issues.ts';
import type { CodeAccess, RepositoryCode } from '../repositories/repository-code.ts';
import { type Queries, relaxed } from '../store/dialect.ts';
import { storeFailureText } from '../store/errors.ts';
import { choicesOf } from './scan-choices.ts';
import { atCommit, codeToScan, withLeftOut } from './scan-code.ts';
import { addIssueEvents, addResolvedEvents, addScanEvent, forgetProgress } from './scan-events.ts';
import { thinOut } from './scan-retention.ts';
import { coverageSummary, type ScanRow, scanRows, skipsListed } from './scan-rows.ts';
import { endScanStream, isFinished } from './scans.ts';

type Executing = Core & CodeAccess & { runner: ScanRunner; channel: LogChannel };

/** Findings wait at most this long, or until this many are there, before they are stored and seen. */
const flushMs = 200;
const flushCount = 500;
/** AI components of one scan that are kept. */
const maximumComponents = 20_000;
/** Packages of one scan that are kept. */
const maximumPackages = 100_000;

export const interrupted =
  'The service stopped before this scan ended. What it had found is kept; start it again.';

/** A scan that someone cancelled, or whose repository was deleted, while it ran: there is nothing more to record. */
class Ended extends Error {}

/**
 * Runs one scan from the queue: findings are stored and announced in batches as they come, the end is recorded
 * whatever happens. `signal` aborts when the scan is cancelled (its row already says so) or the service stops.
 */
export async function executeScan(core: Executing, scanId: string, signal: AbortSignal): Promise<void> {
  const queued = await scanRows(core.db).where('scans.id', '=', scanId).executeTakeFirst();
  if (!queued || isFinished(queued.status)) return;
  try {
    await begin(core, queued);
    using code = await codeToScan(core, queued, signal);
    if (!code) return;
    await scanCode(core, await atCommit(core, queued, code), code, signal);
  } catch (error) {
    if (!(error instanceof Ended)) await failScan(core, scanId, reasonOf(error, signal));
  } finally {
    await thinOut(core.db, queued);
  }
}

async function scanCode(
  core: Executing,
  scan: ScanRow,
  code: RepositoryCode,
  signal: AbortSignal,
): Promise<void> {
  const recorder = createRecorder(core, scan, signal);
  try {
    const coverage = await core.runner.scanFolder({
      root: code.root,
      on: recorder.on,
      signal: recorder.signal,
      again: true,
      ...choicesOf(scan),
    });
    await recorder.flush();
    await complete(core, scan, withLeftOut(coverage, code.leftOut), recorder);
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

interface Recorder {
  readonly on: (event: ScanEvent) => void;
  /** Aborts with the scan's own signal, and when what was found cannot be stored. */
  readonly signal: AbortSignal;
  readonly skippedFiles: ReadonlySet<string>;
  /** Of these, the files that were not read to the end, so that what stands in them may not have been seen at all. */
  readonly unreadFiles: ReadonlySet<string>;
  /** AI components, as many as are kept. */
  readonly components: readonly AiComponent[];
  /** Packages, as many as are kept. */
  readonly packages: readonly FoundPackage[];
  readonly failure: unknown;
  /** @throws what kept the findings from being stored. */
  flush(): Promise<void>;
  close(): void;
}

/** Gathers what a running scan reports and stores it in batches, one after the other. */
function createRecorder(core: Executing, scan: ScanRow, signal: AbortSignal): Recorder {
  const stop = new AbortController();
  const skippedFiles = new Set<string>();
  const unreadFiles = new Set<string>();
  const components: AiComponent[] = [];
  const packages: FoundPackage[] = [];
  const seen = createSeenIssues();
  let findings: Finding[] = [];
  let progress: ScanProgress | undefined;
  let solving = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      if (failure !== undefined) return;
      const batch = { findings, progress, solving };
      findings = [];
      progress = undefined;
      try {
        await storeBatch(core, scan, seen, batch);
      } catch (error) {
        failure = error;
        stop.abort(error);
      }
    });
    return writing;
  };
  const later = (): void => {
    timer ??= setTimeout(() => void write(), flushMs);
  };
  return {
    signal: AbortSignal.any([signal, stop.signal]),
    skippedFiles,
    unreadFiles,
    components,
    packages,
    get failure() {
      return failure;
    },
    on: (event) => {
      switch (event.type) {
        case 'finding':
          findings.push(event.finding);
          if (findings.length >= flushCount) void write();
          else later();
          return;
        case 'progress':
          progress = { phase: event.phase, filesDone: event.done, filesTotal: event.total };
          solving ||= event.phase === 'solving';
          later();
          return;
        case 'skip':
          skippedFiles.add(event.skip.file);
          // A flow that was not followed to its end hides no component; a worker that was lost does.
          if (!event.skip.partial || event.skip.reason !== 'step-limit') unreadFiles.add(event.skip.file);
          return;
        case 'component':
          if (components.length < maximumComponents) components.push(event.component);
          return;
        case 'package':
          if (packages.length < maximumPackages) packages.push(event.package);
          return;
        default:
          return;
      }
    },
    flush: async () => {
      await write();
      if (failure !== undefined) throw failure;
    },
    close: () => clearTimeout(timer),
  };
}

interface Batch {
  readonly findings: readonly Finding[];
  readonly progress: ScanProgress | undefined;
  readonly solving: boolean;
}

async function storeBatch(core: Executing, scan: ScanRow, seen: SeenIssues, batch: Batch): Promise<void> {
  if (batch.findings.length === 0 && !batch.progress) return;
  const at = instant(core);
  await relaxed(core.db, async (transaction) => {
    const present = await transaction
      .selectFrom('scans')
      .select(['status', 'finished_at'])
      .where('id', '=', scan.id)
      .executeTakeFirst();
    if (!present || present.finished_at !== null) throw new Ended();
    const found = await mergeFindings(transaction, scan, batch.findings, at);
    await addIssueEvents(
      transaction,
      scan.id,
      found.map(({ seq, known }) => ({ seq, known })),
    );
    seen.add(found);
    const nowRunning = batch.solving && present.status === 'INDEXING';
    await transaction
      .updateTable('scans')
      .set({
        status: nowRunning ? 'RUNNING' : present.status,
        ...(batch.progress ? { progress: JSON.stringify(batch.progress) } : {}),
        ...(found.length > 0 ? seen.counts() : {}),
      })
      .where('id', '=', scan.id)
      .execute();
    if (nowRunning)
      await addScanEvent(transaction, scan.id, 'scan.status', { scanId: scan.id, status: 'RUNNING' });
    if (batch.progress) await addScanEvent(transaction, scan.id, 'scan.progress', batch.progress);
  });
  core.channel.announce(scan.id);
}

async function complete(
  core: Executing,
  scan: ScanRow,
  coverage: ScanCoverage,
  {
    skippedFiles,
    unreadFiles,
    components,
    packages,
  }: Pick<Recorder, 'skippedFiles' | 'unreadFiles' | 'components' | 'packages'>,
): Promise<void> {
  const at = instant(core);
  const summary = coverageSummary(coverage);
  const notLookedAt = new Set([...skippedFiles, ...coverage.skips.map((skip) => skip.file)]);
  await core.db.transaction().execute(async (transaction) => {
    const moves = await carryMovedIssues(transaction, scan, notLookedAt);
    const inherited = await inheritMoved(transaction, scan, notLookedAt, at);
    const resolved = await resolveUnseen(transaction, scan, notLookedAt, at);
    const { numUpdatedRows } = await transaction
      .updateTable('scans')
      .set({
        status: 'COMPLETED',
        finished_at: at,
        progress: null,
        coverage: JSON.stringify(summary),
        resolved_issues: resolved.length,
        ...(await countSeen(transaction, scan)),
      })
      .where('id', '=', scan.id)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Ended();
    const { id, organization_id: organizationId, repository_id: repositoryId } = scan;
    const inventoried = { id, organizationId, repositoryId, finishedAt: at };
    await recordInventory(transaction, inventoried, components, unreadFiles);
    await recordPackages(transaction, inventoried, packages, unreadFiles);
    await storeSkips(transaction, scan.id, coverage.skips.slice(0, skipsListed));
    // To a client that follows, the newcomer is gone, and the issue that it was is at the new place.
    await addResolvedEvents(transaction, scan.id, [...resolved, ...moves.map(({ to }) => to.id)]);
    await addIssueEvents(transaction, scan.id, [
      ...moves.map(({ from }) => ({ seq: from.seq, known: true })),
      ...inherited.map((seq) => ({ seq, known: false })),
    ]);
    await addScanEvent(transaction, scan.id, 'coverage', summary);
    await forgetProgress(transaction, scan.id);
    await addScanEnd(core, transaction, scan, 'scanCompleted');
  });
  const row = await scanRows(core.db).where('scans.id', '=', scan.id).executeTakeFirst();
  if (row) await endScanStream(core, row);
}

async function storeSkips(db: Queries, scanId: string, skips: ScanCoverage['skips']): Promise<void> {
  const rows = skips.map((skip, position) => ({
    scan_id: scanId,
    position,
    file: skip.file,
    reason: skip.reason,
    detail: skip.detail,
    partial: skip.partial ? 1 : 0,
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('scan_skips')
      .values(rows.slice(start, start + 500))
      .execute();
  }
}

/** Records that an unfinished scan failed and why; what it had found stays. */
export async function failScan(
  core: Core & { channel: LogChannel },
  scanId: string,
  errorMessage: string,
): Promise<void> {
  const failed = await core.db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('scans')
      .set({ status: 'FAILED', finished_at: instant(core), progress: null, error_message: errorMessage })
      .where('id', '=', scanId)
      .where('finished_at', 'is', null)
      .returning(['id', 'organization_id', 'repository_id'])
      .executeTakeFirst();
    if (ended) await addScanEnd(core, transaction, ended, 'scanFailed');
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
