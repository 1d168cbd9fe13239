import type { Primitive } from '../../ir/ir.ts';
import { receiverIndex } from './labels.ts';
import { constant, exact, ofKnown, prefixOf, unknown, type Value } from './values.ts';

export interface Folded {
  readonly value: Value;
  /** Text was put together: labels of both sides stay. */
  readonly concatenates: boolean;
}

const maximumText = 2_000;

/** Stands in a known text for a part that is the program's own but not known: a base address from the settings. */
export const gap = '\uFFFC';

/** What a binary operator makes of two values, as far as constants decide it; undefined when they do not. */
export function fold(op: string, left: Value, right: Value): Folded | undefined {
  const a = exact(left);
  const b = exact(right);
  if (a && b && left.labels.length === 0 && right.labels.length === 0) {
    const value = compute(op, a.value, b.value);
    if (value !== unfoldable)
      return { value: constant(value), concatenates: op === '+' && typeof value === 'string' };
  }
  if (op === '+') return concatenate(left, right);
  if ((op === '%' || op === '/') && a && typeof a.value === 'string') {
    return { value: ofKnown({ kind: 'prefix', text: a.value }), concatenates: true };
  }
  return undefined;
}

function concatenate(left: Value, right: Value): Folded | undefined {
  const a = exact(left);
  if (!a) return continued(left, right);
  const start = prefixOf(left);
  const next = isGap(right) ? gap : prefixOf(right);
  const b = exact(right);
  const text = (start + next).slice(0, maximumText);
  if (b && typeof b.value !== 'undefined')
    return { value: ofKnown({ kind: 'exact', value: text }), concatenates: true };
  const saysNothing = text.replaceAll(gap, '') === '';
  return { value: ofKnown(saysNothing ? undefined : { kind: 'prefix', text }), concatenates: true };
}

/** What follows such a part is known again. */
export const isGap = (value: Value): boolean =>
  value.known === undefined && value.refs.length + value.callables.length === 0 && isOwn(value);

/** Nobody's data, or what the function's own object holds: where that is data, the call is run with it. */
const isOwn = ({ labels }: Value): boolean =>
  labels.every(({ origin }) => origin.kind === 'parameter' && origin.index === receiverIndex);

/**
 * A text of which only the beginning is known goes on where that beginning ends in a gap. A constant that goes there has a gap after
 * it, which may stand for nothing: without one the text could not go on, and its end would be lost.
 */
function continued(left: Value, right: Value): Folded | undefined {
  const start = isGap(left) ? gap : prefixOf(left);
  const isOpen = start.endsWith(gap) && isOwn(left);
  const further = isGap(right) ? gap : prefixOf(right) + (isOwn(right) && exact(right) ? gap : '');
  const next = isOpen ? further : '';
  const text = (start + next).slice(0, maximumText);
  const saysNothing = text.replaceAll(gap, '') === '';
  return saysNothing ? undefined : { value: ofKnown({ kind: 'prefix', text }), concatenates: true };
}

const unfoldable = Symbol('unfoldable');

function compute(op: string, a: Primitive, b: Primitive): Primitive | typeof unfoldable {
  switch (op) {
    case '==':
    case '===':
    case 'is':
      return a === b || (a == null && b == null);
    case '!=':
    case '!==':
      return !(a === b || (a == null && b == null));
    default:
  }
  if (typeof a === 'string' || typeof b === 'string') {
    if (op === '+') return (String(a) + String(b)).slice(0, maximumText);
    if (op === '*' && typeof a === 'string' && typeof b === 'number')
      return b >= 0 && a.length * b <= maximumText ? a.repeat(b) : unfoldable;
    if (typeof a !== 'string' || typeof b !== 'string') return unfoldable;
    if (op === '<') return a < b;
    if (op === '>') return a > b;
    if (op === '<=') return a <= b;
    if (op === '>=') return a >= b;
    if (op === 'in') return b.includes(a);
    return unfoldable;
  }
  if (typeof a !== 'number' || typeof b !== 'number') return unfoldable;
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? unfoldable : a / b;
    case '//':
      return b === 0 ? unfoldable : Math.floor(a / b);
    case '%':
      return b === 0 ? unfoldable : a % b;
    case '**':
      return a ** b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    default:
      return unfoldable;
  }
}

export function foldUnary(op: string, operand: Value): Value {
  const value = exact(operand);
  if (op === '!') {
    return value && operand.labels.length === 0 ? constant(!value.value) : unknown;
  }
  if (op === 'typeof' || op === 'void' || op === 'delete') return unknown;
  if (value && typeof value.value === 'number') {
    if (op === '-') return constant(-value.value);
    if (op === '+') return operand;
    if (op === '~') return constant(~value.value);
  }
  // `+text` is a number: nothing of the text is left.
  return unknown;
}

/** The literal parts of a template with a mark where the values stand. */
export const formatted = (parts: readonly Value[]): string =>
  parts
    .map((part) => prefixOf(part))
    .join('?')
    .slice(0, maximumText);
