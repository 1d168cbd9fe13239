import type { Assign, Expr, FunctionIR, Stmt } from '../../ir/ir.ts';
import { readingName, walk } from '../../ir/walk.ts';
import { bindArguments } from '../calls/binding.ts';
import { Layer } from '../heap/heap.ts';
import { openFrame, runBody } from '../interpreter/bodies.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { CallSite, Frame, Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { everyClass, noClass } from '../values/masks.ts';
import { type Callable, noClaim, ofApi, unknown, type Value } from '../values/values.ts';
import { havePassed, isUnseen } from './asked-results.ts';
import type { RouteCheck } from './route-checks.ts';

/** What a function in front of a handler gets to pass a request on with. */
export const passesOn = 'middleware.next';

/** Larger functions than this do more than to check. */
const maximumSize = 200;

type Checked = Map<string, RouteCheck>;

/** What is known of a request when it comes to a handler. */
export interface Before {
  readonly checks: readonly RouteCheck[];
  /** The last of the route's arguments whose checks somebody has asked for the outcome of; -1 where nobody has. */
  readonly askedUpTo: number;
}

const nothingBefore: Before = { checks: [], askedUpTo: -1 };

/**
 * What functions in front of a handler check of a request before they pass it on: what they do not pass on does not come to
 * the handlers after them.
 * @param handlers what a route is given, for each of its arguments
 * @param given the types of a handler's parameters, the request's first
 */
export function checksBefore(
  machine: Machine,
  handlers: readonly (readonly Value[])[],
  given: readonly (string | undefined)[],
  { site }: Invocation,
): ReadonlyMap<LinkedFunction, Before> {
  const found = new Map<LinkedFunction, Before>();
  let before = nothingBefore;
  const inOrder = handlers.flatMap((values, argument) => values.map((value) => ({ value, argument })));
  const last = inOrder.findLastIndex(({ value }) => value.callables.length > 0);
  for (const [i, { value, argument }] of inOrder.entries()) {
    if (isUnseen(machine, value)) before = { ...before, askedUpTo: argument };
    for (const callable of value.callables) {
      if (callable.kind !== 'function') continue;
      found.set(callable.fn, before);
      if (i === last) continue;
      // It is looked at as this route calls it.
      machine.noteChecks(callable.fn, before.checks);
      const own = checksOfFunction(machine, callable, given, site);
      before = {
        checks: [...before.checks, ...own.checks],
        askedUpTo: own.asks ? argument : before.askedUpTo,
      };
    }
  }
  return found;
}

function checksOfFunction(
  machine: Machine,
  callable: Extract<Callable, { kind: 'function' }>,
  given: readonly (string | undefined)[],
  site: CallSite,
): { readonly checks: readonly RouteCheck[]; readonly asks: boolean } {
  const { fn } = callable;
  const [request, , next] = fn.ir.params.map(({ target }) => (target.k === 'var' ? target.name : undefined));
  const { entry } = site.frame;
  if (request === undefined || next === undefined || fn.scope.size > maximumSize || entry.stack.includes(fn))
    return { checks: [], asks: false };
  const args = [...given.slice(0, 2).map(ofApi), ofApi(passesOn)];
  const bound = bindArguments(
    machine,
    fn,
    callable.self ?? unknown,
    args.map((value) => ({ value, expr: undefined, name: undefined, spread: undefined })),
    site,
  );
  const frame = openFrame(machine, fn, callable.environment, callable.self ?? unknown, bound, site.frame);
  let checked: Checked | undefined;
  let asks: boolean | undefined;
  const parts = partsKept(fn.ir, request);
  const replaced = partsReplaced(fn.ir, request);
  const outer = entry.passing;
  entry.dependsOn.add(fn);
  entry.inlines.add(fn);
  entry.stack.push(fn);
  entry.passing = (at, passed) => {
    if (passed.length > 0) return;
    asks = asks !== false && havePassed(at);
    if (at.fn !== fn) return;
    const shown = shownAt(machine, at, request, parts);
    for (const part of replaced) noteReplaced(machine, at, part, shown);
    checked = checked ? common(checked, shown) : shown;
  };
  runBody(machine, frame);
  entry.passing = outer;
  entry.stack.pop();
  return { checks: [...(checked?.values() ?? [])], asks: asks ?? false };
}

