import type { Expr, FunctionIR, Node } from '../../ir/ir.ts';
import type { Model } from '../../libraries/model.ts';
import { askedIn } from '../guards/kept-guards.ts';
import { emptyObject } from '../heap/heap.ts';
import { deepLabels, elements } from '../interpreter/loads.ts';
import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import { passedLabels } from '../interpreter/passed-labels.ts';
import {
  dataLabels,
  guessed,
  heldLabels,
  joinLabels,
  type Labels,
  noLabels,
  takenLabels,
} from '../values/labels.ts';
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
import { readProperty, writeProperty } from './accessors.ts';
import { callFunctional, functionalMethod } from './functional-objects.ts';

/** What goes into a call that a row is about, where none tells what becomes of it. */
export function labelsInto(machine: Machine, model: Model, path: string, invocation: Invocation): Labels {
  const { receiver, args, site } = invocation;
  const isBuilder = model.type !== undefined && model.type === receiver?.api;
  // Of a row on any method of a name it is not known whose method it is.
  if (path.startsWith('*.')) return guessedLabels(machine, invocation);
  if (isBuilder) {
    const given = heldLabels(givenLabels(machine, invocation), namesSet(site.node));
    return joinLabels(receiverLabels(machine, invocation), given);
  }
  if (model.sinks.some(({ row }) => queries.has(row.vulnClass))) return receiverLabels(machine, invocation);
  let labels: Labels = receiver ? deepLabels(machine, receiver, site.frame, 2) : noLabels;
  for (const arg of args) labels = joinLabels(labels, deepLabels(machine, arg.value, site.frame, 2));
  return dataLabels(labels);
}

/** What a store answers is what it has, which is not what it was asked with. */
const queries: ReadonlySet<string> = new Set(['sql-injection', 'nosql-injection', 'ldap-injection']);

function receiverLabels(machine: Machine, { receiver, site }: Invocation): Labels {
  return receiver ? dataLabels(passedLabels(machine, receiver, site.frame, 2)) : noLabels;
}

function givenLabels(machine: Machine, { args, site }: Invocation): Labels {
  let given: Labels = noLabels;
  for (const arg of args) given = joinLabels(given, passedLabels(machine, arg.value, site.frame, 2));
  return dataLabels(given);
}

/**
 * What a call may give of which it is not known what it does: what was asked of, as a part of it, and what it was given,
 * which is a guess. What a store has under a key is not the key: `users.find(name)` may give anything that was put there.
 */
function guessedLabels(machine: Machine, invocation: Invocation): Labels {
  const { fn } = invocation.site.frame;
  const { node } = invocation.site;
  const name = calledName(node);
  return joinLabels(
    takenLabels(receiverLabels(machine, invocation), fn, node, name),
    guessed(givenLabels(machine, invocation), fn, node, name),
  );
}

/** The name of what a call calls, as it is written. */
function calledName(node: Node): string {
  const { k, callee } = node as Partial<Extract<Expr, { k: 'call' }>>;
  return k === 'call' && (callee?.k === 'field' || callee?.k === 'var') ? callee.name : '';
}

/** What a call may have set by its own name: `builder.title(x)`, `setTitle(x)`. */
function namesSet(node: Node): readonly string[] {
  const { k, callee } = node as Partial<Extract<Expr, { k: 'call' }>>;
  if (k !== 'call' || callee?.k !== 'field') return [];
  const set = /^(?:set|with)([A-Z])(.*)$/.exec(callee.name);
  return set ? [callee.name, `${set[1]?.toLowerCase()}${set[2]}`] : [callee.name];
}

/** `lodash.trim(x)`, `path.normalize(x)`: functions of a module, not methods of a text. */
export const isModule = (receiver: Value | undefined): boolean =>
  receiver?.api !== undefined &&
  receiver.refs.length + receiver.labels.length === 0 &&
  /^(?:@[\w-]+\/)?[a-z][\w/-]*$/.test(receiver.api);

/**
 * A call of something about which nothing is known: it may return what it was given, and may call the functions that it
 * was given with it. Accessors are believed to do what their names say.
 */
export function applyWithoutModel(machine: Machine, path: string | undefined, invocation: Invocation): Value {
  const read = readProperty(machine, invocation);
  if (read) return read;
  writeProperty(machine, invocation);
  const labels = guessedLabels(machine, invocation);
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
