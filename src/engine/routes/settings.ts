/** What names are set to, where they are set once. */
import type { Expr, FunctionIR, Pattern } from '../ir/ir.ts';
import { forEachChild, walk } from '../ir/walk.ts';
import { type Placed, parentOf, type Scope } from './scope.ts';

/** `key`: the name is that property of the value. */
interface OnlySetting {
  readonly init: Expr;
  readonly key?: string;
}

/**
 * What a name was set to, once: in the function, or in one around it.
 * @returns undefined for what is set twice, or not by a declaration
 */
export function onlyValueOf(name: string, { module, fn }: Scope): OnlySetting | undefined {
  for (let around: FunctionIR | undefined = fn; around; around = parentOf(around, module)) {
    const found = settings(around).get(name);
    if (found) return found === 'many' ? undefined : found;
    if (around.params.some(({ target }) => namesIn(target).includes(name))) return undefined;
  }
  return undefined;
}

/** What a parameter of a function around a place was called with; undefined where the name is set anew there. */
export function givenValue(name: string, { module, fn, given }: Scope): Placed | undefined {
  const value = given.get(name);
  if (!value) return undefined;
  for (let around: FunctionIR | undefined = fn; around && around.index > 0; around = parentOf(around, module))
    if (settings(around).has(name)) return undefined;
  return value;
}

/** What a name was set to, once, among a function's own statements. */
export function onlySetting(name: string, fn: FunctionIR): OnlySetting | undefined {
  const found = settings(fn).get(name);
  return found === 'many' ? undefined : found;
}

const known = new WeakMap<FunctionIR, ReadonlyMap<string, OnlySetting | 'many'>>();

function settings(fn: FunctionIR): ReadonlyMap<string, OnlySetting | 'many'> {
  const before = known.get(fn);
  if (before) return before;
  const found = new Map<string, OnlySetting | 'many'>();
  const add = (name: string, setting: OnlySetting | undefined): void => {
    found.set(name, setting && !found.has(name) ? setting : 'many');
  };
  const set = (target: Pattern, value: Expr | undefined): void => {
    if (target.k === 'var') return add(target.name, value && { init: value });
    const props = target.k === 'objectPattern' ? target.props : [];
    const named = new Set<string>();
    for (const { key, target: inner } of props) {
      if (inner.k !== 'var' || typeof key !== 'string' || !value) continue;
      named.add(inner.name);
      add(inner.name, { init: value, key });
    }
    for (const name of namesIn(target)) if (!named.has(name)) add(name, undefined);
  };
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'declare') set(node.target, node.init);
      if (node.k === 'assign') set(node.target, node.op === undefined ? node.value : undefined);
      if (node.k === 'foreach')
        set(node.target.k === 'declare' ? node.target.target : node.target, undefined);
      return undefined;
    });
  known.set(fn, found);
  return found;
}

/** The names that a pattern sets. */
function namesIn(target: Pattern): readonly string[] {
  if (target.k === 'var') return [target.name];
  const names: string[] = [];
  if (target.k === 'objectPattern' || target.k === 'arrayPattern')
    forEachChild(target, (child) => {
      if (child.k === 'var' || child.k === 'objectPattern' || child.k === 'arrayPattern')
        names.push(...namesIn(child));
    });
  return names;
}
