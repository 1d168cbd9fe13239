import type { Call, Expr, FunctionIR, Pattern } from '../../ir/ir.ts';
import { isLookup, isSearch, isTest } from '../../ir/tests.ts';
import { type IRNode, walk } from '../../ir/walk.ts';
import type { LinkedFunction } from '../names/linking.ts';

const found = new WeakMap<FunctionIR, ReadonlyMap<string, Expr>>();
/** The function that was last asked about: mostly it is asked about again. */
let last: { readonly fn: FunctionIR; readonly tests: ReadonlyMap<string, Expr> } | undefined;

/** `const isSafe = pattern.test(x); … if (isSafe)`: the test that a variable holds the outcome of, where it is set but once. */
export function testKeptIn(fn: LinkedFunction, name: string): Expr | undefined {
  const kept = outcomeKeptIn(fn, name);
  return kept && !isSearch(kept) ? kept : undefined;
}

/** `const at = list.indexOf(x); if (at < 0) return`: the search that a variable holds the outcome of. */
export function searchKeptIn(fn: LinkedFunction, expr: Expr): Expr | undefined {
  const kept = expr.k === 'var' ? outcomeKeptIn(fn, expr.name) : undefined;
  return kept && isSearch(kept) ? kept : undefined;
}

/** The test or search that a variable holds the outcome of. */
export function outcomeKeptIn({ ir: fn, scope }: LinkedFunction, name: string): Expr | undefined {
  if (!scope.keepsTests) return undefined;
  if (last?.fn !== fn) last = { fn, tests: testsOf(fn) };
  return last.tests.size === 0 ? undefined : last.tests.get(name);
}

function testsOf(fn: FunctionIR): ReadonlyMap<string, Expr> {
  let tests = found.get(fn);
  if (!tests) {
    tests = testsIn(fn);
    found.set(fn, tests);
  }
  return tests;
}

function testsIn(fn: FunctionIR): ReadonlyMap<string, Expr> {
  const tests = new Map<string, Expr>();
  const set = new Set(fn.params.flatMap(({ target }) => (target.k === 'var' ? [target.name] : [])));
  const note = (name: string, value: Expr | undefined): void => {
    if (set.has(name)) tests.delete(name);
    else if (value && (isOutcome(value) || isSearch(value) || isPart(value) || isLookup(value)))
      tests.set(name, value);
    set.add(name);
  };
  const visit = (node: IRNode): undefined => {
    if (node.k === 'declare' && node.init) notePattern(node.target, node.init, note);
    else if (node.k === 'assign')
      notePattern(node.target, node.op === undefined ? node.value : undefined, note);
    return undefined;
  };
  for (const statement of fn.body) walk(statement, visit);
  const asked = askedForPartsIn(fn);
  for (const [name, test] of tests) if (!asked.has(name) && mayBeAnything(test)) tests.delete(name);
  for (const name of tests.keys()) if (asksItself(name, tests)) tests.delete(name);
  return tests;
}

/** `ok, message = validate(x)`, `const { valid } = validate(x)`: each variable holds a part of the outcome. */
function notePattern(
  target: Pattern,
  value: Expr | undefined,
  note: (name: string, value: Expr | undefined) => void,
): void {
  const part = (name: string): Expr | undefined =>
    value && isOutcome(value) ? { k: 'field', object: value, name, at: value.at, end: value.end } : undefined;
  if (target.k === 'var') note(target.name, value);
  else if (target.k === 'arrayPattern')
    for (const [i, item] of target.items.entries()) {
      if (item?.target.k === 'var') note(item.target.name, item.rest ? undefined : part(String(i)));
    }
  else if (target.k === 'objectPattern')
    for (const { key, target: own } of target.props)
      if (own.k === 'var') note(own.name, typeof key === 'string' ? part(key) : undefined);
}

const isPart = (value: Expr): boolean => value.k === 'field' && isOutcome(value.object);

