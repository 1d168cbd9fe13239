/** Scans a folder: lists its files, analyses each language family in a worker thread, streams what is found. */

import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { AiComponent } from '../../engine/ai-inventory/component.ts';
import type { AnalysisEvent } from '../../engine/analysis.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import type { NamedSecret } from '../../engine/fixes/environment.ts';
import type { Proposal } from '../../engine/fixes/fixer.ts';
import type { ProposedChange } from '../../engine/fixes/proposed/change.ts';
import type { Examined } from '../../engine/fixes/proposed/examine.ts';
import { type FamilyId, familyServed } from '../../engine/languages/registry.ts';
import type { AnalysisWorker } from './analysis-worker.ts';
import { defaultScanAssets, type ScanAssets } from './assets.ts';
import { type CollectedCoverage, Collector, coverageOf } from './collector.ts';
import { ScanError } from './errors.ts';
import { FamilyAnalysis } from './family-analysis.ts';
import type { ExcludeReason } from './files/excludes.ts';
import type { GitState } from './files/git.ts';
import type { HiddenFiles } from './files/hidden-files.ts';
import { type ListedFile, type Listing, listFiles, type Selection } from './files/listing.ts';
import { unsupportedLanguages } from './files/unsupported.ts';
import { type FolderInventory, InventoryScan } from './inventory.ts';
import { defaultScanLimits, type ScanLimits } from './limits.ts';
import type { Inspected } from './protocol.ts';

export { ScanError, type ScanErrorCode } from './errors.ts';
export type { ScanAssets, ScanLimits };

export type ScanEvent =
  | {
      readonly type: 'listed';
      readonly files: number;
      readonly bytes: number;
      readonly git: GitState | undefined;
    }
  | {
      readonly type: 'progress';
      /** Reading counts the files of the whole scan; solving counts the steps of the family in work. */
      readonly phase: 'listing' | 'reading' | 'solving';
      readonly done: number;
      readonly total: number;
    }
  /** A later finding of the same file and fingerprint replaces the earlier one. */
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'analysed'; readonly file: string; readonly language: string; readonly bytes: number }
  | { readonly type: 'component'; readonly component: AiComponent }
  | { readonly type: 'skip'; readonly skip: Skip };

export interface ScanSummary extends CollectedCoverage {
  /** The scanned folder with every link resolved. */
  readonly root: string;
  readonly git: GitState | undefined;
  readonly filesListed: number;
  readonly bytesListed: number;
  /** Left out on purpose, as counts of files and of folders that were not entered. */
  readonly excluded: Readonly<Partial<Record<ExcludeReason, number>>>;
  /** Files that ignore rules hide, by the file that has the rule. */
  readonly hidden: readonly HiddenFiles[];
  readonly findings: number;
  readonly durationMs: number;
}

export interface ScanOptions {
  readonly limits?: Partial<ScanLimits>;
  readonly assets?: ScanAssets;
  /** What of the folder is analysed; the project's own code when left out. */
  readonly selection?: Selection;
  /** Worker threads at once; all cores but one when left out. */
  readonly workers?: number;
  /** Whether findings say if rules know a fix for them. */
  readonly withOutlook?: boolean;
}

export interface ScanRequest extends ScanOptions {
  readonly root: string;
  readonly on: (event: ScanEvent) => void;
  readonly signal?: AbortSignal;
}

/**
 * Scans a folder once and keeps nothing.
 * @throws ScanError when the folder cannot be scanned at all; the signal's reason when cancelled
 */
export async function scanFolder({ root, on, signal, ...options }: ScanRequest): Promise<ScanSummary> {
  await using project = new ProjectScanner(root, options, 'once');
  return await project.scan(on, signal);
}

/**
 * The AI components of a folder by themselves.
 * @throws as `scanFolder`
 */
export async function takeInventory({
  root,
  signal,
  ...options
}: Omit<ScanRequest, 'on'>): Promise<FolderInventory> {
  const limits = { ...defaultScanLimits, ...options.limits };
  const listing = await listFiles(root, limits, signal, options.selection);
  return await new InventoryScan(options.assets ?? defaultScanAssets(), limits).take(
    listing,
    { parse: true },
    signal,
  );
}

interface FamilyState {
  readonly analysis: FamilyAnalysis;
  collector: Collector;
}

/**
 * `again`: workers are kept, and what they know of files that are as they were.
 * `anew`: workers are kept, but every file is read again: what stands under a name may be another file.
 * `once`: no worker is kept, so that the memory of one family is free for the next.
 */
export type WorkersUse = 'again' | 'anew' | 'once';

/** What an analysis with other texts came to. */
export interface Tried {
  readonly findings: readonly Finding[];
  /** What it left out of those files that it did not leave out before. */
  readonly unseen: readonly Skip[];
}

