import type { Param } from '../../ir/ir.ts';
import { applyModel } from '../calls/apply.ts';
import { arityOf } from '../calls/binding.ts';
import { construct } from '../calls/functions.ts';
import { callCallable } from '../calls/invoke.ts';
import { newLabel } from '../calls/sources.ts';
import type { EntryKnowledge } from '../entries/entries.ts';
import { makerOf } from '../entries/injection.ts';
import { Layer } from '../heap/heap.ts';
import type { SharedState } from '../heap/shared.ts';
import { exportedFunctions } from '../names/exported.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import type { Reports } from '../report/reported.ts';
import type { EntryResult } from '../summaries/results.ts';
import { type Label, type Origin, receiverIndex } from '../values/labels.ts';
import { noClass } from '../values/masks.ts';
import { apart } from '../values/merging.ts';
import { typed } from '../values/typing.ts';
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
} from '../values/values.ts';
import { openFrame, resultOf, runBody } from './bodies.ts';
import type { Budget } from './budget.ts';
import { openEntry } from './entry.ts';
import { elements } from './loads.ts';
import type { ArgValue, Frame, Hit, Machine } from './machine.ts';
import type { ProgramInitialization } from './program-initialization.ts';

/** How many arguments a function is taken to get that reads them through `arguments`. */
const unseenArguments = 3;
/** Functions that make each other's parameters. */
const maximumInjections = 4;
/** Methods of a returned object that are looked at. */
const maximumReturned = 32;

interface Parts {
  readonly machine: Machine;
  readonly world: ProgramInitialization;
  readonly entries: EntryKnowledge;
  readonly shared: SharedState;
  readonly reports: Reports;
  readonly budget: Budget;
}

const exportedArgument = {
  threatModel: 'library',
  api: undefined,
  what: 'an argument of an exported function',
} as const;

/** Analyses functions from the top, with unknown callers. */
export class FunctionAnalysis {
  readonly #machine: Machine;
  readonly #world: ProgramInitialization;
  readonly #entries: EntryKnowledge;
  readonly #shared: SharedState;
  readonly #reports: Reports;
  readonly #budget: Budget;
  /** What anyone may call with anything. */
  readonly #exported = new Set<LinkedFunction>();

  constructor({ machine, world, entries, shared, reports, budget }: Parts) {
    this.#machine = machine;
    this.#world = world;
    this.#entries = entries;
    this.#shared = shared;
    this.#reports = reports;
    this.#budget = budget;
  }

  /** Runs one function with symbolic parameters, and with what frameworks pass to it. */
  run(fn: LinkedFunction): EntryResult {
    const hits: Hit[] = [];
    this.#budget.begin(fn);
    return this.#reports.into(hits, () => this.#analyse(fn, hits));
  }

