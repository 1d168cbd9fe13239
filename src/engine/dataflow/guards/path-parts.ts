/** A path that is looked at part by part: without a part that is `..`, there is no way up. */
import type { Call, Comprehension, Expr, Lambda } from '../../ir/ir.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { bitOf } from '../values/masks.ts';
import { clear } from './barriers.ts';
import { lastSet } from './path-roots.ts';
import { takenAsPath } from './taken-as-path.ts';

/** `Path(x).parts`, `x.split('/')`: the path whose parts an expression gives; where it gives them all. */
export function pathOfParts(expr: Expr, frame: Frame): Expr | undefined {
  if (expr.k === 'var') {
    const set = lastSet(expr, frame);
    return set && set.k !== 'var' ? pathOfParts(set, frame) : undefined;
  }
  if (expr.k === 'field') return expr.name === 'parts' ? takenAsPath(expr.object) : undefined;
  if (expr.k !== 'call' || expr.callee.k !== 'field') return undefined;
  const [first, ...others] = expr.args.map(({ value }) => value);
  // `Arrays.asList(x.split("/"))`, `List.of(…)`
  if (first && others.length === 0 && /^(?:asList|of|from)$/.test(expr.callee.name))
    return pathOfParts(first, frame);
  if (expr.callee.name !== 'split' || !first) return undefined;
  const separates =
    first.k === 'const'
      ? /^(?:[\\/]|\[[\\/]{2,3}\][+]?)$/.test(String(first.value))
      : first.k === 'regexp'
        ? /^\[?(?:\\?[\\/])+\]?\+?$/.test(first.source)
        : first.k === 'field' && separatorNames.has(first.name);
  return separates ? takenAsPath(expr.callee.object) : undefined;
}

const separatorNames = new Set(['sep', 'separator']);

/** `any(part == '..' for part in path.parts)`, where it is not so. */
export function refineNoPart(
  machine: Machine,
  { clauses: [clause, ...others], element }: Comprehension,
  frame: Frame,
): boolean {
  if (!clause || others.length > 0 || clause.target.k !== 'var' || !isWayUp(element, clause.target.name))
    return false;
  const path = pathOfParts(clause.iterable, frame);
  if (path) clear(machine, path, bitOf('no-way-up'), frame);
  return path !== undefined;
}

/** `!path.split('/').some((part) => part === '..')`, and `path.split('/').every((part) => part !== '..')`. */
export function refineNoneOfParts(
  machine: Machine,
  { callee }: Call,
  { fn }: Lambda,
  every: boolean,
  frame: Frame,
): boolean {
  const { body = [], params = [] } = frame.fn.module.functions[fn]?.ir ?? {};
  const [only, ...others] = body;
  const target = params[0]?.target;
  if (only?.k !== 'return' || !only.value || others.length > 0 || target?.k !== 'var') return false;
  const path = callee.k === 'field' ? pathOfParts(callee.object, frame) : undefined;
  if (!path || !(every ? isNoWayUp : isWayUp)(only.value, target.name)) return false;
  clear(machine, path, bitOf('no-way-up'), frame);
  return true;
}

/** `part === '..'`, perhaps beside other parts that are refused. */
function isWayUp(test: Expr, name: string): boolean {
  if (test.k === 'logical' && test.op === '||') return isWayUp(test.left, name) || isWayUp(test.right, name);
  if (test.k === 'binary' && test.op === 'in' && isPart(test.left, name))
    return test.right.k === 'array' && test.right.items.some(({ value }) => isDots(value));
  return compares(test, ['==', '==='], name);
}

function isNoWayUp(test: Expr, name: string): boolean {
  if (test.k === 'logical' && test.op === '&&')
    return isNoWayUp(test.left, name) || isNoWayUp(test.right, name);
  if (test.k === 'unary' && test.op === '!') return isWayUp(test.operand, name);
  return compares(test, ['!=', '!=='], name);
}

const compares = (test: Expr, operators: readonly string[], name: string): boolean =>
  test.k === 'binary' &&
  operators.includes(test.op) &&
  ((isPart(test.left, name) && isDots(test.right)) || (isPart(test.right, name) && isDots(test.left)));

const isPart = (expr: Expr, name: string): boolean => expr.k === 'var' && expr.name === name;

const isDots = (expr: Expr): boolean => expr.k === 'const' && expr.value === '..';
