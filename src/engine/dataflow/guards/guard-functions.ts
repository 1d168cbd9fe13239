import type { Call, Expr, Field, FunctionIR } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { Model } from '../../libraries/model.ts';
import { isOverloadFor } from '../calls/overloads.ts';
import { deepLabels, typesOf } from '../interpreter/loads.ts';
import type { ArgValue, Called, Frame, Machine, Truth } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { bitOf, type Mask, maskOf, noClass } from '../values/masks.ts';
import type { Callable, Value } from '../values/values.ts';
import { isSettled } from './awaited.ts';
import { clear, clearAround, clearByHost, clearOrigins } from './barriers.ts';
import { refineByValidator } from './guard-patterns.ts';
import { isUnchanged } from './kept-guards.ts';
import { type OutcomePart, partAsked } from './outcome-parts.ts';

/** Guards of the catalog, and functions of the project that return the outcome of a guard. */
export function refineByModel(machine: Machine, test: Call, truth: boolean, frame: Frame): void {
  const path = apiOfCallee(machine, test, frame);
  const model = path === undefined ? undefined : machine.catalog.model(path);
  for (const guard of model?.guards ?? []) {
    if (guard.row.result === truth && !guard.row.raises) clearGuarded(machine, guard, test, frame);
  }
  if (!model) refineByPredicate(machine, test, truth, frame);
}

/** `if (address.is_private)`: a property that the catalog says something of. */
export function refineByProperty(machine: Machine, test: Field, truth: boolean, frame: Frame): void {
  const { api } = machine.evaluate(test.object, frame);
  for (const guard of (api === undefined ? undefined : machine.catalog.member(api, test.name))?.guards ?? [])
    if (guard.row.result === truth && !guard.row.raises) clearGuarded(machine, guard, test, frame);
}

/** `if (address.range() === 'unicast')` */
export function refineByText(machine: Machine, test: Call, text: string, frame: Frame): void {
  const path = apiOfCallee(machine, test, frame);
  const model = path === undefined ? undefined : machine.catalog.model(path);
  for (const guard of model?.guards ?? [])
    if (guard.row.result === text) clearGuarded(machine, guard, test, frame);
}

function clearGuarded(
  machine: Machine,
  { row, places }: Model['guards'][number],
  test: Call | Field,
  frame: Frame,
): void {
  const { callee, args } = test.k === 'call' ? test : { callee: test, args: [] };
  for (const { base } of places) {
    const receiver = callee.k === 'field' ? callee.object : undefined;
    const given = base.at === 'argument' ? args[base.index]?.value : undefined;
    const expr = base.at === 'receiver' ? receiver : given;
    if (!expr) continue;
    const mask = maskOf(row.clears);
    if (row.of !== undefined) {
      const labels = deepLabels(machine, machine.evaluate(expr, frame), frame, 1);
      const trait = bitOf(row.of).or(mask);
      if (!labels.every(({ cleared }) => cleared.meets(trait))) continue;
      // What is made to be looked at shows something of what it is made from: `(root / name).resolve().relative_to(root)`.
      if (expr.k === 'call') clearOrigins(machine, labels, mask, frame);
    }
    clear(machine, expr, mask, frame);
    clearByHost(machine, machine.evaluate(expr, frame), mask, frame);
  }
}

function apiOfCallee(machine: Machine, test: Call, frame: Frame): string | undefined {
  if (test.callee.k === 'field') {
    const object = machine.evaluate(test.callee.object, frame);
    if (object.api !== undefined) return `${object.api}.${test.callee.name}`;
    const { name } = test.callee;
    const inherited = typesOf(machine, object, frame).find((type) => hasGuards(machine, `${type}.${name}`));
    if (inherited !== undefined) return `${inherited}.${name}`;
    return object.cls || !hasGuards(machine, `*.${name}`) ? undefined : `*.${name}`;
  }
  return machine.evaluate(test.callee, frame).api;
}

const hasGuards = ({ catalog }: Machine, path: string): boolean =>
  (catalog.model(path)?.guards.length ?? 0) > 0;

/** `requireUnderRoot(path);`: a function that throws where its argument is not safe, whatever it returns. */
export function refineByAssertion(machine: Machine, call: Call, frame: Frame): void {
  const { called } = frame;
  if (called?.node !== call) return;
  if (
    called.api !== undefined &&
    machine.project.hooks.patternCheck.includes(called.api) &&
    call.callee.k !== 'field'
  )
    refineByValidator(machine, call, frame);
  const model = modelOf(machine, call, called);
  for (const guard of model?.guards ?? []) if (guard.row.raises) clearGuarded(machine, guard, call, frame);
  const [test] = call.args;
  if (model?.asserts && test) machine.refine(test.value, true, frame);
  if (model || called.args.length !== call.args.length) return;
  const [first, ...others] = overloadsFor(machine, called.callables, called.args);
  if (first?.kind !== 'function' || !isAssertion(first.fn) || others.some((other) => !isMethod(other)))
    return;
  const callable = first.self || !called.receiver ? first : { ...first, self: called.receiver };
  const args = called.args.map((arg) => arg.value);
  refineByOutcome(machine, call, callable, args, undefined, frame);
}