/** What an analysis of some files within their folder came to. */
export interface Within {
  readonly findings: readonly Finding[];
  readonly coverage: CollectedCoverage & Pick<ScanSummary, 'excluded' | 'hidden'>;
}

/** A folder that is scanned again and again: its workers keep what they know, so a change costs what it touches. */
export class ProjectScanner {
  readonly #folder: string;
  readonly #limits: ScanLimits;
  readonly #assets: ScanAssets;
  readonly #workers: number;
  readonly #selection: Selection;
  readonly #withOutlook: boolean;
  readonly #use: WorkersUse;
  readonly #families = new Map<FamilyId | 'other', FamilyState>();
  readonly #inventory: InventoryScan;
  #inventoried: Collector | undefined;
  #listing: Listing | undefined;
  /** Files whose text in a worker is not that on the disk: changes that were tried. */
  readonly #lent = new Set<string>();

  constructor(folder: string, options: ScanOptions = {}, use: WorkersUse = 'again') {
    this.#use = use;
    this.#folder = folder;
    this.#limits = { ...defaultScanLimits, ...options.limits };
    this.#assets = options.assets ?? defaultScanAssets();
    this.#selection = options.selection ?? 'project';
    this.#withOutlook = options.withOutlook ?? false;
    this.#inventory = new InventoryScan(this.#assets, this.#limits);
    this.#workers = Math.max(1, options.workers ?? availableParallelism() - 1);
  }