  #analyse(fn: LinkedFunction, hits: readonly Hit[]): EntryResult {
    const machine = this.#machine;
    const entry = openEntry(fn);
    const environment: Environment | undefined = fn.module.semantics.modules.run
      ? { record: machine.moduleRecord(fn.module), owner: 0, parent: undefined }
      : undefined;
    const base = { variables: new Layer<string, Value>(), heap: new Layer(this.#world.heap) };
    const self = this.#selfOf(fn);
    const holder: Frame = openFrame(machine, fn, environment, self, [], { entry, depth: -1, state: base });
    const args = this.#parametersOf(fn, self, holder);
    const frame = openFrame(machine, fn, environment, self, args, {
      entry,
      depth: -1,
      state: holder.state,
    });
    const isWhole = this.#budget.withinStack(() => {
      runBody(machine, frame);
      this.callUncalled(frame);
    });
    if (!isWhole) entry.exhausted = true;
    const value = this.#resultValue(frame);
    if (this.#exported.has(fn)) this.#callReturned(value, frame);
    const heaps = [...frame.exits.map((exit) => exit.state.heap), frame.state.heap];
    const leaves = this.#shared.note(fn, heaps, self.refs[0]);
    return {
      summary: {
        result: this.#forCallers(value),
        pending: [...entry.pending.values()],
        usesObjects: entry.usesObjects,
        writesSelf: entry.writesSelf,
        asksSelf: entry.asksSelf,
        returnsObjects:
          value.callables.length > 0 || value.refs.some((id) => this.#world.heap.get(id) === undefined),
        returnsFunctions: holdsFunctions(value, frame.state, 2),
        leaves,
        thrown: frame.thrown,
        deciding: entry.deciding,
      },
      hits,
      dependsOn: entry.dependsOn,
      inlines: entry.inlines,
      exhausted: entry.exhausted || entry.lacksRoom || entry.cutShort,
      brokenOff: entry.exhausted || entry.lacksRoom,
    };
  }

  /** What stands for each argument while the function is analysed. */
  #parametersOf(fn: LinkedFunction, self: Value, holder: Frame): readonly Value[] {
    const machine = this.#machine;
    const known = this.#entries.parameters(fn);
    const takesSelf = fn.module.semantics.classes.selfParameter && fn.cls !== undefined && !fn.ir.isStatic;
    return Array.from({ length: arityOf(fn, unseenArguments) }, (_, i) => {
      if (i === 0 && takesSelf) return self;
      const param = fn.ir.params[i];
      const symbolic: Label = {
        origin: parameterOrigin(i),
        cleared: noClass,
        restored: noClass,
        stage: 'data',
        merging: apart,
        trace: undefined,
      };
      const scalar = machine.project.isScalar(param?.type, fn.module);
      let value: Value = scalar ? unknown : tainted([symbolic]);
      const injected = param && this.#injectedInto(param, fn.module, holder, maximumInjections);
      if (injected) return typed(machine, injected, param?.type, holder);
      if (known[i]) value = join(value, known[i]);
      return typed(machine, value, param?.rest ? undefined : param?.type, holder);
    });
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
    const args = (fn ? this.argumentsFor(fn) : []).slice(offset).map((arg, i): ArgValue => {
      const own = fn?.ir.params[i + offset];
      const value = fn && own && this.#injectedInto(own, fn.module, frame, depth - 1);
      return value ? { ...arg, value } : arg;
    });
    const made = callCallable(this.#machine, maker, undefined, args, { node: param, frame });
    return fn?.ir.isGenerator ? elements(this.#machine, made, frame) : made;
  }

  /** What a framework makes a response of: each returned value is passed to the API that does so. */
  respond(frame: Frame): void {
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
    if (fn.ir.isStatic || isClassMethod(fn.ir))
      return ofCallable({ kind: 'class', cls: fn.cls, environment: undefined });
    const id = this.#world.prototypeOf(fn.cls);
    const self: Value = id === undefined ? ofClass(fn.cls) : reference(id, undefined, fn.cls);
    return withLabels(self, [receiverLabel]);
  }

  /** `this` of a function that is no class's: the object it was put into, or one that its constructor makes. */
  #holderOf(fn: LinkedFunction): Value {
    if (!fn.scope.usesThis) return unknown;
    const made = this.#machine.functions.receiverOf(fn, (maker) => {
      const frame = {
        ...this.#world.frameAt(maker.fn),
        environment: maker.environment,
        state: this.#world.state,
      };
      const args = this.argumentsFor(maker.fn);
      return construct(this.#machine, maker, args, { node: maker.fn.ir, frame });
    });
    // A function that nothing holds may be called on what a caller chooses: `forIn(source, copy, target)`.
    return made ?? (fn.module.semantics.functions.chooseReceiver ? tainted([receiverLabel]) : unknown);
  }

  /** Functions that were made and that nothing called: whoever gets them may call them at the end. */
  callUncalled(frame: Frame): void {
    const { entry } = frame;
    const exits = frame.exits.map((exit) => exit.state);
    if (exits.length === 1 && exits[0]) frame.state = exits[0];
    for (let round = 0; round < 8 && entry.uncalled.size > 0; round++) {
      const waiting = [...entry.uncalled.values()];
      entry.uncalled.clear();
      for (const { callable, state } of waiting) {
        if (callable.kind !== 'function' || entry.exhausted) continue;
        // What an exported function returns is in its callers' hands too.
        if (this.#exported.has(entry.fn)) this.registerExported(callable);
        const args = this.argumentsFor(callable.fn);
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

  registerExported(callable: Callable): void {
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
      this.registerExported(callable);
      const args = this.argumentsFor(callable.fn);
      callCallable(this.#machine, callable, holder, args, { node: callable.fn.ir, frame });
    }
  }

  #libraryArguments(fn: LinkedFunction): readonly Value[] {
    return Array.from({ length: arityOf(fn, unseenArguments) }, (_, i): Value => {
      const place = fn.ir.params[i] ?? fn.ir;
      const origin = this.#reports.origin(exportedArgument, fn, place);
      return withLabels(unknown, [{ ...newLabel(origin), trace: undefined }]);
    });
  }

  /** What a function gets whose callers are not seen. */
  argumentsFor(fn: LinkedFunction): readonly ArgValue[] {
    const known = this.#entries.parameters(fn);
    return Array.from({ length: arityOf(fn, known.length) }, (_, i) => ({
      value: known[i] ?? unknown,
      expr: undefined,
      name: undefined,
      spread: undefined,
    }));
  }
}

/** Python's `@classmethod`: what it is called on is the class. */
const isClassMethod = ({ decorators }: LinkedFunction['ir']): boolean =>
  decorators.some(({ expr }) => expr.k === 'var' && expr.name === 'classmethod');

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

const receiverLabel: Label = {
  origin: { kind: 'parameter', index: receiverIndex },
  cleared: noClass,
  restored: noClass,
  stage: 'data',
  merging: apart,
  trace: undefined,
};

const parameterOrigins = new Map<number, Origin>();
function parameterOrigin(index: number): Origin {
  let origin = parameterOrigins.get(index);
  if (!origin) {
    origin = { kind: 'parameter', index };
    parameterOrigins.set(index, origin);
  }
  return origin;
}
