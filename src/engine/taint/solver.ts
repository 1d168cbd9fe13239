import { isDeepStrictEqual } from 'node:util';
import type { AnalysisLimits } from '../analysis.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { parsePlaces } from '../catalog/places.ts';
import type { Param } from '../ir/ir.ts';
import { applyModel } from './apply.ts';
import { assign, writeField } from './assign.ts';
import { arityOf } from './binding.ts';
import { openFrame, resultOf, runBody } from './bodies.ts';
import { call } from './call.ts';
import { Cycles, dependentsOf } from './dependencies.ts';
import { digestOf } from './digest.ts';
import { EntryKnowledge } from './entries.ts';
import { evaluate } from './evaluate.ts';
import { execute } from './execute.ts';
import { exportedFunctions } from './exported.ts';
import { construct, FunctionTable } from './functions.ts';
import { Layer } from './heap.ts';
import { makerOf } from './injection.ts';
import { noteInterest } from './interest.ts';
import { callCallable, invoke } from './invoke.ts';
import { type Label, type Origin, receiverIndex } from './labels.ts';
import type { LinkedFunction, LinkedModule } from './linking.ts';
import type { ArgValue, Entry, Frame, Hit, Machine, Summary } from './machine.ts';
import { predicate } from './predicate.ts';
import type { Project } from './project.ts';
import { elements, readField, readIndex } from './reading.ts';
import { refine } from './refine.ts';
import { Reports } from './reported.ts';
import type { RouteCheck } from './route-checks.ts';
import { SharedState } from './shared.ts';
import { typed } from './typing.ts';
import {
  type Callable,
  type Environment,
  join,
  ofCallable,
  ofClass,
  reference,
  tainted,
  unknown,
  type Value,
  withCallables,
  withKnown,
  withLabels,
  withRefs,
} from './values.ts';
import { World } from './world.ts';

/** What one entry's analysis came to; kept while nothing it rests on changes. */
export interface EntryResult {
  readonly summary: Summary;
  readonly hits: readonly Hit[];
  readonly dependsOn: ReadonlySet<LinkedFunction>;
  readonly inlines: ReadonlySet<LinkedFunction>;
  readonly exhausted: boolean;
}

/**
 * The taint solver: an abstract interpreter over the IR that runs module bodies, then each function once with symbolic
 * parameters, and reports every flow from a source to a sink and every call that is wrong in itself.
 */
export class Solver {
  readonly #project: Project;
  readonly #limits: AnalysisLimits;
  readonly #machine: Machine;
  readonly #world: World;
  readonly #entries: EntryKnowledge;
  readonly #reports = new Reports();
  readonly #shared: SharedState;
  readonly #results = new Map<LinkedFunction, EntryResult | 'running'>();
  readonly #cycles = new Cycles();
  readonly #checks = new Map<LinkedFunction, readonly RouteCheck[]>();
  /** A function that was not looked into because the calls of it are nested too deep in each other. */
  #postponed: LinkedFunction | undefined;
  /** Functions whose result lacks what was postponed. */
  readonly #incomplete = new Set<LinkedFunction>();
  readonly #worldEntries: Entry[] = [];
  /** Expressions and statements that are evaluated one inside the other, through all calls. */
  #depth = 0;
  readonly #provisional = new Map<LinkedFunction, Summary>();
  readonly #moduleHits = new Map<LinkedModule, Hit[]>();
  /** Functions that were run while modules, static fields and constructors were evaluated. */
  readonly #worldRestsOn = new Set<LinkedFunction>();
  readonly #worldHits: Hit[] = [];
  /** For functions whose analysis registered others to be called from outside: whom, and with what. */
  readonly #registrations = new Map<LinkedFunction, Set<string>>();
  #libraryHits: readonly Hit[] | undefined;
  /** While an update goes on: functions that may come out different and were not looked at again yet. */
  readonly #unsettled = new Set<LinkedFunction>();
  /** Whether an update met what it cannot bring up to date. */
  #outdated = false;
  /** What anyone may call with anything. */
  readonly #exported = new Set<LinkedFunction>();
  #deadline = 0;

