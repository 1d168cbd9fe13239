import { isCancellation } from '../connection/failure.ts';
import type { ScanEvent, ServiceApi } from '../connection/service-api.ts';
import { Pace } from '../yielding.ts';
import { type AskOfFolder, folderState } from './folder-state.ts';
import {
  type Activity,
  failureText,
  isFinished,
  type PastScan,
  type RunningScan,
  type ScanWishes,
  type SessionFolder,
  type SessionOptions,
  scanFailure,
  startScanOf,
  within,
} from './scan-activity.ts';
import { shownBranch } from './shown-branch.ts';

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
  /** What is under way was not asked for: it gives way to what is. */
  #isQuiet = false;
  #folders: readonly SessionFolder[] = [];
  /** The branch whose issues are shown, by folder. */
  readonly #branches = new Map<string, string | undefined>();
  /** The state of issues and scans in the service, as of what is shown, by folder. */
  #states: ReadonlyMap<string, string> = new Map();
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

  /** The folders that were loaded last. */
  get folders(): readonly SessionFolder[] {
    return this.#folders;
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
    return this.#stop !== undefined && !this.#isQuiet;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Shows what the service already knows, and follows scans that run. */
  async load(): Promise<void> {
    await this.#exclusively({ kind: 'loading' }, (signal) => this.#load(signal));
  }

  /** As `load`, where one folder is another repository than before: what is known of the others stays as it is. */
  async loadFolder(uri: string): Promise<void> {
    // A scan that is under way is in no history yet, and is taken up by loading all.
    const isSettled = this.#activity.kind === 'settled' && !this.#stop;
    await this.stop();
    this.#options.store.replaceFolder(uri, []);
    const isStale = (folder: SessionFolder): boolean => !isSettled || folder.uri === uri;
    await this.#exclusively({ kind: 'loading' }, (signal) => this.#load(signal, isStale));
  }

  /**
   * Loads anew, without a word, what another window, a schedule or a colleague has changed, and follows a scan that
   * they started. Does nothing before something was loaded, and while something is under way.
   * @param peek does something with the service only where that is there and needs no one; undefined otherwise
   */
  async refresh(peek: AskOfFolder): Promise<void> {
    if (this.#stop || this.#activity.kind !== 'settled') return;
    await this.#quietly(async (signal) => {
      const { branchOf } = this.#options;
      const changed = new Set<string>();
      for (const folder of this.#folders) {
        const state = await folderState(peek, branchOf, folder, signal);
        if (state === undefined) return;
        if (state !== this.#states.get(folder.uri)) changed.add(folder.uri);
      }
      if (changed.size > 0) await this.#load(signal, ({ uri }) => changed.has(uri));
    });
  }

  /** @param isStale of which folders that were loaded before what is known may not hold any more */
  async #load(signal: AbortSignal, isStale?: (folder: SessionFolder) => boolean): Promise<void> {
    const folders = await this.#options.folders(signal);
    this.#options.store.keepFolders(new Set(folders.map(({ uri }) => uri)));
    await this.#reload(folders, signal, isStale);
    const running = this.#history.filter(({ scan }) => !isFinished(scan.status));
    if (running.length === 0) return;
    this.#isQuiet = false;
    await this.#followAll(running, folders, signal);
  }

  /**
   * Scans every folder, or those that are named.
   * @throws Failure when a scan cannot start, or fails; what was found before stays
   */
  async scan({ depth = 'standard', only }: ScanWishes = {}): Promise<void> {
    await this.#exclusively({ kind: 'scanning', runs: [] }, async (signal) => {
      const folders = await this.#options.folders(signal);
      const started: PastScan[] = [];
      for (const folder of folders.filter(({ uri }) => only?.has(uri) ?? true)) {
        const { started: one, wasRunning } = await startScanOf(this.#options, folder, signal, depth);
        if (wasRunning) this.#options.onAlreadyRunning(folder);
        started.push(one);
        this.#showBranch(folder, one.scan.branch ?? undefined);
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
      runs.map(({ scanId, folder }) =>
        this.#options.use(signal, (api) => api.cancelScan(scanId, signal), folder.uri),
      ),
    );
  }

  /** The service is another one: nothing of what the one before said is known any more. */
  forget(): void {
    this.#stop?.abort();
    this.#history = [];
    this.#folders = [];
    this.#states = new Map();
    this.#branches.clear();
    this.#runs.clear();
    this.#become({ kind: 'unused' });
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
    if (this.#isQuiet) await this.stop();
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    const undertaking = this.#undertake(first, work, stop);
    this.#current = undertaking.catch(() => undefined);
    await undertaking;
  }

  /** What fails here nobody asked for: it is logged, and what is shown stays. */
  async #quietly(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.#isQuiet = true;
    const undertaking = (async () => {
      try {
        await work(stop.signal);
      } catch (error) {
        if (!isCancellation(error) && !stop.signal.aborted)
          this.#options.log(`Looking for changes: ${failureText(error).what}`);
      } finally {
        this.#isQuiet = false;
        this.#stop = undefined;
        this.#runs.clear();
        if (this.#activity.kind === 'scanning') this.#become({ kind: 'settled' });
      }
    })();
    this.#current = undertaking;
    await undertaking;
  }

  async #undertake(
    first: Activity,
    work: (signal: AbortSignal) => Promise<void>,
    stop: AbortController,
  ): Promise<void> {
    // A first scan that is stopped before it began leaves an offer to scan, not an empty view.
    const isStillUnused = this.#activity.kind === 'unused' && first.kind === 'loading';
    const before: Activity = isStillUnused ? this.#activity : { kind: 'settled' };
    this.#become(first);
    try {
      await work(stop.signal);
      this.#become({ kind: 'settled' });
    } catch (error) {
      const cancelled = isCancellation(error) || stop.signal.aborted;
      const failed = {
        kind: 'failed',
        failure: failureText(error),
        isOfLoading: first.kind === 'loading',
      } as const;
      this.#become(cancelled ? before : failed);
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
    isAgain = false,
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
    const lost = new Set<string>();
    await Promise.all(
      scans.map(async ({ scan, folder }) => {
        if (await this.#follow(scan.id, folder, signal)) lost.add(scan.id);
      }),
    );
    await this.#reload(folders, signal);
    const broken = this.#history.filter(({ scan }) => scan.status === 'FAILED' && lost.has(scan.id));
    if (broken.length > 0 && !isAgain) {
      this.#options.log('The service ended in the middle of a scan; the scan is started again.');
      const again: PastScan[] = [];
      for (const { folder, scan } of broken)
        again.push((await startScanOf(this.#options, folder, signal, scan.depth)).started);
      this.#runs.clear();
      await this.#followAll(again, folders, signal, true);
      return;
    }
    const failed = this.latest.find(
      ({ folder, scan }) => scan.status === 'FAILED' && scans.some((one) => one.folder.uri === folder.uri),
    );
    if (failed) throw scanFailure(failed, this.#options.store.size);
  }

  /** @returns whether the service was lost meanwhile, and another one asked */
  async #follow(scanId: string, folder: SessionFolder, signal: AbortSignal): Promise<boolean> {
    let services = 0;
    const watch = async (api: ServiceApi) => {
      services += 1;
      // What was found before comes all at once, and would be taken in one go.
      const pace = new Pace();
      for await (const event of api.watchScan(scanId, signal)) {
        this.#take(scanId, event);
        if (pace.isOver) await pace.turn();
      }
    };
    await this.#options.use(signal, watch, folder.uri);
    return services > 1;
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
        // Somebody scans another branch than the one shown: each of its findings would be there twice.
        if (run.scan.branch !== null && run.scan.branch !== this.#branches.get(run.folder.uri)) return;
        this.#options.store.upsert(run.folder.uri, within(run.folder, [event.data.issue]));
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
  async #reload(
    folders: readonly SessionFolder[],
    signal: AbortSignal,
    isStale: (folder: SessionFolder) => boolean = () => true,
  ): Promise<void> {
    const known = new Map(this.#folders.map(({ uri, repositoryId }) => [uri, repositoryId]));
    const { use, branchOf } = this.#options;
    const states = new Map<string, string>();
    const history: PastScan[] = [];
    for (const folder of folders) {
      if (known.get(folder.uri) === folder.repositoryId && !isStale(folder)) {
        states.set(folder.uri, this.#states.get(folder.uri) ?? '');
        history.push(...this.#history.filter((one) => one.folder.uri === folder.uri));
        continue;
      }
      // Asked for first: what changes while the rest is loaded is then noticed as a change.
      states.set(folder.uri, (await folderState(use, branchOf, folder, signal)) ?? '');
      const ask = async (api: ServiceApi) => {
        const latest = await api.latestScans(folder.repositoryId, historyLength, signal);
        const branch = shownBranch(latest, await branchOf(folder.uri));
        this.#showBranch(folder, branch);
        const all = await api.issues(folder.repositoryId, branch, signal, (some) => {
          if (!signal.aborted) this.#options.store.upsert(folder.uri, within(folder, some));
        });
        return [all, latest] as const;
      };
      const [issues, scans] = await use(signal, ask, folder.uri);
      await this.#options.store.replaceFolderInTurns(folder.uri, within(folder, issues));
      history.push(...scans.map((scan) => ({ folder, scan })));
    }
    // Together, so that nobody sees the scan done and its issues not there yet.
    this.#options.store.flush();
    this.#folders = folders;
    this.#states = states;
    this.#history = history.sort((a, b) => (a.scan.createdAt < b.scan.createdAt ? 1 : -1));
    this.#emit();
  }

  #showBranch({ uri }: SessionFolder, branch: string | undefined): void {
    if (branch !== this.#branches.get(uri)) this.#options.store.replaceFolder(uri, []);
    this.#branches.set(uri, branch);
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