const requestPart = /^(params|query|body|headers|cookies)(?:\.([\w$]+))?$/;

/** Variables of a function that hold a part of its request: `const { id } = req.params`. */
function partsKept(ir: FunctionIR, request: string): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  const changed = new Set<string>();
  const note = (statement: Stmt): void =>
    walk(statement, (node) => {
      if (node.k === 'function') return false;
      if (node.k === 'assign' && node.target.k === 'var') changed.add(node.target.name);
      if (node.k !== 'declare' || !node.init) return undefined;
      const read = readingName(node.init);
      if (!read?.startsWith(`${request}.`)) return undefined;
      const part = read.slice(request.length + 1);
      if (node.target.k === 'var') kept.set(node.target.name, part);
      else if (node.target.k === 'objectPattern')
        for (const { key, target } of node.target.props)
          if (typeof key === 'string' && target.k === 'var') kept.set(target.name, `${part}.${key}`);
      return undefined;
    });
  for (const statement of ir.body) note(statement);
  for (const name of changed) kept.delete(name);
  return kept;
}

const isPartOf = (expr: Expr, request: string): boolean => {
  const name = readingName(expr);
  return name?.startsWith(`${request}.`) === true && requestPart.test(name.slice(request.length + 1));
};

/** Parts of a request that a function puts something else in the place of: `req.body = parsed.data`. */
function partsReplaced(ir: FunctionIR, request: string): readonly Assign[] {
  const found: Assign[] = [];
  for (const statement of ir.body)
    walk(statement, (node) => {
      if (node.k === 'assign' && node.target.k === 'field' && isPartOf(node.target, request))
        found.push(node);
      return node.k !== 'function';
    });
  return found;
}

/** What a part of the request was replaced with has these fields, and what is not untrusted in them, or made safe, stays so. */
function noteReplaced(machine: Machine, frame: Frame, { target: part, value }: Assign, shown: Checked): void {
  if (readingName(value) === undefined) return;
  const [id, ...others] = machine.evaluate(value, frame).refs;
  const object = id === undefined || others.length > 0 ? undefined : machine.object(id, frame.state);
  if (part.k !== 'field' || !object || object.open || object.rest) return;
  for (const [name, field] of object.fields) {
    const labels = deepLabels(machine, field, frame, 1);
    const cleared = labels.reduce((mask, label) => mask.and(label.cleared), everyClass);
    if (cleared !== noClass) shown.set(`${part.name}.${name}`, { section: part.name, name, cleared });
  }
}

/** What guards have shown of the request so far: of its parts by their names, and of variables that hold them. */
function shownAt(
  machine: Machine,
  frame: Frame,
  request: string,
  parts: ReadonlyMap<string, string>,
): Checked {
  const shown: Checked = new Map();
  const note = (part: string, value: Value): void => {
    const [, section, name] = requestPart.exec(part) ?? [];
    const cleared = value.labels.reduce((mask, label) => mask.and(label.cleared), everyClass);
    if (section !== undefined && cleared !== noClass) shown.set(part, { section, name, cleared });
  };
  const claims = new Set<string>();
  frame.state.variables.keysSince(new Layer(), claims);
  const start = `?${request}.`;
  for (const claim of claims) {
    const value = claim.startsWith(start) ? frame.state.variables.get(claim) : undefined;
    if (value && value !== noClaim) note(claim.slice(start.length), value);
  }
  for (const [variable, part] of parts)
    note(part, machine.evaluate({ k: 'var', name: variable, at: 0, end: 0 }, frame));
  return shown;
}

/** What holds on both ways on. */
function common(a: Checked, b: Checked): Checked {
  const both: Checked = new Map();
  for (const [part, check] of a) {
    const cleared = check.cleared.and(b.get(part)?.cleared ?? noClass);
    if (cleared !== noClass) both.set(part, { ...check, cleared });
  }
  return both;
}