  constructor(project: Project, catalog: Catalog, limits: AnalysisLimits) {
    this.#project = project;
    this.#limits = limits;
    this.#machine = this.#createMachine(catalog);
    this.#world = new World(
      this.#machine,
      (fn) => this.#openWorldEntry(fn),
      (_module, frame) => this.#callUncalled(frame),
      (run) => this.#apart(run),
    );
    this.#entries = new EntryKnowledge(this.#machine);
    this.#shared = new SharedState(
      this.#world.heap,
      (id) => this.#world.nameOf(id),
      (id) => this.#world.ownerOf(id),
    );
  }

  #createMachine(catalog: Catalog): Machine {
    const machine: Machine = {
      project: this.#project,
      catalog,
      functions: new FunctionTable((object) => this.#world.allocate(object, this.#world.heap)),
      evaluate: (expr, frame) => {
        this.#checkTime(frame.entry);
        if (this.#depth >= maximumDepth) {
          frame.entry.cutShort = true;
          return unknown;
        }
        this.#depth++;
        const value = evaluate(machine, expr, frame);
        this.#depth--;
        if (expr.k !== 'this') noteInterest(value, frame);
        return value;
      },
      execute: (statement, frame) => {
        if (this.#depth >= maximumDepth) {
          frame.entry.cutShort = true;
          return false;
        }
        this.#depth++;
        const goesOn = execute(machine, statement, frame);
        this.#depth--;
        return goesOn;
      },
      assign: (target, value, frame, node, weak) => assign(machine, target, value, frame, node, weak),
      refine: (test, truth, frame) => refine(machine, test, truth, frame),
      readField: (object, name, frame, node) => readField(machine, object, name, frame, node),
      readIndex: (object, index, frame, node) => readIndex(machine, object, index, frame, node),
      writeField: (object, name, value, frame, node) => writeField(machine, object, name, value, frame, node),
      call: (callee, name, invocation) => call(machine, callee, name, invocation),
      callCallable: (callable, receiver, args, site) => callCallable(machine, callable, receiver, args, site),
      invoke: (fn, environment, self, args, site) => invoke(machine, fn, environment, self, args, site),
      predicate: (callable, args, truth, site) => predicate(machine, callable, args, truth, site),
      summaryOf: (fn) => this.#summaryOf(fn),
      registerEntry: (fn, params) => {
        this.#noteRegistration(fn, params);
        if (!this.#entries.register(fn, params)) return;
        this.#outdated = true;
        if (this.#results.get(fn) !== 'running') this.#results.delete(fn);
      },
      noteChecks: (fn, checks) => this.#checks.set(fn, checks),
      checksOf: (fn) => this.#checks.get(fn) ?? [],
      entryParameters: (fn) => this.#entries.parameters(fn),
      respond: (frame) => this.#respond(frame),
      applyModel: (model, path, invocation) => applyModel(machine, model, path, invocation),
      classField: (cls, name) => this.#world.classField(cls, name),
      isPrototype: (value, cls, state) => this.#world.isPrototype(value, cls, state),
      staticField: (cls, name, state) => this.#world.staticField(cls, name, state),
      storeOf: (api) => this.#world.storeOf(api),
      staticRecord: (cls, name) => this.#world.staticRecord(cls, name),
      prototypeOf: (cls) => this.#world.prototypeOf(cls),
      moduleRecord: (module) => this.#world.moduleRecord(module),
      moduleObject: (module) => this.#world.moduleObject(module),
      moduleExports: (module, state) => this.#world.moduleExports(module, state),
      moduleValue: (module, name) => this.#moduleValue(module, name),
      report: (hit, entry) => this.#reports.report(hit, entry),
      pass: (hit, given, entry) => this.#reports.pass(hit, given, entry),
      origin: (source, what, fn, node) => this.#reports.origin(source, what, fn, node),
      places: parsePlaces,
      allocate: (object, frame) => this.#world.allocate(object, frame.state.heap),
      object: (id, state) => state.heap.get(id),
    };
    return machine;
  }

  /** Evaluates what exists once for all: it is found once, whichever function asked for it first. */
  #apart(run: () => void): void {
    const outer = this.#reports.hits;
    const outerDeadline = this.#deadline;
    const start = performance.now();
    this.#reports.hits = this.#worldHits;
    this.#deadline = start + this.#limits.entryTimeMs;
    run();
    this.#reports.hits = outer;
    // Time is counted where it is spent: a module that is loaded on the way has its own.
    this.#deadline = outerDeadline + (performance.now() - start);
  }

  /** What is wrong in initialisers of fields and in constructors. Complete once every function was analysed. */
  get worldHits(): readonly Hit[] {
    return this.#worldHits;
  }

  #noteRegistration(fn: LinkedFunction, params: readonly Value[]): void {
    const registrar = this.#cycles.running.at(-1);
    if (!registrar) return;
    const known = this.#registrations.get(registrar) ?? new Set();
    this.#registrations.set(registrar, known.add(`${fn.key} ${params.map((value) => value.api).join()}`));
  }

  #openWorldEntry(fn: LinkedFunction): Entry {
    const entry = this.#openEntry(fn, this.#worldRestsOn);
    this.#worldEntries.push(entry);
    return entry;
  }

  /** Where evaluating what exists once for all was cut off. */
  get cutShort(): readonly LinkedFunction[] {
    return this.#worldEntries.flatMap((entry) => (entry.exhausted || entry.cutShort ? [entry.fn] : []));
  }

  #openEntry(fn: LinkedFunction, restsOn?: Set<LinkedFunction>): Entry {
    return {
      fn,
      steps: 0,
      seen: 0,
      held: 0,
      decided: 0,
      inlined: 0,
      exhausted: false,
      cutShort: false,
      pending: new Map(),
      uncalled: new Map(),
      stack: [fn],
      dependsOn: restsOn ?? new Set(),
      inlines: restsOn ?? new Set(),
      usesObjects: false,
      writesSelf: false,
      asksSelf: false,
      deciding: 0,
    };
  }

  #checkTime(entry: Entry): void {
    if (entry.steps >= this.#limits.entrySteps) entry.exhausted = true;
    else if ((entry.steps & 1023) === 0 && performance.now() > this.#deadline) entry.exhausted = true;
  }

  #moduleValue(module: LinkedModule, name: string): Value | undefined {
    const record = this.#world.heap.get(this.#world.moduleRecord(module));
    const [head, ...rest] = name.split('.');
    let value = record?.fields.get(head as string);
    if (!value) return undefined;
    const frame = this.#frameAt(module.functions[0] as LinkedFunction);
    for (const part of rest) value = readField(this.#machine, value, part, frame, { at: 0, end: 0 });
    return value;
  }

  #frameAt(fn: LinkedFunction): Frame {
    const entry = this.#openEntry(fn, this.#worldRestsOn);
    const frame = openFrame(this.#machine, fn, undefined, unknown, [], {
      entry,
      depth: -1,
      state: this.#world.state,
    });
    return frame;
  }

  #summaryOf(fn: LinkedFunction): Summary | undefined {
    if (this.#unsettled.has(fn)) this.#outdated = true;
    const known = this.#results.get(fn);
    if (known === 'running') {
      this.#cycles.calledBack(fn);
      return this.#provisional.get(fn);
    }
    if (known) {
      this.#cycles.called(fn);
      if (this.#incomplete.has(fn)) this.#lacksSomething();
      return known.summary;
    }
    if (this.#cycles.depth >= maximumNesting || this.#depth >= maximumDepth / 2) {
      this.#postponed ??= fn;
      this.#lacksSomething();
      return undefined;
    }
    return this.#analyse(fn).summary;
  }

  #lacksSomething(): void {
    for (const fn of this.#cycles.running) this.#incomplete.add(fn);
  }

  /** A function's result. What is called too deep down for the stack is analysed first, from the top. */
  #analyse(fn: LinkedFunction): EntryResult {
    if (this.#cycles.depth > 0) return this.#analyseCircle(fn);
    const waiting = [fn];
    for (let round = 0; ; round++) {
      const next = waiting.at(-1) as LinkedFunction;
      this.#postponed = undefined;
      this.#incomplete.clear();
      const result = this.#analyseCircle(next);
      const deep: LinkedFunction | undefined = this.#postponed;
      if (deep && round < maximumPostponed && !waiting.includes(deep)) {
        for (const done of this.#incomplete) this.#results.delete(done);
        waiting.push(deep);
        continue;
      }
      waiting.pop();
      if (next !== fn) continue;
      if (!deep) return result;
      const cut = { ...result, exhausted: true };
      this.#results.set(fn, cut);
      return cut;
    }
  }

  /**
   * A function's result. Functions that call each other in a circle are run again with what the first run found, once for
   * the circle.
   */
  #analyseCircle(fn: LinkedFunction): EntryResult {
    this.#results.set(fn, 'running');
    this.#cycles.begin(fn);
    let result = this.#run(fn);
    const others = result.exhausted ? undefined : this.#cycles.membersOf(fn);
    if (others) {
      this.#provisional.set(fn, result.summary);
      for (const other of others) {
        const first = this.#results.get(other);
        if (first && first !== 'running') this.#provisional.set(other, first.summary);
        this.#results.delete(other);
      }
      result = this.#run(fn);
      for (const done of [fn, ...others]) this.#provisional.delete(done);
    }
    this.#cycles.end(fn);
    this.#results.set(fn, result);
    return result;
  }

  /** Runs one function with symbolic parameters, unknown callers, and what frameworks pass to it. */
  #run(fn: LinkedFunction): EntryResult {
    const outerHits = this.#reports.hits;
    const outerDeadline = this.#deadline;
    this.#reports.hits = [];
    this.#deadline = performance.now() + this.#limits.entryTimeMs;
    const entry = this.#openEntry(fn);
    const machine = this.#machine;
    const environment: Environment | undefined =
      fn.module.ir.language === 'java'
        ? undefined
        : { record: machine.moduleRecord(fn.module), owner: 0, parent: undefined };
    const base = { variables: new Layer<string, Value>(), heap: new Layer(this.#world.heap) };
    const self = this.#selfOf(fn);
    const known = this.#entries.parameters(fn);
    const python = fn.module.ir.language === 'python' && fn.cls !== undefined && !fn.ir.isStatic;
    const holder: Frame = openFrame(machine, fn, environment, self, [], { entry, depth: -1, state: base });
    const args = Array.from({ length: arityOf(fn, unseenArguments) }, (_, i) => {
      if (i === 0 && python) return self;
      const param = fn.ir.params[i];
      const symbolic: Label = { origin: parameterOrigin(i), cleared: 0, stage: 'data', trace: undefined };
      const scalar = machine.project.isScalar(param?.type, fn.module);
      let value: Value = scalar ? unknown : tainted([symbolic]);
      const injected = param && this.#injectedInto(param, fn.module, holder, maximumInjections);
      if (injected) return typed(machine, injected, param?.type, holder);
      if (known[i]) value = join(value, known[i]);
      return typed(machine, value, param?.rest ? undefined : param?.type, holder);
    });
    const frame = openFrame(machine, fn, environment, self, args, {
      entry,
      depth: -1,
      state: holder.state,
    });
    runBody(machine, frame);
    this.#callUncalled(frame);
    const value = this.#resultValue(frame);
    if (this.#exported.has(fn)) this.#callReturned(value, frame);
    const heaps = [...frame.exits.map((exit) => exit.state.heap), frame.state.heap];
    const leaves = this.#shared.note(fn, heaps, self.refs[0]);
    const summary: Summary = {
      result: this.#forCallers(value),
      pending: [...entry.pending.values()],
      usesObjects: entry.usesObjects,
      writesSelf: entry.writesSelf,
      asksSelf: entry.asksSelf,
      returnsObjects:
        value.callables.length > 0 || value.refs.some((id) => this.#world.heap.get(id) === undefined),
      returnsFunctions: holdsFunctions(value, frame.state, 2),
      leaves,
      deciding: entry.deciding,
    };
    const result: EntryResult = {
      summary,
      hits: this.#reports.hits,
      dependsOn: entry.dependsOn,
      inlines: entry.inlines,
      exhausted: entry.exhausted || entry.cutShort,
    };
    this.#reports.hits = outerHits;
    this.#deadline = outerDeadline + (performance.now() - (this.#deadline - this.#limits.entryTimeMs));
    return result;
  }

  /** A result as callers see it: of the objects, those that were there before. */
  #forCallers(value: Value): Value {
    const refs = value.refs.filter((id) => this.#world.heap.get(id) !== undefined);
    const known = value.labels.length > 0 && value.known?.kind === 'exact' ? undefined : value.known;
    return withKnown(withCallables(withRefs(value, refs), []), known);
  }

  /** The value that a framework makes for a parameter by calling a function of the project's. */
  #injectedInto(param: Param, module: LinkedModule, frame: Frame, depth: number): Value | undefined {
    const maker = depth > 0 ? makerOf(this.#machine, param, module) : undefined;
    if (!maker) return undefined;
    const fn =
      maker.kind === 'function' ? maker.fn : this.#machine.project.members.method(maker.cls, '__init__')[0];
    const offset = maker.kind === 'class' ? 1 : 0;
    const args = (fn ? this.#argumentsFor(fn) : []).slice(offset).map((arg, i): ArgValue => {
      const own = fn?.ir.params[i + offset];
      const value = fn && own && this.#injectedInto(own, fn.module, frame, depth - 1);
      return value ? { ...arg, value } : arg;
    });
    const made = callCallable(this.#machine, maker, undefined, args, { node: param, frame });
    return fn?.ir.isGenerator ? elements(this.#machine, made, frame) : made;
  }

  /** What a framework makes a response of: each returned value is passed to the API that does so. */
  #respond(frame: Frame): void {
    const path = this.#entries.returnsTo(frame.fn);
    const model = path === undefined ? undefined : this.#machine.catalog.model(path);
    if (path === undefined || !model) return;
    for (const { value, state, expr } of frame.exits) {
      if (!expr) continue;
      const site = { node: expr, frame: { ...frame, state } };
      const args = [{ value, expr, name: undefined, spread: undefined }];
      applyModel(this.#machine, model, path, {
        site,
        receiver: undefined,
        receiverExpr: undefined,
        args,
        isNew: false,
      });
    }
  }

  #resultValue(frame: Frame): Value {
    return frame.exits.length === 0 && !frame.fn.ir.isGenerator ? unknown : resultOf(this.#machine, frame);
  }

  #selfOf(fn: LinkedFunction): Value {
    if (!fn.cls) return this.#holderOf(fn);
    if (fn.ir.isStatic) return ofCallable({ kind: 'class', cls: fn.cls, environment: undefined });
    const symbolic: Label = {
      origin: parameterOrigin(receiverIndex),
      cleared: 0,
      stage: 'data',
      trace: undefined,
    };
    const id = this.#world.prototypeOf(fn.cls);
    const self: Value = id === undefined ? ofClass(fn.cls) : reference(id, undefined, fn.cls);
    return withLabels(self, [symbolic]);
  }

  /** `this` of a function that is no class's: the object it was put into, or one that its constructor makes. */
  #holderOf(fn: LinkedFunction): Value {
    if (!fn.scope.usesThis) return unknown;
    const made = this.#machine.functions.receiverOf(fn, (maker) => {
      const frame = { ...this.#frameAt(maker.fn), environment: maker.environment, state: this.#world.state };
      const args = this.#argumentsFor(maker.fn);
      return construct(this.#machine, maker, args, { node: maker.fn.ir, frame });
    });
    return made ?? unknown;
  }

  /** Functions that were made and that nothing called: whoever gets them may call them at the end. */
  #callUncalled(frame: Frame): void {
    const { entry } = frame;
    const exits = frame.exits.map((exit) => exit.state);
    if (exits.length === 1 && exits[0]) frame.state = exits[0];
    for (let round = 0; round < 8 && entry.uncalled.size > 0; round++) {
      const waiting = [...entry.uncalled.values()];
      entry.uncalled.clear();
      for (const { callable, state } of waiting) {
        if (callable.kind !== 'function' || entry.exhausted) continue;
        // What an exported function returns is in its callers' hands too.
        if (this.#exported.has(entry.fn)) this.#registerExported(callable);
        const args = this.#argumentsFor(callable.fn);
        // When it will be called, and whether, is not known: what a module's variables hold must not follow from it.
        const keeps = exits.length === 1 && entry.fn.ir.index !== 0;
        const caller: Frame = {
          ...frame,
          state: keeps ? frame.state : { ...frame.state, heap: new Layer(state.heap) },
        };
        callCallable(this.#machine, callable, undefined, args, { node: callable.fn.ir, frame: caller });
      }
    }
  }

  /** Runs the bodies of modules, so that their functions, classes and registrations are known. */
  runModule(module: LinkedModule): readonly Hit[] {
    const done = this.#moduleHits.get(module);
    if (done) return done;
    const outer = this.#reports.hits;
    this.#reports.hits = [];
    this.#deadline = performance.now() + this.#limits.entryTimeMs;
    if (module.ir.language !== 'java') this.#machine.moduleExports(module, this.#world.state);
    for (const cls of module.classes) this.#world.staticField(cls, '');
    const hits = this.#reports.hits;
    this.#reports.hits = outer;
    this.#moduleHits.set(module, hits);
    return hits;
  }

  /** Functions to analyse from the top: all with a body that mean the same wherever they are made. */
  static roots(module: LinkedModule): readonly LinkedFunction[] {
    return module.functions.filter((fn) => fn.ir.index !== 0 && !fn.scope.closesOver && !fn.ir.isAbstract);
  }

  /**
   * Analyses again the functions that mention a place where others have left data since, and what rests on those whose
   * meaning came out different.
   * @returns the functions that were analysed again
   */
  settle(modules: readonly LinkedModule[]): readonly LinkedFunction[] {
    const readers = this.#shared.takeReaders(modules.flatMap((module) => module.functions));
    if (readers.length === 0) return [];
    const reading = new Set(readers.flatMap((fn) => [fn, ...outerFunctions(fn)]));
    const different = new Set<LinkedFunction>();
    const again: LinkedFunction[] = [];
    for (const fn of dependentsOf(reading, this.#results)) {
      const before = this.#results.get(fn);
      if (!before || before === 'running') continue;
      const isAffected =
        reading.has(fn) ||
        [...before.inlines].some((other) => reading.has(other)) ||
        [...before.dependsOn].some((other) => different.has(other));
      if (!isAffected) continue;
      this.#results.delete(fn);
      again.push(fn);
      if (digestOf(this.#analyse(fn).summary) !== digestOf(before.summary)) different.add(fn);
    }
    return again;
  }

  /** Roots without a result: not looked at yet, or registered as a handler after they were. */
  unsolved(module: LinkedModule): readonly LinkedFunction[] {
    return Solver.roots(module).filter((fn) => !this.#results.has(fn));
  }

  /**
   * Analyses again after bodies of functions changed: the functions themselves, what ran their bodies in place, and, where
   * a function's meaning came out different, what rests on it; each after what it rests on itself.
   * @returns false when what changed takes part in evaluating modules, registers other handlers than it did, or stands in a
   * circle of calls, and everything has to be done anew
   */
  update(changed: readonly LinkedFunction[]): boolean {
    if (changed.some((fn) => this.#worldRestsOn.has(fn))) return false;
    const edited = new Set(changed);
    const different = new Set<LinkedFunction>();
    this.#outdated = false;
    const order = dependentsOf(edited, this.#results);
    for (const fn of order) this.#unsettled.add(fn);
    for (const [done, fn] of order.entries()) {
      this.#unsettled.delete(fn);
      const before = this.#results.get(fn);
      if (!before || before === 'running') continue;
      const isAffected =
        edited.has(fn) ||
        [...before.inlines].some((other) => edited.has(other)) ||
        [...before.dependsOn].some((other) => different.has(other));
      if (!isAffected) continue;
      if (this.#worldRestsOn.has(fn)) return false;
      const registered = this.#registrations.get(fn);
      const left = this.#shared.leftBy(fn);
      this.#registrations.delete(fn);
      this.#entries.forget(fn);
      this.#results.delete(fn);
      const isSame = !fn.scope.closesOver && digestOf(this.#analyse(fn).summary) === digestOf(before.summary);
      if (this.#outdated || !isDeepStrictEqual(registered, this.#registrations.get(fn))) return false;
      if (left !== this.#shared.leftBy(fn)) return false;
      if (isSame) continue;
      different.add(fn);
      if (order.slice(0, done).some((other) => this.#restsOn(other, fn))) return false;
    }
    return true;
  }

  #restsOn(fn: LinkedFunction, used: LinkedFunction): boolean {
    const result = this.#results.get(fn);
    return result !== undefined && result !== 'running' && result.dependsOn.has(used);
  }

  result(fn: LinkedFunction): EntryResult {
    const known = this.#results.get(fn);
    return known && known !== 'running' ? known : this.#analyse(fn);
  }

  /**
   * Makes what a package's main module exports callable by anyone with anything.
   * @returns what calling the exported closures leads to; other functions are analysed as roots
   */
  registerLibrary(module: LinkedModule): readonly Hit[] {
    if (this.#libraryHits) return this.#libraryHits;
    const outer = this.#reports.hits;
    this.#reports.hits = [];
    const exported = exportedFunctions(
      this.#machine,
      this.#machine.moduleExports(module, this.#world.state),
      this.#world.heap,
    );
    for (const { callable } of exported) this.#registerExported(callable);
    // Calls follow each other: what one leaves in a variable that they share, the next one finds.
    const heap = new Layer(this.#world.heap);
    for (const { callable, holder } of exported) {
      if (callable.kind !== 'function' || !callable.fn.scope.closesOver) continue;
      this.#deadline = performance.now() + this.#limits.entryTimeMs;
      const entry = this.#openWorldEntry(callable.fn);
      entry.stack.length = 0;
      const frame: Frame = {
        ...this.#frameAt(callable.fn),
        entry,
        depth: 0,
        state: { variables: new Layer(), heap },
      };
      const args = this.#argumentsFor(callable.fn);
      callCallable(this.#machine, callable, holder, args, { node: callable.fn.ir, frame });
      this.#callUncalled(frame);
    }
    const hits = this.#reports.hits;
    this.#libraryHits = hits;
    this.#reports.hits = outer;
    return hits;
  }

  #registerExported(callable: Callable): void {
    const functions = callable.kind === 'class' ? [...callable.cls.methods.values()].flat() : [callable.fn];
    for (const fn of functions) {
      this.#exported.add(fn);
      this.#machine.registerEntry(fn, this.#libraryArguments(fn));
    }
  }

  /** An object that an exported function returns has methods, and they are in its callers' hands. */
  #callReturned(value: Value, frame: Frame): void {
    const returned = exportedFunctions(this.#machine, value, frame.state.heap);
    for (const { callable, holder } of returned.slice(0, maximumReturned)) {
      if (callable.kind !== 'function' || this.#exported.has(callable.fn)) continue;
      this.#registerExported(callable);
      const args = this.#argumentsFor(callable.fn);
      callCallable(this.#machine, callable, holder, args, { node: callable.fn.ir, frame });
    }
  }

  #libraryArguments(fn: LinkedFunction): readonly Value[] {
    return Array.from({ length: arityOf(fn, unseenArguments) }, (_, i): Value => {
      const place = fn.ir.params[i] ?? fn.ir;
      const origin = this.#reports.origin('library', 'an argument of an exported function', fn, place);
      return withLabels(unknown, [{ origin, cleared: 0, stage: 'data', trace: undefined }]);
    });
  }

  /** What a function gets whose callers are not seen. */
  #argumentsFor(fn: LinkedFunction): readonly ArgValue[] {
    const known = this.#entries.parameters(fn);
    return Array.from({ length: arityOf(fn, known.length) }, (_, i) => ({
      value: known[i] ?? unknown,
      expr: undefined,
      name: undefined,
      spread: undefined,
    }));
  }
}

/** Functions that are summarised one inside the other, each because the one around it calls it. */
const maximumNesting = 40;
/** Expressions and statements in each other, through all calls: well within the stack of a thread. */
const maximumDepth = 700;
/** Functions that are analysed from the top because they are called too deep down, for one function. */
const maximumPostponed = 400;
/** How many arguments a function is taken to get that reads them through `arguments`. */
const unseenArguments = 3;
/** Functions that make each other's parameters. */
const maximumInjections = 4;
/** Methods of a returned object that are looked at. */
const maximumReturned = 32;

/** The functions that a function stands in. */
function outerFunctions({ ir, module }: LinkedFunction): readonly LinkedFunction[] {
  const outer = ir.parent === undefined || ir.parent === 0 ? undefined : module.functions[ir.parent];
  return outer ? [outer, ...outerFunctions(outer)] : [];
}

/** Whether a value is or holds functions that close over variables. */
function holdsFunctions(value: Value, state: Frame['state'], depth: number): boolean {
  if (value.callables.some((callable) => callable.kind === 'class' || callable.fn.scope.closesOver))
    return true;
  if (depth === 0) return false;
  return value.refs.some((id) => {
    const object = state.heap.get(id);
    if (!object || object.cls) return false;
    for (const field of object.fields.values()) if (holdsFunctions(field, state, depth - 1)) return true;
    return (object.items ?? []).some((item) => holdsFunctions(item, state, depth - 1));
  });
}

const parameterOrigins = new Map<number, Origin>();
function parameterOrigin(index: number): Origin {
  let origin = parameterOrigins.get(index);
  if (!origin) {
    origin = { kind: 'parameter', index };
    parameterOrigins.set(index, origin);
  }
  return origin;
}
