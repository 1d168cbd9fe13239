import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import { forEachChild, type IRNode, walk } from '../ir/walk.ts';
import { showsAdministrator } from './administrators.ts';
import { showsBearer, verifiesBearer } from './bearer.ts';
import { showsCaller } from './callers.ts';
import type { Check, Requirement } from './entry-point.ts';
import { dependenciesOf, schemeOfDependency } from './injected.ts';
import { type Asking, passesOnlyWhere } from './passing.ts';
import { functionOf, libraryName, methodOf } from './referenced.ts';
import type { Scope } from './scope.ts';

/** What a check in front of a handler asks of every caller, as its code or its library shows. */
export function requirementsOf(check: Check, scope: Scope): readonly Requirement[] {
  if (check.k === 'known') return [check.asks];
  const found = all.filter((requirement) => asks(check, requirement, scope));
  if (found.includes('bearer') || check.passes !== 'end') return found;
  return schemeOfDependency(check.value, scope) === 'bearer' ? [...found, 'bearer'] : found;
}

/** Those that findings depend on. */
const all: readonly Requirement[] = ['administrators', 'bearer'];

/** Whether a check lets only callers pass that the server knows, as its code or its library shows. */
export function asksCaller(check: Check, scope: Scope, depth = 0): boolean {
  if (check.k === 'known' || asks(check, 'administrators', scope) || asks(check, 'caller', scope))
    return true;
  if (check.passes !== 'end' || depth >= maximumDepth) return false;
  return dependenciesOf(check.value, scope).some(({ value, scope: own }) =>
    asksCaller({ ...check, value }, own, depth + 1),
  );
}

/** How far a dependency's own dependencies are followed. */
const maximumDepth = 5;

function asks(check: Extract<Check, { k: 'code' }>, requirement: Requirement, scope: Scope): boolean {
  const { value, passes, method } = check;
  const target = method === undefined ? functionOf(value, scope) : methodOf(value, method, scope);
  if (!target) return false;
  const { fn, module } = target;
  if (passes === 'end' || passes === 'truth') {
    const first = fn.params[0]?.target;
    const caller = check.takesCaller && first?.k === 'var' ? { caller: first.name } : {};
    return passesOnlyWhere(fn, {
      ...asking(requirement, { ...target, ...caller }),
      passing: () => undefined,
      end: passes === 'end' ? 'passes' : 'truth',
    });
  }
  const through = passedBy(fn, passes);
  if (through === undefined) return false;
  const caught = passes === 'next' ? caughtIn(fn, module) : new Set<string>();
  return passesOnlyWhere(fn, {
    ...asking(requirement, target),
    passing: (node) => letsThrough(node, through, caught),
    end: 'nothing',
  });
}

/**
 * Whether a function itself asks of its caller what is required before it comes to a place.
 * @param place offsets of the code that is reached
 */
export function asksBefore(
  fn: FunctionIR,
  place: { readonly at: number; readonly end: number },
  requirement: Requirement,
  scope: Scope,
): boolean {
  const holds = (node: { readonly at: number; readonly end: number }): boolean =>
    node.at <= place.at && place.end <= node.end;
  const isPlace = (node: IRNode): boolean => {
    if (node.k === 'function' || !holds(node)) return false;
    let isInside = false;
    forEachChild(node, (child) => {
      if (holds(child)) isInside = true;
    });
    return !isInside;
  };
  return passesOnlyWhere(fn, {
    ...asking(requirement, { ...scope, fn }),
    passing: (node) => (isPlace(node) ? 'passes' : undefined),
    end: 'nothing',
  });
}

const asking = (
  requirement: Requirement,
  scope: Scope,
): Pick<Asking, 'shows' | 'done' | 'raises' | 'functions'> => ({
  shows: (test, outcome) => shown[requirement](test, outcome, scope),
  done: (value) => requirement !== 'administrators' && verifiesBearer(value, scope),
  raises: (value) => value.k === 'call' && raising.has(libraryName(value.callee, scope.module) ?? ''),
  functions: scope.module.functions,
});

const shown = { administrators: showsAdministrator, bearer: showsBearer, caller: showsCaller } as const;

const raising = new Set([
  'flask.abort',
  'quart.abort',
  'bottle.abort',
  'werkzeug.exceptions.abort',
  'aiohttp.web.abort',
]);

/** The parameter that lets a request through: `next`, or the function that a decorator wraps. */
function passedBy({ params }: FunctionIR, passes: 'next' | 'wrapped'): string | undefined {
  const param = passes === 'wrapped' ? params[0] : params.length > 1 ? params.at(-1) : undefined;
  return param?.target.k === 'var' ? param.target.name : undefined;
}

/** Names of errors that `catch` gives. */
function caughtIn(fn: FunctionIR, { functions }: ModuleIR): ReadonlySet<string> {
  const names = new Set<string>();
  const inside = functions.filter(({ at, end }) => fn.at <= at && end <= fn.end);
  for (const statement of inside.flatMap(({ body }) => body))
    walk(statement, (node) => {
      if (node.k === 'try')
        for (const { param } of node.handlers) if (param?.k === 'var') names.add(param.name);
      return undefined;
    });
  return names;
}

/** Any mention of it may let through, but `next(error)`, which goes to the handler of errors. */
function letsThrough(
  node: IRNode,
  name: string,
  caught: ReadonlySet<string>,
): 'passes' | 'stops' | undefined {
  if (node.k === 'call' && node.callee.k === 'var' && node.callee.name === name) {
    const error = node.args[0]?.value;
    const isError =
      error?.k === 'new' || error?.k === 'call' || (error?.k === 'var' && caught.has(error.name));
    return isError ? 'stops' : 'passes';
  }
  return node.k === 'var' && node.name === name ? 'passes' : undefined;
}
