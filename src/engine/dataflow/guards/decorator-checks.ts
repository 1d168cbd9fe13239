import type { Decorator, Expr } from '../../ir/ir.ts';
import { bindArguments } from '../calls/binding.ts';
import { Layer } from '../heap/heap.ts';
import { openFrame, runBody } from '../interpreter/bodies.ts';
import type { ArgValue, Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { everyClass, type Mask, noClass } from '../values/masks.ts';
import { type Callable, noClaim, ofApi, type Value } from '../values/values.ts';
import { clear } from './barriers.ts';
import { importedAs } from './guard-facts.ts';
import { passesOn } from './middleware-checks.ts';

/** Larger wrappers than this do more than to check. */
const maximumSize = 200;

type Shown = Map<string, Mask>;

/**
 * Python's decorators of the project's own: what the function that they put in a handler's place has checked of the
 * handler's arguments, and of the request, by the time that it calls the handler, is known where the handler begins.
 */
export function applyDecorators(machine: Machine, frame: Frame): void {
  const { fn } = frame;
  if (fn.ir.decorators.length === 0 || !fn.module.semantics.functions.areDecorated) return;
  const body = fn.module.functions[0];
  if (!body) return;
  const outer = openFrame(machine, body, undefined, frame.self, [], frame);
  const { uncalled } = frame.entry;
  const before = new Set(uncalled.keys());
  for (const decorator of fn.ir.decorators) {
    for (const wrapper of wrappersBy(machine, decorator, outer)) {
      for (const [path, cleared] of shownBy(machine, wrapper, frame, outer))
        clear(machine, chain(path, fn.ir.at), cleared, frame);
    }
  }
  // What was made to look at it is called by nobody.
  for (const key of uncalled.keys()) if (!before.has(key)) uncalled.delete(key);
}

type Wrapper = Extract<Callable, { kind: 'function' }>;

/** What stands in the place of a function under a decorator of the project's. */
function wrappersBy(machine: Machine, decorator: Decorator, frame: Frame): readonly Wrapper[] {
  const { expr } = decorator;
  const named = machine.evaluate(expr.k === 'call' ? expr.callee : expr, frame);
  if (!named.callables.some(({ kind }) => kind === 'function')) return [];
  const { callables } = expr.k === 'call' ? machine.evaluate(expr, frame) : named;
  const [only, ...others] = callables;
  if (only?.kind !== 'function' || others.length > 0) return [];
  const view: ArgValue = { value: ofApi(passesOn), expr: undefined, name: undefined, spread: undefined };
  const made = machine.callCallable(only, undefined, [view], { node: decorator, frame });
  return made.callables.filter((callable) => callable.kind === 'function');
}

/**
 * Of what a handler can name, by dotted text, for which classes it was shown to be safe whenever the handler is called.
 * @param outer where the wrapper was made
 */
function shownBy(machine: Machine, wrapper: Wrapper, handler: Frame, outer: Frame): Shown {
  const { fn } = wrapper;
  const { entry } = handler;
  if (fn.scope.size > maximumSize || entry.stack.includes(fn)) return new Map();
  const site = { node: fn.ir, frame: outer };
  const bound = bindArguments(machine, fn, handler.self, argumentsOf(machine, fn, handler), site);
  const frame = openFrame(machine, fn, wrapper.environment, handler.self, bound, outer);
  const before = entry.passing;
  let shown: Shown | undefined;
  entry.dependsOn.add(fn);
  entry.inlines.add(fn);
  entry.stack.push(fn);
  entry.passing = (at, args) => {
    if (at.fn !== fn) return;
    const here = shownAt(machine, at, args, handler);
    shown = shown ? common(shown, here) : here;
  };
  runBody(machine, frame);
  entry.passing = before;
  entry.stack.pop();
  return shown ?? new Map();
}

const nameOf = (fn: LinkedFunction, i: number): string | undefined => {
  const target = fn.ir.params[i]?.target;
  return target?.k === 'var' ? target.name : undefined;
};

/** Frameworks call by name; parameters of other names are given in order. */
function argumentsOf(machine: Machine, wrapper: LinkedFunction, handler: Frame): readonly ArgValue[] {
  const wanted = new Set(wrapper.ir.params.map((_, i) => nameOf(wrapper, i)));
  const parts = handler.fn.ir.params.flatMap((param, i) => {
    const name = nameOf(handler.fn, i);
    return name === undefined || param.rest
      ? []
      : [{ name, value: machine.evaluate({ k: 'var', name, at: 0, end: 0 }, handler) }];
  });
  const leading = wrapper.ir.params.findIndex(
    (param, i) => param.rest !== undefined || nameOf(handler.fn, i) === nameOf(wrapper, i),
  );
  const inOrder = leading < 0 ? wrapper.ir.params.length : leading;
  return parts.map(({ name, value }, i) => ({
    value,
    expr: undefined,
    name: i < inOrder && !wanted.has(name) ? undefined : name,
    spread: undefined,
  }));
}

/** What guards have shown by the time that the handler is called with `args`. */
function shownAt(machine: Machine, at: Frame, args: readonly ArgValue[], handler: Frame): Shown {
  const shown: Shown = new Map();
  const roots = new Map<string, string>();
  const note = (path: string, { labels }: Value): void => {
    const cleared = labels.reduce((mask, label) => mask.and(label.cleared), everyClass);
    if (cleared !== noClass) shown.set(path, cleared);
  };
  const spread = args.findIndex((arg) => arg.spread === 'list');
  for (const [i, { name, value, expr, spread: kind }] of args.entries()) {
    if (kind === 'map') {
      for (const id of value.refs)
        for (const [key, part] of machine.object(id, at.state)?.fields ?? []) note(key, part);
    }
    if (kind !== undefined) continue;
    const given = name ?? (spread >= 0 && i > spread ? undefined : nameOf(handler.fn, i));
    if (given === undefined) continue;
    note(given, value);
    if (expr?.k === 'var') roots.set(expr.name, given);
  }
  const claims = new Set<string>();
  at.state.variables.keysSince(new Layer(), claims);

  for (const claim of claims) {
    if (!claim.startsWith('?') || claim.includes('(')) continue;
    const [root, ...rest] = claim.slice(1).split('.');
    if (root === undefined || rest.length === 0) continue;
    const inHandler = roots.get(root) ?? importedAs(root, at.fn.module, handler.fn.module);
    const value = at.state.variables.get(claim);
    if (inHandler !== undefined && value && value !== noClaim) note([inHandler, ...rest].join('.'), value);
  }
  return shown;
}

/** What holds on both ways on. */
function common(a: Shown, b: Shown): Shown {
  const both: Shown = new Map();
  for (const [path, mask] of a) {
    const cleared = mask.and(b.get(path) ?? noClass);
    if (cleared !== noClass) both.set(path, cleared);
  }
  return both;
}

/** The expression of a dotted text. */
function chain(path: string, at: number): Expr {
  const [root = '', ...rest] = path.split('.');
  return rest.reduce<Expr>((object, name) => ({ k: 'field', object, name, at, end: at }), {
    k: 'var',
    name: root,
    at,
    end: at,
  });
}
