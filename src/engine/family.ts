import type { AnalysisEvent, AnalysisLimits, TeamModels } from './analysis.ts';
import type { Hit } from './dataflow/interpreter/machine.ts';
import { Project } from './dataflow/interpreter/project.ts';
import { type Look, Solver } from './dataflow/interpreter/solver.ts';
import {
  type LinkedFunction,
  type LinkedModule,
  linkModule,
  relinkModule,
} from './dataflow/names/linking.ts';
import { CountedSources } from './dataflow/report/counted-sources.ts';
import { FindingCache } from './dataflow/report/finding-cache.ts';
import { sourceOf, textAt, worstFirst } from './dataflow/report/findings.ts';
import { structural } from './dataflow/report/structural.ts';
import type { Origin } from './dataflow/values/labels.ts';
import type { Finding } from './finding.ts';
import { type Hint, hints } from './hints/index.ts';
import type { ModuleIR } from './ir/ir.ts';
import { languageParts } from './languages/parts.generated.ts';
import type { FamilyId } from './languages/registry.ts';
import { ApiIndex } from './libraries/api-index.ts';
import { Catalog } from './libraries/catalog.ts';
import { libraryHooks } from './libraries/hooked.generated.ts';
import { libraryIndex, libraryRows } from './libraries/index.ts';
import { rowsOf } from './libraries/rows.ts';
import { noResources, type ProjectResources } from './resources.ts';
import { type FileRole, type FileRoles, roleOfFlow, withRole } from './roles/code-role.ts';
import { importedByProduct } from './roles/product-imports.ts';
import { EntryPoints } from './routes/index.ts';
import { defaultThreatModels, type ThreatModel } from './threat-models.ts';

/** Words that rules are looked for by. */
export const ruleWords: readonly string[] = Object.values(languageParts).flatMap(({ rules }) =>
  rules.flatMap(({ words }) => words ?? []),
);

export interface LinkContext {
  readonly resources: ProjectResources;
  /** Texts that are reported where they are written; a use of one is the same issue once more. */
  readonly secrets: ReadonlySet<string>;
}

export interface SolveContext extends LinkContext {
  /** Of files that are no part of the product. */
  readonly roles: FileRoles;
}

/** The modules of languages that can call each other, and their analysis. */
export class Family {
  readonly #id: FamilyId;
  readonly #limits: AnalysisLimits;
  readonly #onWork: () => void;
  #catalog: Catalog;
  readonly #modules = new Map<string, LinkedModule>();
  #counted = new CountedSources();
  #findings = new FindingCache(this.#counted);
  #project: Project;
  #solver: Solver | undefined;
  /** That of the analysis which is about to begin. */
  #prepared: Solver | undefined;
  #settings = '';
  #templates: ProjectResources['templates'] = new Map();
  /** The digest of the team's models in the catalog. */
  #models = '';
  /** The threat models that are switched on. */
  #threats = defaultThreatModels.toSorted().join();
  #withHints = false;
  #changed: LinkedFunction[] = [];

  constructor(id: FamilyId, limits: AnalysisLimits, onWork: () => void = () => undefined) {
    this.#onWork = onWork;
    this.#id = id;
    this.#limits = limits;
    this.#catalog = new Catalog(libraryIndex(id));
    this.#project = new Project(this.#modules, this.#catalog, libraryHooks[id], noResources);
  }

