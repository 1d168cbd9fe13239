/**
 * Whether a program acts on what the checks of a route found (`validationResult(req)` and the like): until it does, they
 * change nothing. That holds from where a test of the outcome lets the request through, of the request that was checked.
 */
import type { Call, Expr } from '../../ir/ir.ts';
import { bindArguments } from '../calls/binding.ts';
import { emptyObject } from '../heap/heap.ts';
import { openFrame, runBody } from '../interpreter/bodies.ts';
import type { CallSite, Frame, Invocation, Machine } from '../interpreter/machine.ts';
import { type Callable, constant, exact, reference, unknown, type Value } from '../values/values.ts';
import { claim } from './guard-facts.ts';
import { applyPending } from './route-checks.ts';

const requestKey = 'request';

/** Under which name a frame knows that the checks of its request found nothing. No variable is called so. */
const passedClaim = '!checks';

/** Larger functions than this do more than to ask. */
const maximumSize = 200;

/** `validationResult(req)`: the outcome of the checks of one request. */
export function outcomeOf(machine: Machine, { args, site }: Invocation): Value {
  const [types] = machine.project.hooks.routeChecks;
  if (!types) return unknown;
  site.frame.entry.held++;
  const fields = new Map([[requestKey, args[0]?.value ?? unknown]]);
  return reference(
    machine.allocate({ ...emptyObject, api: types.outcome, fields }, site.frame, site.node),
    types.outcome,
  );
}

/** `.isEmpty()`, `.array()`: guards have something to say of what is asked for. After `.throw()` nothing was wrong. */
export function askOutcome(machine: Machine, api: string, { receiver, site }: Invocation): Value {
  const { frame, node } = site;
  frame.entry.held++;
  if (api.endsWith('.throw') && receiver && isOwn(machine, receiver, frame)) pass(machine, frame);
  if (!api.endsWith('.array') && !api.endsWith('.formatWith')) return unknown;
  const [types] = machine.project.hooks.routeChecks;
  if (!types) return unknown;
  const type = api.endsWith('.array') ? types.failures : types.outcome;
  const request = requestsOf(machine, receiver ?? unknown, frame)[0] ?? unknown;
  const fields = new Map([[requestKey, request]]);
  return reference(machine.allocate({ ...emptyObject, api: type, fields }, frame, node), type);
}

function pass(machine: Machine, frame: Frame): void {
  claim(frame, passedClaim, constant(true));
  applyPending(machine, frame);
}

/** Whether all ways to here asked for the outcome, and nothing was wrong. */
export const havePassed = ({ state }: Pick<Frame, 'state'>): boolean => {
  const value = state.variables.get(`?${passedClaim}`);
  return value !== undefined && exact(value)?.value === true;
};

/** Whether checks stand before a handler that hold only where nothing was wrong. */
export const isPending = (machine: Machine, { fn }: Frame): boolean =>
  machine.checksOf(fn).some(({ pending }) => pending);

/** Whether it matters here what the checks found: in such a handler, or in a function before one. */
const matters = (machine: Machine, frame: Frame): boolean =>
  frame.entry.passing !== undefined || isPending(machine, frame);

/** Where a test of an outcome has the truth that nothing was wrong, the checks hold. */
export function refineOutcome(machine: Machine, test: Expr, truth: boolean, frame: Frame): void {
  if (!matters(machine, frame)) return;
  if (test.k === 'call' && test.callee.k === 'field' && test.callee.name === 'isEmpty') {
    if (truth && isOwn(machine, machine.evaluate(test.callee.object, frame), frame)) pass(machine, frame);
    return;
  }
  if (test.k === 'call') {
    const [callable, ...others] = machine.evaluate(test.callee, frame).callables;
    if (callable && others.length === 0) passBy(machine, callable, test, truth, frame);
    return;
  }
  const [length, isNone] = test.k === 'binary' ? countedIn(test) : [test, !truth];
  if (test.k === 'binary' ? isNone !== truth : !isNone) return;
  if (length?.k === 'field' && length.name === 'length') {
    const list = machine.evaluate(length.object, frame);
    if (isFailures(machine, list) && isOwn(machine, list, frame)) pass(machine, frame);
  }
}

