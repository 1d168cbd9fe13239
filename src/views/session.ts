import * as l10n from '@vscode/l10n';
import type { Scan, ScanProgress } from '../api/contract/scans.ts';
import type { ScanStatus } from '../api/contract/vocabulary.ts';
import { Failure, type FailureText, isCancellation } from '../connection/failure.ts';
import type { ScanEvent, ServiceApi } from '../connection/service-api.ts';
import type { IssueStore } from './issues/issue-store.ts';

/** A workspace folder as the session needs it. */
export interface SessionFolder {
  /** URI of the folder. */
  readonly uri: string;
  readonly name: string;
  readonly repositoryId: string;
}

/** A scan that runs, as last heard of. */
export interface RunningScan {
  readonly scanId: string;
  readonly folder: SessionFolder;
  /** The scan as it was when this window began to follow it. */
  readonly scan: Scan;
  readonly status: ScanStatus;
  readonly progress: ScanProgress | undefined;
}

export interface PastScan {
  readonly folder: SessionFolder;
  readonly scan: Scan;
}

export type Activity =
  /** Nothing was asked of it in this workspace yet. */
  | { readonly kind: 'unused' }
  | { readonly kind: 'loading' }
  /** With no run yet, the service is being started. */
  | { readonly kind: 'scanning'; readonly runs: readonly RunningScan[] }
  | { readonly kind: 'settled' }
  | { readonly kind: 'failed'; readonly failure: FailureText };

export interface SessionOptions {
  readonly store: IssueStore;
  /** Does something with the service, connecting first when needed. */
  readonly use: <T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>) => Promise<T>;
  readonly folders: (signal: AbortSignal) => Promise<readonly SessionFolder[]>;
  readonly log: (message: string) => void;
  /** A scan asked for was running already, and is followed instead. */
  readonly onAlreadyRunning: (folder: SessionFolder) => void;
}

/** Scans of each folder that the history lists. */
const historyLength = 20;
/** Milliseconds between two reports of progress. */
const progressPauseMs = 100;

