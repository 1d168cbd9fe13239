import { isDeepStrictEqual } from 'node:util';
import type { AnalysisLimits } from '../../analysis.ts';
import type { Catalog } from '../../libraries/catalog.ts';
import { EntryKnowledge } from '../entries/entries.ts';
import { callExports } from '../entries/library-calls.ts';
import { SharedState } from '../heap/shared.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import type { Counting } from '../report/counted-sources.ts';
import { Reports } from '../report/reported.ts';
import { digestOf } from '../summaries/digest.ts';
import { type EntryResult, Results } from '../summaries/results.ts';
import type { Value } from '../values/values.ts';
import { Budget } from './budget.ts';
import { FunctionAnalysis } from './function-analysis.ts';
import { createMachine } from './interpreter.ts';
import { LibraryCallers } from './library-callers.ts';
import type { Hit, Machine, Summary } from './machine.ts';
import type { Marks } from './marks.ts';
import { type CutShort, ProgramInitialization } from './program-initialization.ts';
import type { Project } from './project.ts';
import { UnknownCallers } from './unknown-callers.ts';

/** What a function came to when it was looked at. */
export interface Look {
  readonly fn: LinkedFunction;
  readonly result: EntryResult;
}

/**
 * The taint solver: an abstract interpreter over the IR that runs module bodies, then each function once with symbolic
 * parameters, and reports every flow from a source to a sink and every call that is wrong in itself.
 */
export class Solver {
  readonly #machine: Machine;
  readonly #world: ProgramInitialization;
  readonly #entries: EntryKnowledge;
  readonly #shared: SharedState;
  readonly #reports: Reports;
  readonly #budget: Budget;
  readonly #runs: FunctionAnalysis;
  readonly #results: Results;
  readonly #moduleHits = new Map<LinkedModule, Hit[]>();
  readonly #worldHits: Hit[] = [];
  #firstWorldHits: readonly Hit[] | undefined;
  /** For functions whose analysis registered others to be called from outside: whom, and with what. */
  readonly #registrations = new Map<LinkedFunction, Set<string>>();
  readonly #libraryHits = new Map<LinkedModule, readonly Hit[]>();
  /** What functions came to when they were first looked at, and what they came to later on, in order: both are told of. */
  readonly #first = new Map<LinkedFunction, EntryResult>();
  readonly #later: Look[] = [];
  /** Of what is in the first, by modules, what there is to tell of. */
  readonly #toTell = new Map<
    LinkedModule,
    { readonly of: LinkedModule['functions']; readonly looks: readonly Look[] }
  >();
  readonly #unseen = new UnknownCallers();
  readonly #library: LibraryCallers;
  /** Functions that may have come out different later on than those saw that rest on them. */
  readonly #settled = new Set<LinkedFunction>();
  /** While an update goes on: functions that may come out different and were not looked at again yet. */
  readonly #unsettled = new Set<LinkedFunction>();
  /** Whether an update met what it cannot bring up to date. */
  #outdated = false;

