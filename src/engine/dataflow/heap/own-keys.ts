import type { Expr, FunctionIR } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import { clear } from '../guards/barriers.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { bitOf } from '../values/masks.ts';

/**
 * `target.hasOwnProperty(key)`: what an object has under a key of its own is no prototype. Of the object whose keys are gone
 * through it says nothing: an attacker's has a `__proto__` of its own.
 */
export function refineOwnKey(machine: Machine, owner: Expr, key: Expr, frame: Frame): void {
  const isAttackers = machine
    .evaluate(owner, frame)
    .labels.some(({ origin }) => origin.kind === 'source' && origin.source.threatModel === 'remote');
  if (!isAttackers && !areKeysOf(owner, key, frame)) clear(machine, key, bitOf('prototype-pollution'), frame);
}

/** `for (const key in owner)`, `for (const key of Object.keys(owner))`, `Object.keys(owner).forEach((key) => …)`. */
export function areKeysOf(owner: Expr, key: Expr, { fn: { ir, module } }: Frame): boolean {
  const name = dottedName(owner);
  if (name === undefined || key.k !== 'var') return true;
  const holds = (expr: Expr): boolean =>
    dottedName(expr) === name || (expr.k === 'call' && expr.args.some(({ value }) => holds(value)));
  let found = false;
  for (const statement of ir.body)
    walk(statement, (node) => {
      if (node.k === 'foreach') {
        const target = node.target.k === 'declare' ? node.target.target : node.target;
        let isKey = false;
        walk(target, (part) => {
          isKey ||= part.k === 'var' && part.name === key.name;
        });
        found ||= isKey && holds(node.iterable);
      }
      return !found;
    });
  // The function of a `forEach` has the key for its parameter.
  const isParameter = ir.params.some(({ target }) => target.k === 'var' && target.name === key.name);
  const around = ir.parent === undefined ? undefined : module.functions[ir.parent]?.ir;
  return found || (isParameter && around !== undefined && goesThrough(name, around, ir));
}

const listing = new Set(['keys', 'entries', 'getOwnPropertyNames']);

/** Whether a function is given to a method of a list of an object's keys: `Object.keys(owner).filter(…).forEach((key) => …)`. */
function goesThrough(name: string, around: FunctionIR, inner: FunctionIR): boolean {
  const isList = (expr: Expr): boolean => {
    if (expr.k === 'field') return isList(expr.object);
    if (expr.k !== 'call' || expr.callee.k !== 'field') return false;
    const [owner] = expr.args;
    const isListed = listing.has(expr.callee.name) && owner !== undefined && dottedName(owner.value) === name;
    return isListed || isList(expr.callee.object);
  };
  let found = false;
  for (const statement of around.body)
    walk(statement, (node) => {
      found ||=
        node.k === 'call' &&
        isList(node.callee) &&
        node.args.some(({ value }) => value.k === 'function' && value.fn === inner.index);
      return !found;
    });
  return found;
}