/** What goes on in this window: loads what is known, runs scans, and keeps store and history up to date. */
export class Session {
  readonly #options: SessionOptions;
  readonly #listeners = new Set<() => void>();
  readonly #runs = new Map<string, RunningScan>();
  #activity: Activity = { kind: 'unused' };
  #history: readonly PastScan[] = [];
  #stop: AbortController | undefined;
  /** What is under way; never rejects. */
  #current: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get activity(): Activity {
    return this.#activity;
  }

  /** Newest first. */
  get history(): readonly PastScan[] {
    return this.#history;
  }

  /** The latest scan of each folder that has one. */
  get latest(): readonly PastScan[] {
    const folders = new Set<string>();
    return this.#history.filter(({ folder }) => {
      if (folders.has(folder.uri)) return false;
      folders.add(folder.uri);
      return true;
    });
  }

  get isBusy(): boolean {
    return this.#stop !== undefined;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Shows what the service already knows, and follows scans that run. */
  async load(): Promise<void> {
    await this.#exclusively({ kind: 'loading' }, async (signal) => {
      const folders = await this.#options.folders(signal);
      this.#options.store.keepFolders(new Set(folders.map(({ uri }) => uri)));
      await this.#reload(folders, signal);
      const running = this.#history.filter(({ scan }) => !isFinished(scan.status));
      if (running.length > 0) await this.#followAll(running, folders, signal);
    });
  }

  /** Scans every folder. @throws Failure when a scan cannot start, or fails; what was found before stays */
  async scan(): Promise<void> {
    await this.#exclusively({ kind: 'scanning', runs: [] }, async (signal) => {
      const folders = await this.#options.folders(signal);
      const started: PastScan[] = [];
      for (const folder of folders) {
        const { scan, wasRunning } = await this.#options.use(signal, (api) =>
          api.startScan(folder.repositoryId, signal),
        );
        if (wasRunning) this.#options.onAlreadyRunning(folder);
        started.push({ folder, scan });
      }
      await this.#followAll(started, folders, signal);
    });
  }

  /** Cancels the scans that run. They end with what they found. */
  async cancel(): Promise<void> {
    const runs = [...this.#runs.values()];
    if (runs.length === 0) {
      this.#stop?.abort();
      return;
    }
    const { signal } = new AbortController();
    await Promise.all(
      runs.map(({ scanId }) => this.#options.use(signal, (api) => api.cancelScan(scanId, signal))),
    );
  }

  /** Stops listening, and is done when it has stopped; scans go on in the service. */
  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#current;
  }

  dispose(): void {
    this.#stop?.abort();
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** One undertaking at a time: the second is refused, not queued. */
  async #exclusively(first: Activity, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    const undertaking = this.#undertake(first, work, stop);
    this.#current = undertaking.catch(() => undefined);
    await undertaking;
  }

  async #undertake(
    first: Activity,
    work: (signal: AbortSignal) => Promise<void>,
    stop: AbortController,
  ): Promise<void> {
    const before = this.#activity.kind === 'unused' ? this.#activity : ({ kind: 'settled' } as const);
    this.#become(first);
    try {
      await work(stop.signal);
      this.#become({ kind: 'settled' });
    } catch (error) {
      const cancelled = isCancellation(error) || stop.signal.aborted;
      this.#become(cancelled ? before : { kind: 'failed', failure: failureText(error) });
      if (!cancelled) throw error;
    } finally {
      this.#stop = undefined;
      this.#runs.clear();
      this.#emit();
    }
  }

  async #followAll(
    scans: readonly PastScan[],
    folders: readonly SessionFolder[],
    signal: AbortSignal,
  ): Promise<void> {
    for (const { folder, scan } of scans) {
      this.#runs.set(scan.id, {
        scanId: scan.id,
        folder,
        scan,
        status: scan.status,
        progress: scan.progress,
      });
    }
    this.#becomeScanning();
    await Promise.all(scans.map(({ scan }) => this.#follow(scan.id, signal)));
    await this.#reload(folders, signal);
    const failed = this.latest.find(
      ({ folder, scan }) => scan.status === 'FAILED' && scans.some((one) => one.folder.uri === folder.uri),
    );
    if (failed) throw scanFailure(failed, this.#options.store.size);
  }

  async #follow(scanId: string, signal: AbortSignal): Promise<void> {
    await this.#options.use(signal, async (api) => {
      for await (const event of api.watchScan(scanId, signal)) this.#take(scanId, event);
    });
  }

  #take(scanId: string, event: ScanEvent): void {
    const run = this.#runs.get(scanId);
    if (!run) return;
    switch (event.event) {
      case 'scan.status':
        this.#runs.set(scanId, { ...run, status: event.data.status });
        break;
      case 'scan.progress':
        this.#runs.set(scanId, { ...run, progress: event.data });
        break;
      case 'issue.found':
        this.#options.store.upsert(run.folder.uri, [event.data.issue]);
        return;
      case 'issue.resolved':
        this.#options.store.remove(event.data.issueId);
        return;
      case 'error':
        this.#options.log(`Scan ${scanId}: ${event.data.message}`);
        return;
      case 'coverage':
      case 'done':
        return;
    }
    this.#becomeScanning();
  }

  /** Makes store and history what the service says. */
  async #reload(folders: readonly SessionFolder[], signal: AbortSignal): Promise<void> {
    const history: PastScan[] = [];
    for (const folder of folders) {
      const [issues, scans] = await this.#options.use(signal, (api) =>
        Promise.all([
          api.issues(folder.repositoryId, signal),
          api.latestScans(folder.repositoryId, historyLength, signal),
        ]),
      );
      this.#options.store.replaceFolder(folder.uri, issues);
      history.push(...scans.map((scan) => ({ folder, scan })));
    }
    // Together, so that nobody sees the scan done and its issues not there yet.
    this.#options.store.flush();
    this.#history = history.sort((a, b) => (a.scan.createdAt < b.scan.createdAt ? 1 : -1));
    this.#emit();
  }

  #becomeScanning(): void {
    this.#activity = { kind: 'scanning', runs: [...this.#runs.values()] };
    this.#timer ??= setTimeout(() => this.#emit(), progressPauseMs);
  }

  #become(activity: Activity): void {
    this.#activity = activity;
    this.#emit();
  }

  #emit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const listener of this.#listeners) listener();
  }
}

export function isFinished(status: ScanStatus): boolean {
  return status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED';
}

function failureText(error: unknown): FailureText {
  if (error instanceof Failure) return error.text;
  return { what: error instanceof Error ? error.message : String(error) };
}

function scanFailure({ folder, scan }: PastScan, known: number): Failure {
  const reason = scan.errorMessage ?? l10n.t('the service gave no reason');
  return new Failure({
    what: l10n.t('The scan of {0} failed: {1}', folder.name, reason),
    ...(known > 0 ? { kept: l10n.t('The {0} issues found so far are kept.', known) } : {}),
  });
}