function modelOf(machine: Machine, { callee }: Call, { api, receiver }: Called): Model | undefined {
  if (callee.k !== 'field') return api === undefined ? undefined : machine.catalog.model(api);
  return receiver?.api === undefined ? undefined : machine.catalog.member(receiver.api, callee.name);
}

/** Overloads and overrides: what the first of them asks for, the others are taken to ask for too. */
const isMethod = (callable: Callable): boolean =>
  callable.kind === 'function' && callable.fn.cls !== undefined;

const waysOut = new Set(['abort', 'exit', '_exit', 'fail', 'notFound']);

/** A call by a name that functions have which do not return; whether this one does is found out where it is run. */
const isWayOut = (callee: Expr): boolean =>
  (callee.k === 'var' || callee.k === 'field') && waysOut.has(callee.name);

const assertions = new WeakMap<FunctionIR, boolean>();

/** Whether a function may not come back, or calls one of its own class's that may not. */
function isAssertion({ ir, cls }: LinkedFunction): boolean {
  const known = assertions.get(ir);
  if (known !== undefined) return known;
  // Of functions that call each other, one that throws is enough.
  assertions.set(ir, false);
  let throws = false;
  for (const statement of ir.body) {
    walk(statement, (node) => {
      if (node.k === 'throw' || (node.k === 'call' && isWayOut(node.callee))) throws = true;
      else if (node.k === 'expr' && node.value.k === 'call')
        throws ||= (cls?.methods.get(nameOf(node.value.callee)) ?? []).some(isAssertion);
      return !throws && node.k !== 'function';
    });
  }
  assertions.set(ir, throws);
  return throws;
}

const nameOf = (callee: Expr): string => (callee.k === 'var' || callee.k === 'field' ? callee.name : '');

/** Of methods of one name, those that take the arguments. */
const overloadsFor = (
  machine: Machine,
  callables: readonly Callable[],
  args: readonly ArgValue[],
): readonly Callable[] =>
  callables.length < 2
    ? callables
    : callables.filter((one) => one.kind !== 'function' || isOverloadFor(machine, one.fn, args));

/** `ok, message = validate(x)`, `if (!validate(x).valid)`: a part of what a function of the project returns has this truth. */
export function refineByPart(machine: Machine, test: Expr, truth: boolean, frame: Frame): void {
  const [call, part] = partAsked(machine, test, frame) ?? [];
  if (call && isUnchanged(frame.fn, call, test.at)) refineByPredicate(machine, call, truth, frame, part);
}

/** `find(x) !== undefined`, `row is not None`: a look-up or a search found something, or nothing. */
export function refineFound(machine: Machine, search: Expr, isFound: boolean, frame: Frame): void {
  const made = search.k === 'await' ? search.value : search;
  if (isFound && made.k === 'call' && machine.evaluate(made.callee, frame).callables.length > 0)
    refineByPredicate(machine, made, 'present', frame);
  else machine.refine(search, isFound, frame);
}

/** `if (isSafe(x))`: where `isSafe` returns this truth, its parameter was shown to be safe. */
function refineByPredicate(
  machine: Machine,
  test: Call,
  truth: Truth,
  frame: Frame,
  part?: OutcomePart,
): void {
  const callee =
    test.callee.k === 'field'
      ? machine.readField(machine.evaluate(test.callee.object, frame), test.callee.name, frame, test.callee)
      : machine.evaluate(test.callee, frame);
  if (callee.callables.length === 0) return;
  const args = test.args.map((arg) => machine.evaluate(arg.value, frame));
  const given = args.map((value) => ({ value, expr: undefined, name: undefined, spread: undefined }));
  const [callable, ...others] = overloadsFor(machine, callee.callables, given);
  if (!callable || others.length > 0) return;
  refineByOutcome(machine, test, callable, args, truth, frame, part);
}

function refineByOutcome(
  machine: Machine,
  test: Call,
  callable: Callable,
  args: readonly Value[],
  truth: Truth | undefined,
  frame: Frame,
  part?: OutcomePart,
): void {
  if (!isSettled(frame.fn.ir, test, callable)) return;
  if (frame.depth > 5) return;
  const around = asksAround(callable) ? new Map<string, Mask>() : undefined;
  if (!around && !args.some((arg) => deepLabels(machine, arg, frame, 1).length > 0)) return;
  const cleared = machine.predicate(callable, args, truth, { node: test, frame }, part, around);
  if (around) clearAround(machine, test, around, frame);
  cleared.forEach((mask, i) => {
    const arg = test.args[i];
    if (mask !== noClass && arg) clear(machine, arg.value, mask, frame);
  });
}

/** Larger functions than this do more than to ask about the variables around them. */
const maximumAround = 60;

/** `const isAllowed = () => ROOTS.has(root);`: a test of variables of the function around. */
const asksAround = (callable: Callable): boolean =>
  callable.kind === 'function' && callable.fn.scope.closesOver && callable.fn.scope.size <= maximumAround;