/** A call is a test only where its outcome is asked for. */
const mayBeAnything = (test: Expr): boolean =>
  test.k === 'call'
    ? !isSearch(test) && !makesMatcher(test)
    : test.k === 'await' || isPart(test) || isLookup(test);

const isOutcome = (value: Expr): boolean => isTest(value.k === 'await' ? value.value : value);

/** Java's `pattern.matcher(text)`, which is asked later. */
const makesMatcher = ({ callee }: Call): boolean => callee.k === 'field' && callee.name === 'matcher';

/** Where variables of a function are set: the places of all assignments to them. */
const places = new WeakMap<FunctionIR, ReadonlyMap<string, readonly number[]>>();

/** Whether nothing that a test asks about was set anew after it, before the outcome is asked for. */
export function isUnchanged({ ir: fn }: LinkedFunction, test: Expr, until: number): boolean {
  let known = places.get(fn);
  if (!known) {
    const found = new Map<string, number[]>();
    for (const statement of fn.body)
      walk(statement, (node) => {
        if ((node.k === 'assign' || node.k === 'declare') && node.target.k === 'var')
          found.set(node.target.name, [...(found.get(node.target.name) ?? []), node.at]);
        return node.k !== 'function';
      });
    known = found;
    places.set(fn, known);
  }
  if (known.size === 0) return true;
  let isSame = true;
  walk(test, (node) => {
    if (node.k === 'var' && known.get(node.name)?.some((at) => at > test.end && at < until)) isSame = false;
    return isSame;
  });
  return isSame;
}

const comparisons = new Set(['==', '===', '!=', '!==', 'is', '>', '<', '>=']);

/** Variables that stand where a yes or no is asked for: the outcome of a call that one holds is an answer. */
export function askedIn(fn: FunctionIR): ReadonlySet<string> {
  const asked = new Set<string>();
  forEachAsked(fn, (expr) => {
    if (expr.k === 'var') asked.add(expr.name);
  });
  return asked;
}

/** Variables of which a part is asked: `result.valid`, `result[0]`, `result.valid()`, `result.error !== null`. */
function askedForPartsIn(fn: FunctionIR): ReadonlySet<string> {
  const asked = new Set<string>();
  const ask = (expr: Expr): void => {
    if (expr.k === 'var') asked.add(expr.name);
    else if (expr.k === 'await') ask(expr.value);
    else if (expr.k === 'field' || expr.k === 'index') ask(expr.object);
    else if (expr.k === 'call' && expr.args.length === 0) ask(expr.callee);
    else if (expr.k === 'call' && expr.callee.k === 'var' && expr.callee.name === 'len')
      for (const { value } of expr.args) ask(value);
    else if (expr.k === 'binary' && comparisons.has(expr.op)) {
      ask(expr.left);
      ask(expr.right);
    }
  };
  forEachAsked(fn, ask);
  return asked;
}

function forEachAsked(fn: FunctionIR, ask: (expr: Expr) => void): void {
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'if' || node.k === 'conditional' || (node.k === 'loop' && node.test))
        ask(node.test as Expr);
      else if (node.k === 'unary' && node.op === '!') ask(node.operand);
      else if (node.k === 'logical') {
        ask(node.left);
        ask(node.right);
      } else if (node.k === 'return' && node.value) ask(node.value);
      return undefined;
    });
}

/** `on = !on`: what the variable held before, perhaps by way of others, is not what it holds. */
function asksItself(name: string, tests: ReadonlyMap<string, Expr>): boolean {
  const asked = new Set<string>();
  const ask = (test: Expr): void =>
    walk(test, (node) => {
      if (node.k !== 'var' || asked.has(node.name)) return undefined;
      asked.add(node.name);
      const kept = tests.get(node.name);
      if (kept) ask(kept);
      return undefined;
    });
  const own = tests.get(name);
  if (own) ask(own);
  return asked.has(name);
}