/** `list.length > 0`, `list.length === 0`: what is counted, and whether it is none where the comparison holds. */
export function countedIn({
  op,
  left,
  right,
}: Extract<Expr, { k: 'binary' }>): readonly [Expr | undefined, boolean] {
  const bound = right.k === 'const' ? right.value : undefined;
  if (bound === 0 && (op === '>' || op === '!=' || op === '!==')) return [left, false];
  if (bound === 1 && op === '>=') return [left, false];
  if (bound === 0 && (op === '==' || op === '===')) return [left, true];
  if (bound === 1 && op === '<') return [left, true];
  return [undefined, true];
}

/** `assertValid(req);`: a function of the project that comes back only where nothing was wrong. */
export function passByAssertion(machine: Machine, call: Call, frame: Frame): void {
  const { called } = frame;
  if (called?.node !== call || !matters(machine, frame)) return;
  const [callable, ...others] = called.callables;
  if (callable && others.length === 0) passBy(machine, callable, call, undefined, frame);
}

/** Runs a function that is given the request, and looks whether it comes back with this truth only where nothing was wrong. */
function passBy(
  machine: Machine,
  callable: Callable,
  call: Call,
  truth: boolean | undefined,
  frame: Frame,
): void {
  if (callable.kind !== 'function' || callable.fn.scope.size > maximumSize) return;
  const { fn } = callable;
  if (frame.entry.stack.includes(fn) || frame.depth > 3) return;
  const own = requestOf(machine, frame);
  const args = call.args.map(({ value }) => machine.evaluate(value, frame));
  if (!args.some((arg) => isSame(arg, own))) return;
  const site: CallSite = { node: call, frame };
  const given = args.map((value) => ({ value, expr: undefined, name: undefined, spread: undefined }));
  const self = callable.self ?? unknown;
  const inner = openFrame(
    machine,
    fn,
    callable.environment,
    self,
    bindArguments(machine, fn, self, given, site),
    frame,
  );
  const { entry } = frame;
  const outer = entry.passing;
  entry.dependsOn.add(fn);
  entry.inlines.add(fn);
  entry.stack.push(fn);
  // What it asks for matters, whoever it asks for.
  entry.passing ??= () => undefined;
  runBody(machine, inner);
  let passes = inner.exits.length > 0;
  for (const exit of inner.exits) {
    const known = exact(exit.value);
    if (truth !== undefined && known && Boolean(known.value) !== truth) continue;
    inner.state = exit.state;
    if (truth !== undefined && !known && exit.expr && !machine.refine(exit.expr, truth, inner)) continue;
    passes &&= havePassed(inner);
  }
  entry.passing = outer;
  entry.stack.pop();
  if (passes) pass(machine, frame);
}

const requestOf = (machine: Machine, frame: Frame): Value => {
  const target = frame.fn.ir.params[0]?.target;
  return target?.k === 'var' ? machine.evaluate(target, frame) : unknown;
};

const requestsOf = (machine: Machine, { refs }: Value, { state }: Frame): readonly Value[] =>
  refs.flatMap((id) => machine.object(id, state)?.fields.get(requestKey) ?? []);

/** Whether an outcome is that of a request that the function was given: as its first parameter, or as another. */
function isOwn(machine: Machine, outcome: Value, frame: Frame): boolean {
  if (!isFailures(machine, outcome) && !isOutcome(machine, outcome)) return false;
  const requests = requestsOf(machine, outcome, frame);
  return (
    requests.length > 0 &&
    requests.every((request) =>
      frame.fn.ir.params.some(
        ({ target }) => target.k === 'var' && isSame(machine.evaluate(target, frame), request),
      ),
    )
  );
}

const isOutcome = ({ project }: Machine, { api }: Value): boolean =>
  project.hooks.routeChecks.some(({ outcome }) => outcome === api);

const isFailures = ({ project }: Machine, { api }: Value): boolean =>
  project.hooks.routeChecks.some(({ failures }) => failures === api);

const isSame = (a: Value, b: Value): boolean =>
  a.api === b.api && a.refs.length === b.refs.length && a.refs.every((id) => b.refs.includes(id));

/** Whether nothing is known of what a route is given beside its checks: its code is not seen, and it is taken to ask. */
export const isUnseen = (machine: Machine, value: Value): boolean =>
  value.callables.length + value.refs.length === 0 &&
  value.known === undefined &&
  (value.api === undefined || !machine.catalog.knows(value.api));
