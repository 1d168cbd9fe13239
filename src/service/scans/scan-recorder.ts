import type { ScanProgress } from '../../api/contract/scans/scans.ts';
import type { AiComponent } from '../../engine/ai-inventory/component.ts';
import type { FoundPackage } from '../../engine/dependencies/found-package.ts';
import type { FoundEndpoint } from '../../engine/endpoints/endpoint.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import type { ScanEvent } from '../analysis/index.ts';
import type { OrganizationFiles } from '../analysis/scan-choices.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { instant } from '../core/context.ts';
import { type MergeContext, mergeFindings } from '../issues/issue-merge.ts';
import { createSeenIssues, type SeenIssues } from '../issues/seen-issues.ts';
import type { ScanWork } from '../jobs/scan-work.ts';
import { applicationAt, applicationsOf } from '../repositories/applications.ts';
import type { CodeAccess } from '../repositories/repository-code.ts';
import { isHidden, looksFor, type ScanSettings, scanSettingsOf } from '../settings/scan-settings.ts';
import { relaxed } from '../store/dialect.ts';
import type { Ending } from './scan-end.ts';
import { addIssueEvents, addScanEvent } from './scan-events.ts';
import type { ScanRow } from './scan-rows.ts';
import { Unreported } from './unreported.ts';

/** What scans are executed with. */
export type Executing = Ending &
  CodeAccess & { readonly runner: ScanRunner; readonly version: string; readonly work: ScanWork };

/** Findings wait at most this long, or until this many are there, before they are stored and seen. */
const flushMs = 200;
const flushCount = 500;
/** AI components of one scan that are kept. */
const maximumComponents = 20_000;
/** Endpoints of one scan that are kept. */
const maximumEndpoints = 50_000;
/** Packages of one scan that are kept. */
const maximumPackages = 100_000;

/** A scan that someone cancelled, or whose repository was deleted, while it ran: there is nothing more to record. */
export class Ended extends Error {}

export interface Recorder {
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
  /** Routes of the code, as many as are kept. */
  readonly endpoints: readonly FoundEndpoint[];
  /** Folders of the applications of a monorepo; undefined where nothing was said of them. */
  readonly applications: readonly string[] | undefined;
  /** The scanner settings that hold. */
  readonly settings: ScanSettings;
  readonly ofOrganization: OrganizationFiles | undefined;
  readonly unreported: Pick<Unreported, 'heldBack' | 'switchedOff'>;
  readonly failure: unknown;
  /** @throws what kept the findings from being stored. */
  flush(): Promise<void>;
  close(): void;
}

/** Gathers what a running scan reports and stores it in batches, one after the other. */
export function createRecorder(
  core: Executing,
  scan: ScanRow,
  ofOrganization: OrganizationFiles | undefined,
  signal: AbortSignal,
): Recorder {
  const stop = new AbortController();
  const skippedFiles = new Set<string>();
  const unreadFiles = new Set<string>();
  const inventory: Inventory = { components: [], packages: [], endpoints: [] };
  const unreported = new Unreported();
  let applications: readonly string[] | undefined;
  const settings = scanSettingsOf(scan);
  const context = mergeContext(core, scan, settings);
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
        await storeBatch(core, scan, { seen, context: await context() }, batch);
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
    ...inventory,
    settings,
    get applications() {
      return applications;
    },
    ofOrganization,
    unreported,
    get failure() {
      return failure;
    },
    on: (event) => {
      switch (event.type) {
        case 'finding':
          if (!looksFor(settings, event.finding)) return;
          if (!unreported.reports(scan, ofOrganization, event.finding)) return;
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
          if (isUnread(event.skip)) unreadFiles.add(event.skip.file);
          return;
        case 'component':
          return keep(inventory.components, [event.component], maximumComponents);
        case 'package':
          return keep(inventory.packages, [event.package], maximumPackages);
        case 'endpoints':
          return keep(inventory.endpoints, event.endpoints, maximumEndpoints);
        case 'applications':
          applications = event.folders;
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

interface Inventory {
  readonly components: AiComponent[];
  readonly packages: FoundPackage[];
  readonly endpoints: FoundEndpoint[];
}

/** Adds what still fits. */
function keep<T>(kept: T[], found: readonly T[], maximum: number): void {
  for (const one of found) if (kept.length < maximum) kept.push(one);
}

/** A flow that was not followed to its end hides no component; a worker that was lost does. */
const isUnread = ({ partial, reason }: Skip): boolean => !partial || reason !== 'step-limit';

interface Batch {
  readonly findings: readonly Finding[];
  readonly progress: ScanProgress | undefined;
  readonly solving: boolean;
}

/** As of the scan before; what this one finds out about applications is recorded when it ends. */
function mergeContext(core: Executing, scan: ScanRow, settings: ScanSettings): () => Promise<MergeContext> {
  let known: Promise<MergeContext> | undefined;
  return () =>
    (known ??= applicationsOf(core.db, scan.repository_id).then((applications) => ({
      applicationOf: applicationAt(applications),
      isHidden: (finding) => isHidden(settings, finding),
    })));
}

async function storeBatch(
  core: Executing,
  scan: ScanRow,
  { seen, context }: { readonly seen: SeenIssues; readonly context: MergeContext },
  batch: Batch,
): Promise<void> {
  if (batch.findings.length === 0 && !batch.progress) return;
  const at = instant(core);
  await relaxed(core.db, async (transaction) => {
    const present = await transaction
      .selectFrom('scans')
      .select(['status', 'finished_at'])
      .where('id', '=', scan.id)
      .executeTakeFirst();
    if (!present || present.finished_at !== null) throw new Ended();
    const found = await mergeFindings(transaction, scan, batch.findings, at, context);
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
