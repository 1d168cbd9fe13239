import { AddedModels } from './added/added-models.ts';
import { AddedAnalysis, placeOfFinding } from './added/follow-added.ts';
import type { AnalysisEvent, AnalysisLimits, TeamModels } from './analysis.ts';
import { followRules } from './custom-rules/taint/follow-rules.ts';
import { Project } from './dataflow/interpreter/project.ts';
import { Solver } from './dataflow/interpreter/solver.ts';
import {
  type LinkedFunction,
  type LinkedModule,
  linkModule,
  relinkModule,
} from './dataflow/names/linking.ts';
import { CountedSources } from './dataflow/report/counted-sources.ts';
import { FindingCache } from './dataflow/report/finding-cache.ts';
import { structural } from './dataflow/report/structural.ts';
import { routesByFunction, ToldUsage } from './dependencies/reachability/told-usage.ts';
import { endpointsOf } from './endpoints/index.ts';
import type { Finding } from './finding.ts';
import { type Hint, hints } from './hints/index.ts';
import { HitReport, type LinkContext, type SolveContext } from './hit-report.ts';
import type { ModuleIR } from './ir/ir.ts';
import { languageParts } from './languages/parts.generated.ts';
import type { FamilyId } from './languages/registry.ts';
import { ApiIndex } from './libraries/api-index.ts';
import { Catalog } from './libraries/catalog.ts';
import { libraryHooks } from './libraries/hooked.generated.ts';
import { libraryIndex, libraryRows } from './libraries/index.ts';
import { rowsOf } from './libraries/rows.ts';
import type { Library } from './libraries/schema.ts';
import { noResources, type ProjectResources } from './resources.ts';
import { type FileRoles, withRole } from './roles/code-role.ts';
import { importedByProduct } from './roles/product-imports.ts';
import { EntryPoints } from './routes/index.ts';
import { solveModules } from './solve-modules.ts';
import { defaultThreatModels, type ThreatModel } from './threat-models.ts';

/** Words that rules are looked for by. */
export const ruleWords: readonly string[] = Object.values(languageParts).flatMap(({ rules }) =>
  rules.flatMap(({ words }) => words ?? []),
);

/** The modules of languages that can call each other, and their analysis. */
export class Family {
  readonly #id: FamilyId;
  readonly #limits: AnalysisLimits;
  readonly #onWork: () => void;
  #catalog: Catalog;
  /** Undefined where an organization adds none for this family. */
  #added: AddedAnalysis | undefined;
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
  /** Those whose bodies alone changed, where the solver of the analysis before went on with them. */
  #updated: readonly LinkedFunction[] | undefined;
  readonly #usage = new ToldUsage();

  constructor(id: FamilyId, limits: AnalysisLimits, onWork: () => void = () => undefined) {
    this.#onWork = onWork;
    this.#id = id;
    this.#limits = limits;
    this.#catalog = new Catalog(libraryIndex(id));
    this.#project = new Project(this.#modules, this.#catalog, libraryHooks[id], noResources);
  }

  /**
   * Has a team's models hold beside our libraries. Where they say something else of an API, theirs counts; what an organization adds
   * counts besides.
   */
  use(models: TeamModels | undefined): void {
    const digest = models?.digest ?? '';
    if (digest === this.#models) return;
    this.#models = digest;
    const isOwn = ({ library }: Library): boolean => library.startsWith(`${this.#id}/`);
    const own = models?.libraries.filter(isOwn) ?? [];
    const rows = [...own.flatMap(rowsOf), ...libraryRows(this.#id)];
    this.#catalog = new Catalog(own.length === 0 ? libraryIndex(this.#id) : new ApiIndex(rows));
    const added = models?.added?.filter(({ library }) => isOwn(library)) ?? [];
    this.#added =
      added.length === 0 ? undefined : new AddedAnalysis(new AddedModels(added, rows), this.#counted);
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
    this.#added = this.#added?.counting(this.#counted);
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
    this.#updated = undefined;
    if (this.#solver && isSame && this.#solver.update(changed)) {
      this.#updated = changed;
      return this.#solver;
    }
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
    const entryPoints = new EntryPoints(this.#modules, (specifier, { path }) => {
      const from = this.#modules.get(path);
      return from && this.#project.moduleOf(specifier, from)?.ir;
    });
    const told = new Set<string>();
    const report = new HitReport(this.#findings, entryPoints, context, (event) => {
      if (event.type === 'finding') told.add(placeOfFinding(event.finding));
      on(event);
    });
    let breathing = 0;
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
    const code = { modules, published: this.#project.names.published };
    await solveModules(solver, code, report, goOn);
    const added = {
      ...{ modules, changed: this.#updated, limits: this.#limits, entryPoints, onWork: this.#onWork },
      link: (catalog: Catalog) =>
        new Project(new Map(inOrder(this.#modules)), catalog, libraryHooks[this.#id], context.resources),
    };
    await this.#added?.follow(added, context, told, on, () => goOn(total));
    if (this.#withHints)
      for (const hint of hints(entryPoints))
        if (!context.roles.get(hint.module.path)) this.#tellHint(hint, on);
    await this.#followRules(context, on, () => goOn(total));
    this.#tellUsage(solver, entryPoints, context, on);
    on({ type: 'endpoints', endpoints: endpointsOf(entryPoints, this.#modules, context) });
    this.#solver = solver;
  }

  /** Follows data for custom rules and for nothing else. @throws the signal's reason when cancelled */
  async followAlone(
    context: SolveContext,
    on: (event: AnalysisEvent) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#followRules(context, on, async () => {
      await breathe();
      signal?.throwIfAborted();
    });
  }

  /** Data that custom rules ask about is followed apart from our own: neither can displace the other. */
  async #followRules(
    { asked, roles }: SolveContext,
    on: (event: AnalysisEvent) => void,
    breathe: () => Promise<void>,
  ): Promise<void> {
    if (!asked) return;
    const [project, catalog, limits, onWork] = [this.#project, this.#catalog, this.#limits, this.#onWork];
    const code = { project, catalog, limits, onWork, marks: asked.marks, breathe };
    for (const finding of await followRules(asked.rules, code))
      on({ type: 'finding', finding: withRole(finding, roles.get(finding.file)) });
  }

  #tellUsage(
    solver: Solver,
    entryPoints: EntryPoints,
    { roles }: SolveContext,
    on: (event: AnalysisEvent) => void,
  ): void {
    const published = new Set(this.#project.names.published.map(({ ir }) => ir.path));
    const analysed = { project: this.#project, solver, routes: routesByFunction(entryPoints), published };
    const modules = inOrder(this.#modules).map(([, module]) => module);
    this.#usage.tell(modules, analysed, roles, (file, product) => on({ type: 'usage', file, product }));
  }
}

const inOrder = (modules: ReadonlyMap<string, LinkedModule>): readonly (readonly [string, LinkedModule])[] =>
  [...modules].toSorted(([a], [b]) => (a < b ? -1 : 1));

const hasEqualTexts = (now: ProjectResources['templates'], before: ProjectResources['templates']): boolean =>
  now.size === before.size && [...now].every(([path, { text }]) => before.get(path)?.text === text);

/** Milliseconds for which nothing else gets its turn. */
const maximumHeldMs = 5;

/** Lets a cancellation through. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