  constructor(
    project: Project,
    catalog: Catalog,
    limits: AnalysisLimits,
    counted: Counting,
    onWork: () => void = () => undefined,
    marks?: Marks,
  ) {
    this.#library = new LibraryCallers(counted);
    const budget = new Budget(limits, project.modules.values(), onWork);
    this.#budget = budget;
    this.#reports = new Reports(budget, counted);
    this.#machine = createMachine({
      project,
      catalog,
      budget,
      reports: this.#reports,
      marks,
      world: () => this.#world,
      summaryOf: (fn) => this.#summaryOf(fn),
      registerEntry: (fn, params) => this.#register(fn, params),
      entryParameters: (fn) => this.#entries.parameters(fn),
      routeOf: (cls) => this.#entries.routeOf(cls),
      respond: (frame) => this.#runs.respond(frame),
    });
    this.#world = new ProgramInitialization(
      this.#machine,
      (_module, frame) => this.#runs.callUncalled(frame),
      // What exists once for all is found once, whichever function asked for it first.
      (run) => this.#reports.into(this.#worldHits, () => budget.withinStack(run)),
    );
    this.#entries = new EntryKnowledge(this.#machine);
    this.#shared = new SharedState(
      this.#world.heap,
      (id) => this.#world.nameOf(id),
      (id) => this.#world.ownerOf(id),
      {
        ofLabel: (label) => this.#reports.stored(label),
        readersOf: (rows, field) => this.#world.readersOf(rows, field),
      },
    );
    const runs = new FunctionAnalysis({
      machine: this.#machine,
      world: this.#world,
      entries: this.#entries,
      shared: this.#shared,
      reports: this.#reports,
      budget,
    });
    this.#runs = runs;
    this.#results = new Results(
      (fn) => runs.run(fn),
      budget,
      ({ module }) => {
        this.#unseen.forget(module);
        this.#library.forget(module);
      },
    );
  }

  /** What was found in initialisers of fields and in constructors by the time that all modules had run. */
  get firstWorldHits(): readonly Hit[] {
    this.#firstWorldHits ??= [...this.#worldHits];
    return this.#firstWorldHits;
  }

  /** What is wrong in initialisers of fields and in constructors. Complete once every function was analysed. */
  get worldHits(): readonly Hit[] {
    return this.#worldHits;
  }

  /** The functions that the last analysis of a function came to call, in it and in what was inlined there. */
  callsOf(fn: LinkedFunction): ReadonlySet<LinkedFunction> | undefined {
    return this.#results.known(fn)?.dependsOn;
  }

  /** Whether a framework, or code outside of the project, is known to call a function. */
  isEntry(fn: LinkedFunction): boolean {
    return this.#entries.isEntry(fn);
  }

  /** Where evaluating what exists once for all was cut off. */
  get cutShort(): readonly CutShort[] {
    return this.#world.cutShort;
  }

  #summaryOf(fn: LinkedFunction): Summary | undefined {
    if (this.#unsettled.size > 0 && this.#unsettled.has(fn)) this.#outdated = true;
    return this.#results.summaryOf(fn);
  }

  #register(fn: LinkedFunction, params: readonly Value[]): void {
    this.#noteRegistration(fn, params);
    if (!this.#entries.register(fn, params)) return;
    this.#outdated = true;
    this.#results.forget(fn);
  }

  #noteRegistration(fn: LinkedFunction, params: readonly Value[]): void {
    const registrar = this.#results.running;
    if (!registrar) return;
    const known = this.#registrations.get(registrar) ?? new Set();
    this.#registrations.set(registrar, known.add(`${fn.key} ${params.map((value) => value.api).join()}`));
  }

  /** Runs the bodies of modules, so that their functions, classes and registrations are known. */
  runModule(module: LinkedModule): readonly Hit[] {
    const done = this.#moduleHits.get(module);
    if (done) return done;
    const hits: Hit[] = [];
    this.#reports.into(hits, () => {
      if (module.semantics.modules.run) this.#machine.moduleExports(module, this.#world.state);
      for (const cls of module.classes) this.#world.staticField(cls, '');
    });
    this.#moduleHits.set(module, hits);
    return hits;
  }

  /**
   * Analyses again the functions that mention a place where others have left data since, and what rests on those whose
   * meaning came out different.
   * @returns what the functions came to that were analysed again
   */
  settle(modules: readonly LinkedModule[]): readonly Look[] {
    const readers = this.#shared.takeReaders(modules);
    if (readers.length === 0) return [];
    const reading = new Set(readers.flatMap((fn) => [fn, ...outerFunctions(fn)]));
    const different = new Set<LinkedFunction>();
    const again: LinkedFunction[] = [];
    for (const fn of this.#results.dependentsOf(reading)) {
      const before = this.#results.known(fn);
      if (!before) continue;
      const isAffected =
        reading.has(fn) ||
        [...before.inlines].some((other) => reading.has(other)) ||
        [...before.dependsOn].some((other) => different.has(other));
      if (!isAffected) continue;
      this.#results.forget(fn);
      again.push(fn);
      if (digestOf(this.#results.of(fn).summary) !== digestOf(before.summary)) different.add(fn);
    }
    for (const fn of different) this.#settled.add(fn);
    return again.map((fn) => this.#lookLater(fn));
  }

  /** Looks at roots that were registered as handlers after they had been looked at. */
  solveLate(modules: readonly LinkedModule[]): readonly Look[] {
    if (!this.#results.lacksAny) return [];
    const late = modules.flatMap(rootsIn).filter((fn) => this.#results.lacks(fn));
    for (const fn of late) this.#settled.add(fn);
    return late.map((fn) => this.#lookLater(fn));
  }

  /** What there is to tell of a module's functions, as they came out when they were first looked at. */
  look(module: LinkedModule): readonly Look[] {
    const known = this.#toTell.get(module);
    if (known?.of === module.functions) return known.looks;
    const looks = rootsIn(module)
      .map((fn) => this.#lookFirst(fn))
      .filter(({ result }) => result.hits.length > 0 || result.exhausted);
    this.#toTell.set(module, { of: module.functions, looks });
    return looks;
  }

  #lookFirst(fn: LinkedFunction): Look {
    const result = this.#first.get(fn) ?? this.#results.of(fn);
    this.#first.set(fn, result);
    return { fn, result };
  }

  #lookLater(fn: LinkedFunction): Look {
    const look = { fn, result: this.#results.of(fn) };
    this.#later.push(look);
    return look;
  }

  /** What earlier analyses saw when they looked at functions again, as a fresh one does. */
  get later(): readonly Look[] {
    return [...this.#later];
  }

  #declaresOthers(fn: LinkedFunction): boolean {
    return this.#machine.project.hooks.declaresOthers.some((differs) => differs(fn));
  }

  /**
   * Analyses again after bodies of functions changed: the functions themselves, what ran their bodies in place, and, where
   * a function's meaning came out different, what rests on it; each after what it rests on itself.
   * @returns false when what changed takes part in evaluating modules, registers other handlers than it did, reads what others
   * leave, or stands in a circle of calls, and everything has to be done anew
   */
  update(changed: readonly LinkedFunction[]): boolean {
    const counts = (fn: LinkedFunction): boolean =>
      this.#world.inlines.has(fn) || this.#entries.listsRoutes(fn) || this.#declaresOthers(fn);
    if (this.#budget.isSpent || changed.some(counts)) return false;
    this.#budget.renew();
    const edited = new Set(changed);
    const different = new Set<LinkedFunction>();
    this.#outdated = false;
    const order = this.#results.dependentsOf(edited);
    for (const fn of order) this.#unsettled.add(fn);
    for (const [done, fn] of order.entries()) {
      this.#unsettled.delete(fn);
      const before = this.#results.known(fn);
      if (!before) continue;
      const isAffected =
        edited.has(fn) ||
        [...before.inlines].some((other) => edited.has(other)) ||
        [...before.dependsOn].some((other) => different.has(other));
      if (!isAffected) continue;
      const registered = this.#registrations.get(fn);
      const left = this.#shared.leftBy(fn);
      this.#registrations.delete(fn);
      this.#entries.forget(fn);
      this.#results.forget(fn);
      this.#first.delete(fn);
      this.#toTell.delete(fn.module);
      const isSame =
        !fn.scope.closesOver && digestOf(this.#results.of(fn).summary) === digestOf(before.summary);
      if (this.#outdated || !isDeepStrictEqual(registered, this.#registrations.get(fn))) return false;
      // What it left before lies under its new analysis, where nothing tells what of that it would leave again.
      if (left !== '' || this.#shared.leftBy(fn) !== '' || this.#isSettled(fn)) return false;
      if (isSame) continue;
      if (this.#world.dependsOn.has(fn)) return false;
      different.add(fn);
      if (order.slice(0, done).some((other) => this.#restsOn(other, fn))) return false;
    }
    // What an edit may spend is another matter than what all files may.
    return !this.#budget.isSpent;
  }

  /** Whether a fresh analysis looks at the function twice, or sees what it rests on before that has come to its end. */
  #isSettled(fn: LinkedFunction): boolean {
    const result = this.#results.known(fn);
    return (
      this.#shared.isReader(fn) ||
      this.#later.some((look) => look.fn === fn) ||
      [...(result?.inlines ?? [])].some((other) => this.#shared.isReader(other)) ||
      [...(result?.dependsOn ?? [])].some((other) => this.#settled.has(other))
    );
  }

  #restsOn(fn: LinkedFunction, used: LinkedFunction): boolean {
    return this.#results.known(fn)?.dependsOn.has(used) ?? false;
  }

  /** See `UnknownCallers`. */
  builtForUnknownCallers(modules: readonly LinkedModule[]): readonly Hit[] {
    return this.#unseen.hits(modules, (fn) => this.#results.of(fn).summary);
  }

  /** See `LibraryCallers`. */
  reachedByLibraryCallers(modules: readonly LinkedModule[]): readonly Hit[] {
    const { names } = this.#machine.project;
    return this.#library.hits(
      modules,
      (fn) => names.isOfLibrary(fn),
      (fn) => this.#results.of(fn).summary,
    );
  }

  /** See `callExports`. */
  registerLibrary(module: LinkedModule): readonly Hit[] {
    const known = this.#libraryHits.get(module);
    if (known) return known;
    const hits = callExports(module, {
      machine: this.#machine,
      world: this.#world,
      runs: this.#runs,
      reports: this.#reports,
    });
    this.#libraryHits.set(module, hits);
    return hits;
  }
}

/** Functions to analyse from the top: all with a body that mean the same wherever they are made. */
const rootsIn = (module: LinkedModule): readonly LinkedFunction[] =>
  module.functions.filter((fn) => fn.ir.index !== 0 && !fn.scope.closesOver && !fn.ir.isAbstract);

/** The functions that a function stands in. */
function outerFunctions({ ir, module }: LinkedFunction): readonly LinkedFunction[] {
  const outer = ir.parent === undefined || ir.parent === 0 ? undefined : module.functions[ir.parent];
  return outer ? [outer, ...outerFunctions(outer)] : [];
}