  /**
   * Scans the folder as it is now. The first call reads everything, later calls what changed since by size or time.
   * Every call reports every finding that holds; calls must not overlap.
   * @throws ScanError, or the signal's reason when cancelled; later calls then begin with what was kept
   */
  async scan(on: (event: ScanEvent) => void, signal?: AbortSignal): Promise<ScanSummary> {
    const startedAt = performance.now();
    const before = new Map(this.#listing?.files.map((file) => [file.path, file]));
    on({ type: 'progress', phase: 'listing', done: 0, total: 0 });
    const listing = await listFiles(this.#folder, this.#limits, signal, this.#selection);
    const bytes = bytesOf(listing.files);
    on({ type: 'listed', files: listing.files.length, bytes, git: listing.git });
    const skips = [...listing.skips, ...unsupportedLanguages(listing.files)];
    for (const skip of skips.slice(0, this.#limits.listedSkips)) on({ type: 'skip', skip });
    const work = this.#divide(listing, before);
    // Until this scan is through, the next one must not take its files for known.
    this.#listing = undefined;
    await this.#analyse(work, listing.files.length, on, signal);
    const inventoryOptions = { again: this.#use === 'again', lend: () => this.#idleWorker() };
    this.#report(await this.#inventory.take(listing, inventoryOptions, signal), on);
    this.#lent.clear();
    if (!(await stat(listing.root).catch(() => undefined))) {
      throw new ScanError('folder-gone', `${this.#folder} disappeared during the scan.`);
    }
    this.#listing = this.#use === 'again' ? listing : undefined;
    const collectors = this.#collectors();
    return {
      ...coverageOf(collectors, skips, this.#limits.listedSkips),
      root: listing.root,
      git: listing.git,
      filesListed: listing.files.length,
      bytesListed: bytes,
      excluded: listing.excluded,
      hidden: listing.hidden,
      findings: collectors.reduce((sum, collector) => sum + collector.findingCount, 0),
      durationMs: performance.now() - startedAt,
    };
  }

  /**
   * Every finding of the folder as it is now; scans it where it changed since the last scan.
   * @throws as `scan`
   */
  async findings(signal?: AbortSignal): Promise<readonly Finding[]> {
    const known = this.#listing;
    const listing = known && (await listFiles(this.#folder, this.#limits, signal, this.#selection));
    const before = new Map(known?.files.map((file) => [file.path, file]));
    const same =
      listing?.files.length === before.size &&
      listing.files.every((file) => isSame(file, before.get(file.path)));
    if (!same) await this.scan(() => undefined, signal);
    return this.#collected();
  }

  /**
   * Fixes for a finding of the last scan.
   * @param secrets what other patches of the folder call the secrets that they take out
   * @throws the signal's reason, or ScanError
   */
  async propose(finding: Finding, secrets: readonly NamedSecret[], signal?: AbortSignal): Promise<Proposal> {
    const files = [...this.#families.values()].flatMap(({ analysis }) => analysis.files);
    return this.#familyWith(finding.file).analysis.propose(finding, { files, secrets }, signal);
  }

  /** A change that somebody proposed for a finding of the last scan. @throws the signal's reason, or ScanError */
  async examine(finding: Finding, change: ProposedChange, signal?: AbortSignal): Promise<Examined> {
    return this.#familyWith(finding.file).analysis.examine(finding, change, signal);
  }

  /** A closer look at a finding of the last scan. @throws the signal's reason, or ScanError */
  async inspect(file: string, fingerprint: string, signal?: AbortSignal): Promise<Inspected> {
    return this.#familyWith(file).analysis.inspect(file, fingerprint, signal);
  }

  /**
   * Every finding of the folder if some of its files had other texts. Nothing is written.
   * @throws the signal's reason, or ScanError
   */
  async findingsWith(texts: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Tried> {
    const files = Object.keys(texts);
    const instead = new Map<FamilyState, Collector>();
    for (const state of new Set(files.map((file) => this.#familyWith(file)))) {
      const { analysis } = state;
      const own = Object.fromEntries(Object.entries(texts).filter(([file]) => analysis.has(file)));
      const changed = new Set([...this.#lent, ...Object.keys(own)]);
      const collector = new Collector();
      for (const file of Object.keys(own)) this.#lent.add(file);
      await analysis.analyse(analysis.files, changed, (event) => collector.take(event), signal, own);
      collector.settle();
      for (const lent of this.#lent) if (!(lent in own) && analysis.has(lent)) this.#lent.delete(lent);
      instead.set(state, collector);
    }
    const known = [...instead.keys()].flatMap((state) => [...state.collector.skips]);
    const left = [...instead.values()].flatMap((collector) => [...collector.skips]);
    const unseen = left.filter(
      ({ file, reason }) =>
        (file in texts || file === '.') &&
        !known.some((before) => before.file === file && before.reason === reason),
    );
    return { findings: this.#collected(instead), unseen };
  }

  /**
   * Findings in some files if they had other texts, together with the folder as it is now. Nothing is written.
   * @returns undefined where one of the files is not analysed in this folder
   * @throws as `scan`
   */
  async analyseWithin(
    texts: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Within | undefined> {
    await this.findings(signal);
    const files = Object.keys(texts);
    const states = [...this.#families.values()];
    if (!files.every((file) => states.some(({ analysis }) => analysis.has(file)))) return undefined;
    const { findings, unseen } = await this.findingsWith(texts, signal);
    const collector = new Collector();
    const isOwn = ({ file }: { readonly file: string }): boolean => Object.hasOwn(texts, file);
    const skips = states.flatMap((state) => [...state.collector.skips]).filter(isOwn);
    for (const skip of [...skips, ...unseen]) collector.take({ type: 'skip', skip });
    for (const [file, text] of Object.entries(texts)) {
      const [before] = states.flatMap((state) => state.collector.analysed.get(file) ?? []);
      const bytes = Buffer.byteLength(text);
      if (before) collector.take({ type: 'analysed', file, language: before.language, bytes });
    }
    return {
      findings: findings.filter(isOwn),
      coverage: { ...coverageOf([collector], [], this.#limits.listedSkips), excluded: {}, hidden: [] },
    };
  }

  #collectors(): Collector[] {
    return [
      ...[...this.#families.values()].map((state) => state.collector),
      ...(this.#inventoried ? [this.#inventoried] : []),
    ];
  }

  /** A credential that the search for secrets found on the same lines is not told again. */
  #report({ components, findings, skips }: FolderInventory, on: (event: ScanEvent) => void): void {
    const collector = new Collector();
    this.#inventoried = undefined;
    const secrets = new Set(
      this.#collectors()
        .flatMap((each) => [...each.findings])
        .filter((finding) => finding.vulnClass === 'hard-coded-secret')
        .map((finding) => finding.file),
    );
    this.#inventoried = collector;
    for (const component of components) on({ type: 'component', component });
    for (const skip of skips) collector.take({ type: 'skip', skip });
    for (const finding of findings) {
      if (finding.vulnClass === 'hard-coded-secret' && secrets.has(finding.file)) continue;
      const news = collector.take({ type: 'finding', finding });
      if (news?.type === 'finding') on(news);
    }
    for (const skip of collector.skips) on({ type: 'skip', skip });
    for (const finding of collector.settle()) on({ type: 'finding', finding });
  }

  #collected(instead?: ReadonlyMap<FamilyState, Collector>): Finding[] {
    return [
      ...[...this.#families.values()].flatMap((state) => [
        ...(instead?.get(state) ?? state.collector).findings,
      ]),
      ...(this.#inventoried?.findings ?? []),
    ];
  }

  #familyWith(file: string): FamilyState {
    const state = [...this.#families.values()].find(({ analysis }) => analysis.has(file));
    if (!state) throw new ScanError('not-analysed', `${file} is not among the files that are analysed.`);
    return state;
  }

  #idleWorker(): AnalysisWorker | undefined {
    for (const { analysis } of this.#families.values()) if (analysis.idleWorker) return analysis.idleWorker;
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#families.values()].map((state) => state.analysis.close()));
    this.#families.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The work of each family, the largest first, so that the last worker is not the longest. */
  #divide(listing: Listing, before: ReadonlyMap<string, ListedFile>): FamilyWork[] {
    const byFamily = divide(listing.files);
    for (const family of this.#families.keys()) if (!byFamily.has(family)) byFamily.set(family, []);
    const changed = new Set(
      listing.files
        .filter((file) => this.#lent.has(file.path) || !isSame(file, before.get(file.path)))
        .map((file) => file.path),
    );
    return [...byFamily]
      .toSorted(([, a], [, b]) => bytesOf(b) - bytesOf(a))
      .map(([family, files]) => ({
        family,
        root: listing.root,
        files: files.map((file) => file.path),
        changed,
      }));
  }

  async #analyse(
    work: readonly FamilyWork[],
    total: number,
    on: (event: ScanEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const queue = [...work];
    const failed = new AbortController();
    const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    const report = throttledProgress(on);
    const take = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        // The last one's worker is lent to the inventory, which would have to start its own.
        const closes = this.#use === 'once' && queue.length > 0;
        await this.#analyseFamily(next, closes, stop, (event) => {
          if (event.type === 'progress' && event.phase === 'solving') report(event);
          else if (event.type === 'progress') report({ ...event, done: this.#filesDone(), total });
          else on(event);
        });
        report({ type: 'progress', phase: 'reading', done: this.#filesDone(), total });
      }
    };
    const results = await Promise.allSettled(
      Array.from({ length: Math.min(this.#workers, work.length) }, () =>
        take().catch((error: unknown) => {
          failed.abort(error);
          throw error;
        }),
      ),
    );
    const rejected = results.find((result) => result.status === 'rejected');
    if (rejected) throw rejected.reason;
  }

  async #analyseFamily(
    { family, root, files, changed }: FamilyWork,
    closes: boolean,
    signal: AbortSignal,
    on: (event: Exclude<AnalysisEvent, { type: 'texts' }>) => void,
  ): Promise<void> {
    const state = this.#families.get(family);
    if (state?.analysis.had(files) && !files.some((file) => changed.has(file))) {
      for (const finding of state.collector.findings) on({ type: 'finding', finding });
      return;
    }
    const analysis =
      state?.analysis ?? new FamilyAnalysis(root, this.#assets, this.#limits, this.#withOutlook);
    const collector = new Collector(state?.collector, changed, new Set(files));
    this.#families.set(family, { analysis, collector });
    this.#inventory.forgetTexts(changed);
    await analysis.analyse(
      files,
      changed,
      (event) => {
        if (event.type === 'texts') return this.#inventory.takeTexts(event.file, event.texts);
        const news = collector.take(event);
        if (news) on(news);
      },
      signal,
    );
    for (const finding of collector.settle()) on({ type: 'finding', finding });
    if (closes) await analysis.close();
  }

  #filesDone(): number {
    let done = 0;
    for (const { collector } of this.#families.values()) done += collector.filesDone;
    return done;
  }
}

interface FamilyWork {
  readonly family: FamilyId | 'other';
  readonly root: string;
  readonly files: readonly string[];
  /** Paths, of any family, that are new or other than at the last scan. */
  readonly changed: ReadonlySet<string>;
}

/** Bytes of files without code up to which they need no worker of their own. */
const fewBytes = 8 * 1024 * 1024;

function divide(files: readonly ListedFile[]): Map<FamilyId | 'other', ListedFile[]> {
  const byFamily = new Map<FamilyId | 'other', ListedFile[]>();
  const present = new Set(files.map((file) => file.family));
  for (const file of files) {
    const served = familyServed(file.path);
    const family = file.family ?? (served && present.has(served) ? served : 'other');
    const group = byFamily.get(family);
    if (group) group.push(file);
    else byFamily.set(family, [file]);
  }
  const others = byFamily.get('other');
  const host = [...byFamily]
    .filter(([family]) => family !== 'other')
    .toSorted(([, a], [, b]) => bytesOf(b) - bytesOf(a))[0];
  if (others && host && bytesOf(others) <= fewBytes) {
    host[1].push(...others);
    byFamily.delete('other');
  }
  return byFamily;
}

function bytesOf(files: readonly ListedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

function isSame(file: ListedFile, before: ListedFile | undefined): boolean {
  return before !== undefined && before.bytes === file.bytes && before.modifiedMs === file.modifiedMs;
}

/** Passes on at most some twenty progress events a second, and always those that end a phase. */
function throttledProgress(
  on: (event: ScanEvent) => void,
): (event: ScanEvent & { type: 'progress' }) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (event) => {
    const now = performance.now();
    if (now - last < 50 && event.done < event.total) return;
    last = now;
    on(event);
  };
}
