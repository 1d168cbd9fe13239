import { pathsOf } from '../../dataflow/entries/decorator-paths.ts';
import { fillVariable } from '../../dataflow/heap/filled-objects.ts';
import { emptyObject, joinObjects, mergeLayers } from '../../dataflow/heap/heap.ts';
import { openFrame, runBody } from '../../dataflow/interpreter/bodies.ts';
import type { Frame, Machine } from '../../dataflow/interpreter/machine.ts';
import type { Project } from '../../dataflow/interpreter/project.ts';
import type { LinkedFunction } from '../../dataflow/names/linking.ts';
import { ofClass, reference, unknown, type Value } from '../../dataflow/values/values.ts';
import type { FunctionIR, Param, Stmt } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';
import { type Matches, pointcutOf, textOf } from './aspects/pointcuts.ts';
import { annotationClass, annotationObject } from './validation/validators.ts';

const joinPoint = 'org.aspectj.lang.JoinPoint';
const aspect = 'org.aspectj.lang.annotation.Aspect';
const before = 'org.aspectj.lang.annotation.Before';
const around = 'org.aspectj.lang.annotation.Around';
/** By which Spring takes a class for a bean, whose methods it calls through its aspects. */
const ofBean = /^org\.springframework\.(?:stereotype|web\.bind\.annotation|context\.annotation)\./;

interface Advice {
  readonly fn: LinkedFunction;
  /** Whoever returns from it keeps the method from running. */
  readonly replaces: boolean;
  readonly matches: Matches;
}

const known = new WeakMap<Project, readonly Advice[]>();

function advicesOf(machine: Machine): readonly Advice[] {
  let advices = known.get(machine.project);
  if (!advices) {
    advices = findAdvices(machine);
    known.set(machine.project, advices);
  }
  return advices;
}

function findAdvices(machine: Machine): readonly Advice[] {
  const found: Advice[] = [];
  for (const module of machine.project.modules.values()) {
    for (const cls of module.classes) {
      const on = cls.ir.decorators.flatMap((one) => pathsOf(machine, one, module));
      if (!on.includes(aspect) || !on.some((path) => ofBean.test(path))) continue;
      for (const fn of [...cls.methods.values()].flat())
        for (const decorator of fn.ir.decorators) {
          const kind = pathsOf(machine, decorator, module).find((path) => path === before || path === around);
          const text = kind && textOf(decorator);
          const matches = text === undefined ? undefined : pointcutOf(machine, text, fn);
          if (matches) found.push({ fn, replaces: kind === around, matches });
        }
    }
  }
  return found;
}

const cut = new WeakMap<FunctionIR, LinkedFunction>();

/** What of an advice runs before the method does; undefined where it never does. An edit gives the function another body. */
function aheadOf({ fn, replaces }: Advice): LinkedFunction | undefined {
  if (!replaces) return fn;
  const made = cut.get(fn.ir);
  if (made) return made;
  const body = aheadOfProceeding(fn.ir.body);
  if (!body) return undefined;
  const ahead = { ...fn, ir: { ...fn.ir, body } };
  cut.set(fn.ir, ahead);
  return ahead;
}

/** The statements that run for sure before `point.proceed()`; undefined where nothing proceeds. */
function aheadOfProceeding(body: readonly Stmt[]): readonly Stmt[] | undefined {
  const at = body.findIndex(proceeds);
  const next = body[at];
  if (!next) return undefined;
  const inside = next.k === 'try' ? next.block : next;
  const nested = inside.k === 'block' ? aheadOfProceeding(inside.body) : undefined;
  return [...body.slice(0, at), ...(nested ?? [])];
}

function proceeds(statement: Stmt): boolean {
  let found = false;
  walk(statement, (node) => {
    found ||= node.k === 'call' && node.callee.k === 'field' && node.callee.name === 'proceed';
    return !found;
  });
  return found;
}

const isBean = (machine: Machine, { cls }: LinkedFunction): boolean =>
  cls?.ir.decorators.some((one) => pathsOf(machine, one, cls.module).some((path) => ofBean.test(path))) ??
  false;

/** Calls of a bean's methods go through its aspects: what they write to its arguments, the method finds there. */
function enter(machine: Machine, frame: Frame): void {
  const { fn, entry } = frame;
  if (!fn.cls || fn.ir.isStatic || !fn.ir.isPublic || fn.ir.params.length === 0) return;
  const advices = advicesOf(machine);
  if (advices.length === 0 || !isBean(machine, fn)) return;
  for (const advice of advices) {
    if (advice.fn === fn || entry.stack.includes(advice.fn) || !advice.matches(fn)) continue;
    advise(machine, advice, frame);
  }
}

/** As far as a function's own calls are looked into, those of an advice are that runs ahead of it. */
const ahead = 2;

function advise(machine: Machine, advice: Advice, frame: Frame): void {
  const { fn, entry } = frame;
  entry.dependsOn.add(advice.fn);
  entry.inlines.add(advice.fn);
  const proceeding = aheadOf(advice);
  if (!proceeding) return;
  const items = fn.ir.params.map(({ target }) =>
    target.k === 'var' ? fillVariable(machine, target, machine.evaluate(target, frame), frame) : unknown,
  );
  const point = reference(
    machine.allocate({ ...emptyObject, api: joinPoint, items }, frame, fn.ir),
    joinPoint,
  );
  const args = advice.fn.ir.params.map((param) => argumentFor(machine, param, advice, point, frame));
  const { cls } = advice.fn;
  const id = cls && machine.prototypeOf(cls);
  const self = id === undefined ? (cls ? ofClass(cls) : unknown) : reference(id, undefined, cls);
  const caller = { entry, depth: frame.depth - ahead, state: frame.state };
  const inner = openFrame(machine, proceeding, undefined, self, args, caller);
  entry.stack.push(advice.fn);
  runBody(machine, inner);
  entry.stack.pop();
  const exits = inner.exits.filter(({ expr }) => !advice.replaces || expr === undefined);
  mergeLayers(
    frame.state.heap,
    exits.map(({ state }) => state.heap),
    frame.state.heap,
    joinObjects,
  );
}

/** The join point, or the annotation by which the method was matched. */
function argumentFor(
  machine: Machine,
  { type }: Param,
  { fn: { module } }: Advice,
  point: Value,
  frame: Frame,
): Value {
  const meaning = type && machine.project.typeOf(type, module);
  if (typeof meaning === 'string') return machine.catalog.isA(meaning, joinPoint) ? point : unknown;
  const { fn } = frame;
  const decorator = fn.ir.decorators.find(
    (one) => meaning && annotationClass(machine, one, fn.module) === meaning,
  );
  return meaning && decorator
    ? annotationObject(machine, meaning, decorator, fn.module, { node: fn.ir, frame })
    : unknown;
}

/** AspectJ's aspects as Spring runs them: advices that run before a method, and write to what it is called with. */
export const hooks: LibraryHooks = { enter };
