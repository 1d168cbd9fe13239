import type { FunctionIR } from '../../ir/ir.ts';
import { askedIn } from '../guards/kept-guards.ts';
import { emptyObject } from '../heap/heap.ts';
import { deepLabels, elements } from '../interpreter/loads.ts';
import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import { dataLabels, joinLabels, type Labels, noLabels } from '../values/labels.ts';
import {
  type Callable,
  join,
  reference,
  tainted,
  unknown,
  type Value,
  withApi,
  withLabels,
} from '../values/values.ts';
import { callFunctional, functionalMethod } from './functional-objects.ts';

/** Everything that goes into a call: what an unknown function may make its result of. */
export function allLabels(machine: Machine, invocation: Invocation): Labels {
  const frame = invocation.site.frame;
  let labels: Labels = invocation.receiver ? deepLabels(machine, invocation.receiver, frame, 2) : [];
  for (const arg of invocation.args) labels = joinLabels(labels, deepLabels(machine, arg.value, frame, 2));
  return dataLabels(labels);
}

/**
 * A call of something about which nothing is known: it may return what it was given, and may call the functions that it
 * was given with it.
 */
export function applyWithoutModel(machine: Machine, path: string | undefined, invocation: Invocation): Value {
  const labels = allLabels(machine, invocation);
  const returned = callBack(machine, invocation, labels);
  const api = path !== undefined && (invocation.isNew || machine.catalog.knows(path)) ? path : undefined;
  let result = withApi(tainted(returned ? joinLabels(labels, dataLabels(returned.labels)) : labels), api);
  if (invocation.isNew) {
    const content = labels.length > 0 ? tainted(labels) : undefined;
    const id = machine.allocate(
      { ...emptyObject, api, content, open: true },
      invocation.site.frame,
      invocation.site.node,
    );
    result = withLabels(reference(id, api), labels);
  }
  if (returned && returned.refs.length + returned.callables.length > 0)
    result = join(result, withLabels(returned, noLabels));
  return result;
}

/** Calls the functions among the arguments with the elements of the receiver and what else went in. */
export function callBack(machine: Machine, invocation: Invocation, labels: Labels): Value | undefined {
  let result: Value | undefined;
  for (const arg of invocation.args) {
    for (const callable of arg.value.callables) {
      if (callable.kind !== 'function' || isLeftForLater(callable, invocation, labels)) continue;
      const value = callWithEverything(machine, callable, invocation, labels);
      result = result ? join(result, value) : value;
    }
    const method = functionalMethod(machine, arg.value, invocation.site.frame);
    if (method === undefined) continue;
    const value = callFunctional(machine, arg.value, method, tainted(labels), invocation.site);
    result = result ? join(result, value) : value;
  }
  return result;
}

/** A function of the module that is given nothing that matters is analysed on its own: `describe('…', () => …)`. */
const isLeftForLater = (
  { fn }: Extract<Callable, { kind: 'function' }>,
  { receiver }: Invocation,
  labels: Labels,
): boolean =>
  labels.length === 0 && fn.ir.parent === 0 && !fn.scope.closesOver && (receiver?.refs.length ?? 0) === 0;

/** Node's convention: the first of several parameters of a callback says what went wrong, and the callback asks whether anything did. */
function takesError(ir: FunctionIR): boolean {
  const [first, ...others] = ir.params;
  return others.length > 0 && first?.target.k === 'var' && askedIn(ir).has(first.target.name);
}

function callWithEverything(
  machine: Machine,
  callable: Extract<Callable, { kind: 'function' }>,
  invocation: Invocation,
  labels: Labels,
): Value {
  const { site } = invocation;
  const known = machine.entryParameters(callable.fn);
  const outer = invocation.receiver ? elements(machine, invocation.receiver, site.frame) : unknown;
  const hasError = takesError(callable.fn.ir);
  const args = callable.fn.ir.params.map((_, i): ArgValue => {
    const isError = i === 0 && hasError;
    const given: Value = isError ? unknown : i === 0 ? join(tainted(labels), outer) : tainted(labels);
    const own = known[i];
    return { value: own ? join(own, given) : given, expr: undefined, name: undefined, spread: undefined };
  });
  // `forIn(source, copy, target)`: an argument may be its `this`.
  const self = callable.fn.scope.usesThis && !callable.fn.cls && !callable.self ? tainted(labels) : undefined;
  return machine.callCallable(callable, self, args, site);
}
