import type { Model } from '../catalog/model.ts';
import type { Call, FunctionIR } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { clear } from './clearing.ts';
import type { Frame, Machine } from './machine.ts';
import { maskOf } from './masks.ts';
import { deepLabels } from './reading.ts';

/** Guards of the catalog, and functions of the project that return the outcome of a guard. */
export function refineByModel(machine: Machine, test: Call, truth: boolean, frame: Frame): void {
  const path = apiOfCallee(machine, test, frame);
  const model = path === undefined ? undefined : machine.catalog.model(path);
  for (const guard of model?.guards ?? []) {
    if (guard.row.result === truth && !guard.row.raises) clearGuarded(machine, guard, test, frame);
  }
  if (!model) refineByPredicate(machine, test, truth, frame);
}

function clearGuarded(
  machine: Machine,
  { row, places }: Model['guards'][number],
  test: Call,
  frame: Frame,
): void {
  for (const { base } of places) {
    const receiver = test.callee.k === 'field' ? test.callee.object : undefined;
    const given = base.at === 'argument' ? test.args[base.index]?.value : undefined;
    const expr = base.at === 'receiver' ? receiver : given;
    if (expr) clear(machine, expr, maskOf(row.clears), frame);
  }
}

function apiOfCallee(machine: Machine, test: Call, frame: Frame): string | undefined {
  if (test.callee.k === 'field') {
    const object = machine.evaluate(test.callee.object, frame);
    return object.api === undefined ? undefined : `${object.api}.${test.callee.name}`;
  }
  return machine.evaluate(test.callee, frame).api;
}

/** `if (isSafe(x))`: where `isSafe` returns this truth, its parameter was shown to be safe. */
function refineByPredicate(machine: Machine, test: Call, truth: boolean, frame: Frame): void {
  refineByCallee(machine, test, truth, frame, () => true);
}

/** `requireUnderRoot(path);`: a function that throws where its argument is not safe; what it returns is not looked at. */
export function refineByAssertion(machine: Machine, call: Call, frame: Frame): void {
  const path = apiOfCallee(machine, call, frame);
  const model = path === undefined ? undefined : machine.catalog.model(path);
  for (const guard of model?.guards ?? []) if (guard.row.raises) clearGuarded(machine, guard, call, frame);
  if (!model) refineByCallee(machine, call, false, frame, isAssertion);
}

const assertions = new WeakMap<FunctionIR, boolean>();

function isAssertion(fn: FunctionIR): boolean {
  const known = assertions.get(fn);
  if (known !== undefined) return known;
  let throws = false;
  for (const statement of fn.body) {
    walk(statement, (node) => {
      if (node.k === 'throw') throws = true;
      return !throws && node.k !== 'function';
    });
  }
  assertions.set(fn, throws);
  return throws;
}

function refineByCallee(
  machine: Machine,
  test: Call,
  truth: boolean,
  frame: Frame,
  fits: (fn: FunctionIR) => boolean,
): void {
  if (frame.depth > 5) return;
  const callee =
    test.callee.k === 'field'
      ? machine.readField(machine.evaluate(test.callee.object, frame), test.callee.name, frame, test.callee)
      : machine.evaluate(test.callee, frame);
  const [callable] = callee.callables;
  if (callee.callables.length !== 1 || callable?.kind !== 'function' || !fits(callable.fn.ir)) return;
  const args = test.args.map((arg) => machine.evaluate(arg.value, frame));
  if (!args.some((arg) => deepLabels(machine, arg, frame, 1).length > 0)) return;
  const cleared = machine.predicate(callable, args, truth, { node: test, frame });
  cleared.forEach((mask, i) => {
    const arg = test.args[i];
    if (mask !== 0 && arg) clear(machine, arg.value, mask, frame);
  });
}