  /** Has a team's models hold beside our libraries. Where they say something else of an API, theirs counts. */
  use(models: TeamModels | undefined): void {
    const digest = models?.digest ?? '';
    if (digest === this.#models) return;
    this.#models = digest;
    const own = models?.libraries.filter(({ library }) => library.startsWith(`${this.#id}/`)) ?? [];
    this.#catalog = new Catalog(
      own.length === 0
        ? libraryIndex(this.#id)
        : new ApiIndex([...own.flatMap(rowsOf), ...libraryRows(this.#id)]),
    );
    this.#findings = new FindingCache(this.#counted);
    this.#solver = undefined;
  }

  /** Has data of these threat models count, and hints be told or not. */
  count(threatModels: readonly ThreatModel[], withHints: boolean): void {
    this.#withHints = withHints;
    const threats = threatModels.toSorted().join();
    if (threats === this.#threats) return;
    this.#threats = threats;
    this.#counted = new CountedSources(threatModels);
    this.#findings = new FindingCache(this.#counted);
    this.#solver = undefined;
  }

  #tellHint({ module: { path }, ...match }: Hint, on: (event: AnalysisEvent) => void): void {
    const module = this.#modules.get(path);
    const finding = module && structural(module, match, this.#counted);
    if (finding) on({ type: 'finding', finding });
  }

  /** Those of the code, and those of templates that it writes. */
  get modules(): ReadonlyMap<string, LinkedModule> {
    return new Map([...this.#project.templates.modules(), ...this.#modules]);
  }

  /**
   * @param written of `ruleWords`, those that stand in the text
   * @returns what is found in the file by itself, by structure
   */
  add(ir: ModuleIR, text: string, written: ReadonlySet<string>): readonly Finding[] {
    const module = this.#link(ir, text);
    const findings: Finding[] = [];
    for (const { words, find } of languageParts[this.#id].rules) {
      if (words && !words.some((word) => written.has(word))) continue;
      for (const match of find(ir)) {
        const finding = structural(module, match, this.#counted);
        if (finding) findings.push(finding);
      }
    }
    return findings;
  }

  #link(ir: ModuleIR, text: string): LinkedModule {
    const known = this.#modules.get(ir.path);
    const changed = known && this.#solver ? relinkModule(known, ir, text) : undefined;
    if (known && changed) {
      this.#changed.push(...changed);
      return known;
    }
    const module = linkModule(ir, text);
    this.#modules.set(ir.path, module);
    this.#solver = undefined;
    return module;
  }

  remove(path: string): void {
    if (this.#modules.delete(path)) this.#solver = undefined;
  }

  /** The solver of the last analysis where only bodies of functions changed since, else a new one. */
  #upToDate(context: LinkContext): Solver {
    const changed = this.#changed;
    this.#changed = [];
    const { properties, statements, configs, templates } = context.resources;
    const files = [...properties].map(([path, values]) => [path, ...values]);
    const settings = JSON.stringify([files, [...statements], [...configs]]);
    const isSame = settings === this.#settings && hasEqualTexts(templates, this.#templates);
    if (this.#solver && isSame && this.#solver.update(changed)) return this.#solver;
    // What is found does not hang on the order in which files came.
    const modules = new Map(inOrder(this.#modules));
    const project = new Project(modules, this.#catalog, libraryHooks[this.#id], context.resources);
    const solver = new Solver(project, this.#catalog, this.#limits, this.#counted, this.#onWork);
    this.#settings = settings;
    this.#templates = templates;
    this.#project = project;
    return solver;
  }

  /**
   * Links the modules for `solve`.
   * @param candidates files that may be no part of the product
   * @returns those of them that are, because code of the product imports them
   */
  prepare(context: LinkContext, candidates: FileRoles): readonly string[] {
    this.#prepared = this.#upToDate(context);
    // Kept again only once the analysis ended: one that was cancelled has to start anew.
    this.#solver = undefined;
    return importedByProduct(this.#project, this.#modules, candidates);
  }

  async solve(
    context: SolveContext,
    on: (event: AnalysisEvent) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const solver = this.#prepared ?? this.#upToDate(context);
    this.#prepared = undefined;
    this.#solver = undefined;
    const modules = inOrder(this.#modules).map(([, module]) => module);
    const entryPoints = new EntryPoints(this.#modules);
    const report = new HitReport(this.#findings, entryPoints, context, on);
    let breathing = 0;
    // Each module is run and then its functions are looked at.
    const total = 2 * modules.length;
    const goOn = async (done: number): Promise<void> => {
      on({ type: 'progress', phase: 'solving', done, total });
      // What has to be done again after an edit is little.
      if (performance.now() > breathing) {
        await breathe();
        breathing = performance.now() + maximumHeldMs;
      }
      signal?.throwIfAborted();
    };
    for (const [done, module] of modules.entries()) {
      await goOn(done);
      report.add(solver.runModule(module));
    }
    report.add(solver.firstWorldHits);
    for (const module of this.#project.names.published) report.add(solver.registerLibrary(module));
    for (const [done, module] of modules.entries()) {
      await goOn(modules.length + done);
      report.addLooks(solver.look(module));
    }
    await goOn(total);
    report.addLooks(solver.later);
    // A handler may be registered after it was looked at, and may register others.
    for (let round = 0; round < maximumRounds; round++) {
      signal?.throwIfAborted();
      const again = solver.settle(modules);
      const late = solver.solveLate(modules);
      report.addLooks([...again, ...late]);
      if (late.length + again.length === 0) break;
    }
    report.add(solver.builtForUnknownCallers(modules));
    report.add(solver.reachedByLibraryCallers(modules));
    report.add(solver.worldHits);
    for (const { fn, brokenOff } of solver.cutShort) report.cutShort(fn, brokenOff);
    report.end();
    if (this.#withHints)
      for (const hint of hints(entryPoints))
        if (!context.roles.get(hint.module.path)) this.#tellHint(hint, on);
    this.#solver = solver;
  }
}

const inOrder = (modules: ReadonlyMap<string, LinkedModule>): readonly (readonly [string, LinkedModule])[] =>
  [...modules].toSorted(([a], [b]) => (a < b ? -1 : 1));

const hasEqualTexts = (now: ProjectResources['templates'], before: ProjectResources['templates']): boolean =>
  now.size === before.size && [...now].every(([path, { text }]) => before.get(path)?.text === text);

const maximumRounds = 4;

/** Milliseconds for which nothing else gets its turn. */
const maximumHeldMs = 5;

/** Lets a cancellation through. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isRemote = (hit: Hit): boolean =>
  hit.label?.origin.kind === 'source' && hit.label.origin.source.threatModel === 'remote';

const placeOf = (hit: Hit): string => `${hit.vulnClass} ${hit.fn.key} ${hit.at}`;

/** Weaknesses that are not told of where the same data, or the same place, does worse. */
const worseThan: Readonly<Record<string, readonly string[]>> = {
  'command-injection': ['argument-injection'],
  'path-traversal': ['link-following'],
};

/** Turns hits into findings, one for each place and class, as they come. */

class HitReport {
  readonly #findings: FindingCache;
  readonly #entryPoints: EntryPoints;
  readonly #secrets: ReadonlySet<string>;
  readonly #roles: FileRoles;
  readonly #on: (event: AnalysisEvent) => void;
  readonly #byPlace = new Map<string, Hit[]>();
  readonly #told = new Set<string>();
  /** The classes for which data of an origin did more than to be asked about. */
  readonly #used = new Map<Origin, Set<string>>();
  /** By file: functions whose analysis was stopped, and those in which calls were approximated. */
  readonly #givenUp = new Map<string, Set<LinkedFunction>>();
  readonly #approximated = new Map<string, Set<LinkedFunction>>();

  constructor(
    findings: FindingCache,
    entryPoints: EntryPoints,
    { secrets, roles }: SolveContext,
    on: (event: AnalysisEvent) => void,
  ) {
    this.#findings = findings;
    this.#entryPoints = entryPoints;
    this.#secrets = secrets;
    this.#roles = roles;
    this.#on = on;
  }

  addLooks(looks: readonly Look[]): void {
    for (const { fn, result } of looks) {
      this.add(result.hits);
      if (result.exhausted) this.cutShort(fn, result.brokenOff);
    }
  }

  add(hits: readonly Hit[]): void {
    for (const hit of hits) {
      if (this.#isReported(hit)) continue;
      const key = placeOf(hit);
      const known = this.#byPlace.get(key);
      if (known) {
        if (hit.label && !known.some((other) => other.label?.origin === hit.label?.origin)) known.push(hit);
        if (known.length > 3) known.splice(known.indexOf(this.#worstFirst(known)[3] as Hit), 1);
        continue;
      }
      this.#byPlace.set(key, [hit]);
    }
    for (const hit of hits) {
      if (hit.probe) continue;
      this.#noteUse(hit);
      if (isRemote(hit) && !this.#roleOf(hit)) this.#tell(placeOf(hit));
    }
  }

  #roleOf({ fn, label }: Hit): FileRole | undefined {
    const origin = label?.origin;
    const sink = this.#roles.get(fn.module.ir.path);
    return origin?.kind === 'source' ? roleOfFlow(sink, this.#roles.get(origin.fn.module.ir.path)) : sink;
  }

  /** Flows of the product come before those of its tests. */
  #worstFirst(hits: readonly Hit[]): readonly Hit[] {
    const [product, others] = [false, true].map((isOther) =>
      hits.filter((hit) => (this.#roleOf(hit) !== undefined) === isOther),
    );
    return [...worstFirst(product ?? []), ...worstFirst(others ?? [])];
  }

  #noteUse({ vulnClass, label }: Hit): void {
    if (!label) return;
    const classes = this.#used.get(label.origin);
    const did = [vulnClass, ...(worseThan[vulnClass] ?? [])];
    if (classes) for (const one of did) classes.add(one);
    else this.#used.set(label.origin, new Set(did));
  }

  /** `if not exists(path): …` before the file is opened: the opening says it all. */
  #isProbeOfUsed(hits: readonly Hit[]): boolean {
    return hits.every(
      (hit) =>
        hit.probe &&
        hit.label &&
        (this.#used.get(hit.label.origin)?.has(hit.vulnClass) ||
          Object.keys(worseThan).some(
            (worse) =>
              worseThan[worse]?.includes(hit.vulnClass) &&
              this.#byPlace.has(placeOf({ ...hit, vulnClass: worse })),
          )),
    );
  }

  /** Whether the hit hands over a secret that stands elsewhere, and is reported there. */
  #isReported(hit: Hit): boolean {
    return hit.secrets?.some((secret) => this.#secrets.has(secret) && !textAt(hit).includes(secret)) ?? false;
  }

  /** What comes from a client cannot get worse: it is told at once. The rest waits for a worse origin. */
  #tell(key: string): void {
    const all = this.#byPlace.get(key);
    if (!all || this.#told.has(key)) return;
    this.#told.add(key);
    const ofProduct = all.filter((hit) => !this.#roleOf(hit));
    const hits = ofProduct.length > 0 ? ofProduct : all;
    const [first] = worstFirst(hits);
    const source = sourceOf(hits);
    const entryPoint = source && this.#entryPoints.at(source.file, source.at);
    const finding = withRole(this.#findings.of(key, hits), first && this.#roleOf(first));
    // Routes and what guards them may change while the flow stays as it was.
    this.#on({ type: 'finding', finding: entryPoint ? { ...finding, entryPoint } : finding });
  }

  cutShort(fn: LinkedFunction, brokenOff: boolean): void {
    const limited = brokenOff ? this.#givenUp : this.#approximated;
    const file = fn.module.ir.path;
    const functions = limited.get(file);
    if (functions) functions.add(fn);
    else limited.set(file, new Set([fn]));
  }

  end(): void {
    for (const [key, hits] of this.#byPlace) if (!this.#isProbeOfUsed(hits)) this.#tell(key);
    const skip = (file: string, reason: keyof typeof limits, functions: ReadonlySet<LinkedFunction>): void =>
      this.#on({
        type: 'skip',
        skip: {
          file,
          reason,
          detail: limits[reason](namesOf(functions)),
          partial: true,
          functions: functions.size,
        },
      });
    for (const [file, functions] of this.#givenUp) skip(file, 'step-limit', functions);
    for (const [file, functions] of this.#approximated) {
      const given = this.#givenUp.get(file);
      const others = new Set([...functions].filter((fn) => !given?.has(fn)));
      if (others.size > 0) skip(file, 'call-depth', others);
    }
  }
}

const limits = {
  'step-limit': (names: string) => `The analysis of ${names} was stopped at its limit of steps.`,
  'call-depth': (names: string) =>
    `Some calls in ${names} are nested too deeply or lead to too many sinks: they were approximated by their arguments.`,
} as const;

/** The first functions in the order of the file, and how many there are more. */
function namesOf(functions: ReadonlySet<LinkedFunction>): string {
  const ordered = [...functions].toSorted((a, b) => a.ir.index - b.ir.index);
  const names = new Set(
    ordered.map(({ ir }) =>
      ir.index === 0 ? 'the file’s own statements' : ir.name ? `\`${ir.name}\`` : 'a function',
    ),
  );
  const shown = [...names].slice(0, 3).join(', ');
  return names.size > 3 ? `${shown} and ${names.size - 3} more` : shown;
}
