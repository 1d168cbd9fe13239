import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { TeamModels } from '../../engine/analysis.ts';
import type { Finding } from '../../engine/finding.ts';
import { type FileRoles, noRoles } from '../../engine/roles/code-role.ts';
import { defaultThreatModels, type ThreatModel } from '../../engine/threat-models.ts';
import { defaultScanAssets, type ScanAssets } from './assets.ts';
import type { BesideAbout, BesideKind } from './beside-questions.ts';
import { CauseFolding, type Telling } from './cause-folding.ts';
import { Collector, collectedWithin, coverageOf, newSkips } from './collector.ts';
import { ScanError } from './errors.ts';
import { Examinations } from './examinations.ts';
import { FamilyAnalysis } from './family-analysis.ts';
import { areSame, bytesOf, type Family, type FamilyWork, familyWork, isSame } from './family-work.ts';
import { type Listing, type ListingOptions, listFiles } from './files/listing.ts';
import { ModelReader, modelSkips, type ReadModels } from './files/models.ts';
import { among, rolesIn } from './files/roles.ts';
import { TeamRules } from './files/rules.ts';
import { unsupportedLanguages } from './files/unsupported.ts';
import { defaultScanLimits, type ScanLimits } from './limits.ts';
import { ReachabilityScan } from './reachability.ts';
import { type ScanEvent, type ScanSummary, throttledProgress } from './scan-event.ts';
import type { ScanOptions, Tried, Within, WorkersUse } from './scan-options.ts';
import type { AnalysisWorker } from './worker/analysis-worker.ts';
import type { AnswerTo, Kind, Question } from './worker/protocol.ts';

interface FamilyState {
  readonly analysis: FamilyAnalysis;
  collector: Collector;
}

/** A folder that is scanned again and again: its workers keep what they know, so a change costs what it touches. */
export class ProjectScanner {
  readonly #folder: string;
  readonly #limits: ScanLimits;
  readonly #assets: ScanAssets;
  readonly #workers: number;
  readonly #choice: ListingOptions;
  readonly #withOutlook: boolean;
  /** Those that are switched on. */
  readonly threatModels: readonly ThreatModel[];
  readonly #hints: boolean;
  readonly #use: WorkersUse;
  readonly #families = new Map<Family, FamilyState>();
  readonly #examinations: Examinations;
  /** How far the product's code, as of the last scan, gets into packages. */
  readonly reachability: ReachabilityScan;
  readonly #models: ModelReader;
  /** The team's own rules, as of the last scan. */
  readonly rules: TeamRules;
  /** Those of the last scan. */
  #held: ReadModels | undefined;
  #listing: Listing | undefined;
  /** Files that are no part of the product, as of the last listing. */
  #roles: FileRoles = noRoles;
  /** Files whose text in a worker is not that on the disk: changes that were tried. */
  readonly #lent = new Set<string>();

