import type { Call, Expr, FunctionIR } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { Callable } from '../values/values.ts';

const known = new WeakMap<FunctionIR, ReadonlySet<Expr>>();

/**
 * Whether what a called function shows is known where the call is asked about. An asynchronous function has not run to its end
 * then, and its promise or coroutine is true whatever comes of it, unless it is waited for.
 */
export const isSettled = (fn: FunctionIR, call: Call, callable: Callable): boolean =>
  !isAsynchronous(callable) || waitedIn(fn).has(call);

export const isAsynchronous = (callable: Callable): boolean =>
  callable.kind === 'function' && callable.fn.ir.isAsync;

/** Calls that somebody waits for: `await f(x)`, later in a variable too, and what goes on to others: `return f(x)`, `gather(f(x))`. */
function waitedIn(fn: FunctionIR): ReadonlySet<Expr> {
  let waited = known.get(fn);
  if (!waited) {
    waited = findWaited(fn);
    known.set(fn, waited);
  }
  return waited;
}

function findWaited(fn: FunctionIR): ReadonlySet<Expr> {
  const waited = new Set<Expr>();
  const names = new Set<string>();
  const kept: (readonly [string, Expr])[] = [];
  const wait = (expr: Expr): void => {
    if (expr.k === 'call') waited.add(expr);
    else if (expr.k === 'var') names.add(expr.name);
    else if (expr.k === 'cast') wait(expr.value);
    else if (expr.k === 'logical') [expr.left, expr.right].forEach(wait);
    else if (expr.k === 'conditional') [expr.then, expr.else].forEach(wait);
  };
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'await') wait(node.value);
      else if ((node.k === 'return' || node.k === 'yield') && node.value) wait(node.value);
      else if (node.k === 'call' || node.k === 'new') for (const { value } of node.args) wait(value);
      else if (node.k === 'array') for (const { value } of node.items) wait(value);
      else if (node.k === 'declare' && node.target.k === 'var' && node.init)
        kept.push([node.target.name, node.init]);
      else if (node.k === 'assign' && node.target.k === 'var') kept.push([node.target.name, node.value]);
      return undefined;
    });
  for (const [name, value] of kept) if (names.has(name)) wait(value);
  return waited;
}
