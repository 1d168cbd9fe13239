import { parsePlaces } from '../../libraries/access-paths.ts';
import type { Catalog } from '../../libraries/catalog.ts';
import { applyModel } from '../calls/apply.ts';
import { call } from '../calls/call.ts';
import { FunctionTable } from '../calls/functions.ts';
import { callCallable, invoke } from '../calls/invoke.ts';
import { byDecorators } from '../entries/decorated.ts';
import { applyDecorators } from '../guards/decorator-checks.ts';
import { predicate } from '../guards/predicate.ts';
import { refine } from '../guards/refine.ts';
import { checkedByBoth, type RouteCheck } from '../guards/route-checks.ts';
import { isEntity } from '../heap/stored-rows.ts';
import type { LinkedFunction } from '../names/linking.ts';
import type { Reports } from '../report/reported.ts';
import { noteInterest } from '../values/interest.ts';
import { unknown } from '../values/values.ts';
import type { Budget } from './budget.ts';
import { evaluate } from './evaluate.ts';
import { execute } from './execute.ts';
import { readField, readIndex } from './loads.ts';
import type { Machine } from './machine.ts';
import { applyMarks, type Marks } from './marks.ts';
import type { ProgramInitialization } from './program-initialization.ts';
import type { Project } from './project.ts';
import { assign, writeField, writeIndex } from './stores.ts';

/** What the interpreter asks of the solver around it. */
interface Surroundings
  extends Pick<Machine, 'summaryOf' | 'registerEntry' | 'entryParameters' | 'routeOf' | 'respond'> {
  readonly project: Project;
  readonly catalog: Catalog;
  readonly budget: Budget;
  readonly reports: Reports;
  /** What is asked about places of the code. */
  readonly marks: Marks | undefined;
  /** Made after the interpreter, which it runs modules with. */
  readonly world: () => ProgramInitialization;
}

/** What is asked about rows that the program stores. */
function storedParts(
  { world, catalog, project }: Surroundings,
  machine: () => Machine,
): Pick<Machine, 'rowsOf' | 'isRow' | 'noteRead' | 'hasEntities'> {
  let hasEntities: boolean | undefined;
  return {
    rowsOf: (model) => world().rowsOf(model),
    isRow: (id) => world().isRow(id),
    noteRead: (rows, field, frame) => {
      world().readersOf(rows, field).add(frame.entry.fn);
    },
    hasEntities: () => {
      hasEntities ??=
        catalog.entities.size > 0 && [...project.allClasses()].some((cls) => isEntity(machine(), cls));
      return hasEntities;
    },
  };
}

/** Puts the parts of the interpreter together. */
export function createMachine(parts: Surroundings): Machine {
  const { budget, marks } = parts;
  const checks = new Map<LinkedFunction, readonly RouteCheck[]>();
  const decorated = new Map<LinkedFunction, readonly string[]>();
  const machine: Machine = {
    project: parts.project,
    catalog: parts.catalog,
    functions: new FunctionTable((object) => parts.world().allocate(object, parts.world().heap)),
    evaluate: (expr, frame) => {
      budget.check(frame.entry);
      if (budget.isDeep) {
        frame.entry.cutShort = true;
        return unknown;
      }
      budget.depth++;
      const found = evaluate(machine, expr, frame);
      const value = marks ? applyMarks(marks, machine, expr, found, frame) : found;
      budget.depth--;
      if (expr.k !== 'this') noteInterest(value, frame);
      return value;
    },
    execute: (statement, frame) => {
      if (budget.isDeep) {
        frame.entry.cutShort = true;
        return false;
      }
      budget.depth++;
      const goesOn = execute(machine, statement, frame);
      budget.depth--;
      return goesOn;
    },
    assign: (target, value, frame, node, weak) => assign(machine, target, value, frame, node, weak),
    refine: (test, truth, frame) => {
      if (test.k === 'var') {
        // Outcomes that variables keep may be made of each other, over and over.
        frame.entry.steps++;
        budget.check(frame.entry);
      }
      if (budget.isDeep || frame.entry.exhausted) {
        frame.entry.cutShort = true;
        return true;
      }
      budget.depth++;
      const mayHold = refine(machine, test, truth, frame);
      budget.depth--;
      return mayHold;
    },
    readField: (object, name, frame, node) => readField(machine, object, name, frame, node),
    readIndex: (object, index, frame, node) => readIndex(machine, object, index, frame, node),
    writeField: (object, name, value, frame, node) => writeField(machine, object, name, value, frame, node),
    writeIndex: (object, index, value, frame, node) => writeIndex(machine, object, index, value, frame, node),
    call: (callee, name, invocation) => call(machine, callee, name, invocation),
    callCallable: (callable, receiver, args, site) => callCallable(machine, callable, receiver, args, site),
    invoke: (fn, environment, self, args, site) => invoke(machine, fn, environment, self, args, site),
    predicate: (callable, args, truth, site, part, around) =>
      predicate(machine, callable, args, truth, site, part, around),
    summaryOf: parts.summaryOf,
    registerEntry: parts.registerEntry,
    noteDecorators: (fn, paths) => {
      const known = decorated.get(fn) ?? [];
      const news = paths.filter((path) => !known.includes(path));
      if (news.length === 0) return;
      decorated.set(fn, [...known, ...news]);
      parts.registerEntry(fn, byDecorators(machine, fn));
    },
    decoratedAs: (fn) => decorated.get(fn) ?? [],
    // One that stands in several routes can rely on what all of them check.
    noteChecks: (fn, list) => {
      const known = checks.get(fn);
      checks.set(fn, known ? checkedByBoth(known, list) : list);
    },
    checksOf: (fn) => checks.get(fn) ?? [],
    entryParameters: parts.entryParameters,
    routeOf: parts.routeOf,
    applyDecorators: (frame) => applyDecorators(machine, frame),
    respond: parts.respond,
    applyModel: (model, path, invocation) => applyModel(machine, model, path, invocation),
    classField: (cls, name) => parts.world().classField(cls, name),
    isPrototype: (value, cls, state) => parts.world().isPrototype(value, cls, state),
    staticField: (cls, name, state) => parts.world().staticField(cls, name, state),
    storeOf: (api) => parts.world().storeOf(api),
    ...storedParts(parts, () => machine),
    staticRecord: (cls, name) => parts.world().staticRecord(cls, name),
    collectionOf: (type, element, api) => parts.world().collectionOf(type, element, api),
    prototypeOf: (cls) => parts.world().prototypeOf(cls),
    moduleRecord: (module) => parts.world().moduleRecord(module),
    moduleObject: (module) => parts.world().moduleObject(module),
    moduleExports: (module, state) => parts.world().moduleExports(module, state),
    moduleValue: (module, name) => parts.world().moduleValue(module, name),
    report: (hit, entry) => parts.reports.report(hit, entry),
    pass: (hit, given, entry) => parts.reports.pass(hit, given, entry),
    origin: (source, fn, node) => parts.reports.origin(source, fn, node),
    places: parsePlaces,
    allocate: (object, frame) => parts.world().allocate(object, frame.state.heap),
    object: (id, state) => state.heap.get(id),
  };
  return machine;
}