  constructor(folder: string, options: ScanOptions = {}, use: WorkersUse = 'again') {
    this.#use = use;
    this.#folder = folder;
    this.#limits = { ...defaultScanLimits, ...options.limits };
    this.#assets = options.assets ?? defaultScanAssets();
    this.#choice = options;
    this.#withOutlook = options.withOutlook ?? false;
    this.threatModels = options.threatModels ?? defaultThreatModels;
    this.#hints = options.hints ?? false;
    this.#examinations = new Examinations(this.#assets, this.#limits, options);
    this.reachability = new ReachabilityScan(this.#assets, this.#limits, () => this.#idleWorker());
    this.#models = new ModelReader(folder, options);
    this.rules = new TeamRules(folder, options, this.#assets, this.#limits);
    this.#workers = Math.max(1, options.workers ?? availableParallelism() - 1);
  }

  /**
   * Scans the folder as it is now. The first call reads everything, later calls what changed since by size or time.
   * Every call reports every finding that holds; calls must not overlap.
   * @throws ScanError, or the signal's reason when cancelled; later calls then begin with what was kept
   */
  async scan(on: (event: ScanEvent) => void, signal?: AbortSignal): Promise<ScanSummary> {
    const startedAt = performance.now();
    const known = new Map(this.#listing?.files.map((file) => [file.path, file]));
    on({ type: 'progress', phase: 'listing', done: 0, total: 0 });
    const listing = await listFiles(this.#folder, this.#limits, signal, this.#choice);
    const bytes = bytesOf(listing.files);
    on({ type: 'listed', files: listing.files.length, bytes, git: listing.git });
    const models = await this.#models.read(signal);
    this.#held = models;
    const hasOtherRules = await this.rules.read(signal);
    for (const { analysis } of this.#families.values()) analysis.use(models.models, this.rules.held);
    this.#roles = rolesIn(listing, {
      fileBytes: this.#limits.fileBytes,
      selection: this.#choice.selection ?? 'project',
    });
    const ofTeam = [...modelSkips(models.problems), ...this.rules.skips];
    const skips = [...ofTeam, ...listing.skips, ...unsupportedLanguages(listing.files)];
    for (const skip of skips.slice(0, this.#limits.listedSkips)) on({ type: 'skip', skip });
    const work = familyWork(
      listing,
      this.#families.keys(),
      (file) => hasOtherRules || this.#lent.has(file.path) || !isSame(file, known.get(file.path)),
    );
    // Until this scan is through, the next one must not take its files for known.
    this.#listing = undefined;
    this.#examinations.forget();
    this.reachability.begin();
    const folding = new CauseFolding();
    const settled = new Set<Finding>();
    await this.#analyse(work, listing.files.length, { on, folding, settled }, signal);
    const left = [...this.#families.values()].flatMap(({ collector }) => [...collector.skips]);
    this.reachability.settle(listing, this.#roles, [...skips, ...left]);
    for (const finding of folding.settle(this.#collected()))
      if (finding.others || settled.has(finding) || !folding.hasTold(finding))
        on({ type: 'finding', finding });
    await this.#examinations.take(
      {
        listing,
        roles: this.#roles,
        found: this.#collected(),
        reach: (wanted, stop) => this.reachability.of(wanted, stop),
      },
      { again: this.#use === 'again', lend: () => this.#idleWorker() },
      on,
      signal,
    );
    this.#lent.clear();
    if (!(await stat(listing.root).catch(() => undefined)))
      throw new ScanError('folder-gone', `${this.#folder} disappeared during the scan.`);
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
      models: models.active,
      rules: this.rules.active,
      threatModels: this.threatModels,
      advisories: this.#examinations.advisories,
      findings: collectors.reduce((sum, collector) => sum + collector.findingCount, 0),
      durationMs: performance.now() - startedAt,
    };
  }

  /** Every finding of the folder as it is now; scans it where it changed since the last scan. @throws as `scan` */
  async findings(signal?: AbortSignal): Promise<readonly Finding[]> {
    const known = this.#listing;
    const listing = known && (await listFiles(this.#folder, this.#limits, signal, this.#choice));
    const isHeld = areSame(listing?.files, known?.files) && (await this.#isTeamsHeld(signal));
    if (!isHeld) await this.scan(() => undefined, signal);
    return this.#collected();
  }

  /** Whether the team's models and rules are those of the last scan. */
  async #isTeamsHeld(signal?: AbortSignal): Promise<boolean> {
    const { models } = await this.#models.read(signal);
    return models?.digest === this.models?.digest && (await this.rules.areCurrent(signal));
  }

  /** The team's models that held in the last scan. */
  get models(): TeamModels | undefined {
    return this.#held?.models;
  }

  /** The roles of the files that are analysed together with a file. @throws ScanError where it is not analysed */
  rolesWith(file: string): FileRoles {
    return among(this.#roles, this.familyOf(file));
  }

  /** What the last scan found in a file beside the flows of its code: of packages, infrastructure or AI components. */
  examined(file: string, fingerprint: string): Finding | undefined {
    return this.#examinations.find(file, fingerprint);
  }

  /** The files that the last scan analysed. */
  get files(): readonly string[] {
    return [...this.#families.values()].flatMap(({ analysis }) => analysis.files);
  }

  /** Those of them that are analysed together with a file. @throws ScanError where the file is not analysed */
  familyOf(file: string): readonly string[] {
    return this.#familyWith(file).analysis.files;
  }

  /** Asks the worker that has a file, after a scan. @throws the signal's reason, or ScanError */
  async ask<K extends Kind>(file: string, question: Question<K>, signal?: AbortSignal): Promise<AnswerTo<K>> {
    return this.#familyWith(file).analysis.ask(question, signal);
  }

  /**
   * Every finding of the folder if some of its files had other texts. Nothing is written.
   * @throws the signal's reason, or ScanError
   */
  async findingsWith(texts: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Tried> {
    // A manifest over the bound of sources is in no family.
    const isBeside = Object.keys(texts).some((file) => this.#examinations.isAbout(file));
    const files = Object.keys(texts).filter((file) => !isBeside || this.#familyOrNone(file));
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
    const beside = isBeside ? await this.#with(texts, signal) : undefined;
    const ofFamilies = [...instead.keys()].map(({ collector }) => collector);
    const before = [...ofFamilies, ...(beside ? this.#examinations.collectors() : [])];
    const unseen = newSkips(before, [...instead.values(), ...(beside ? [beside] : [])], texts);
    return { findings: this.#collected(instead, beside), unseen };
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
    if (!files.every((file) => this.#familyOrNone(file))) return undefined;
    const { findings, unseen } = await this.findingsWith(texts, signal);
    const collector = collectedWithin(
      [...this.#families.values()].map((state) => state.collector),
      texts,
      unseen,
    );
    return {
      findings: findings.filter(({ file }) => Object.hasOwn(texts, file)),
      coverage: {
        ...coverageOf([collector], [], this.#limits.listedSkips),
        excluded: {},
        hidden: [],
        models: this.#held?.active ?? [],
        rules: this.rules.active,
        threatModels: this.threatModels,
        advisories: [],
      },
    };
  }

  #collectors(): Collector[] {
    return [
      ...[...this.#families.values()].map((state) => state.collector),
      ...this.#examinations.collectors(),
    ];
  }

  #collected(instead?: ReadonlyMap<FamilyState, Collector>, beside?: Collector): Finding[] {
    return [
      ...[...this.#families.values()].flatMap((state) => [
        ...(instead?.get(state) ?? state.collector).findings,
      ]),
      ...this.#examinations.collectors(beside).flatMap((collector) => [...collector.findings]),
    ];
  }

  /** What is found beside the code if some files had other texts. @throws ScanError where none of the folder is known */
  async #with(texts: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Collector> {
    return await this.#examinations.with(
      texts,
      { listing: this.#listed(), roles: this.#roles },
      { again: true, lend: () => this.#idleWorker() },
      signal,
    );
  }

  /** Asks about manifests and infrastructure, after a scan; undefined where the worker gave up. @throws as `ask` */
  async askBeside<K extends BesideKind>(
    question: (about: BesideAbout) => Question<K>,
    signal?: AbortSignal,
  ): Promise<AnswerTo<K> | undefined> {
    const options = { lend: () => this.#idleWorker() };
    return await this.#examinations.ask(question, this.#listed(), options, signal);
  }

  #listed(): Listing {
    if (this.#listing) return this.#listing;
    throw new ScanError('not-analysed', 'The folder was not scanned yet.');
  }

  #familyOrNone(file: string): FamilyState | undefined {
    return [...this.#families.values()].find(({ analysis }) => analysis.has(file));
  }

  #familyWith(file: string): FamilyState {
    const state = this.#familyOrNone(file);
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

  async #analyse(
    work: readonly FamilyWork[],
    total: number,
    { on, ...told }: Telling,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const queue = [...work];
    const failed = new AbortController();
    const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    const report = throttledProgress(on);
    const take = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        // The last one's worker is lent to the examinations, which would have to start their own.
        const closes = this.#use === 'once' && queue.length > 0;
        const onFamily = (event: ScanEvent): void => {
          if (event.type === 'progress' && event.phase === 'solving') report(event);
          else if (event.type === 'progress') report({ ...event, done: this.#filesDone(), total });
          else on(event);
        };
        await this.#analyseFamily(next, closes, stop, { ...told, on: onFamily });
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
    { on, folding, settled }: Telling,
  ): Promise<void> {
    const tell = (finding: Finding): void => {
      const told = folding.take(finding);
      if (told) on({ type: 'finding', finding: told });
    };
    const state = this.#families.get(family);
    state?.analysis.place(among(this.#roles, files));
    if (state?.analysis.had(files) && !files.some((file) => changed.has(file))) {
      for (const finding of state.collector.findings) tell(finding);
      return on({ type: 'endpoints', endpoints: state.collector.endpoints });
    }
    const analysis =
      state?.analysis ??
      new FamilyAnalysis(root, this.#assets, this.#limits, {
        withOutlook: this.#withOutlook,
        threatModels: this.threatModels,
        hints: this.#hints,
      });
    analysis.use(this.models, this.rules.held);
    analysis.place(among(this.#roles, files));
    const collector = new Collector(state?.collector, changed, new Set(files));
    this.#families.set(family, { analysis, collector });
    this.#examinations.inventory.forgetTexts(changed);
    await analysis.analyse(
      files,
      changed,
      (event) => {
        if (event.type === 'texts') return this.#examinations.inventory.takeTexts(event.file, event.texts);
        if (event.type === 'usage') return this.reachability.take(event.file, event.product);
        const news = collector.take(event);
        if (news?.type !== 'finding') return news && on(news);
        tell(news.finding);
      },
      signal,
    );
    for (const finding of collector.settle()) settled.add(finding);
    if (closes) await analysis.close();
  }

  #filesDone(): number {
    let done = 0;
    for (const { collector } of this.#families.values()) done += collector.filesDone;
    return done;
  }
}
