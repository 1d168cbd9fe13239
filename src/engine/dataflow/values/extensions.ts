import type { Call, Expr, Index } from '../../ir/ir.ts';
import { settingsOf } from '../../ir/settings.ts';
import { dottedName } from '../../ir/walk.ts';
import type { Frame } from '../interpreter/machine.ts';
import { clearLabels } from './labels.ts';
import { bitOf } from './masks.ts';
import { type Value, withLabels } from './values.ts';

/** Methods that give the last of several parts. */
const lastOf = new Set(['pop', 'at']);

/** Methods that give a text from a place on. */
const cut = new Set(['substring', 'substr', 'slice']);

/** Methods that say where something is found last. */
const lastPlaces = new Set(['lastIndexOf', 'rfind', 'rindex']);

/** Answers by expression: they depend on the text of the function alone. */
const known = new WeakMap<Expr, boolean>();

/**
 * What follows the last dot of a text has no dot in it, so it leads no way up: `name.split('.').pop()`,
 * `name.rsplit(".", 1)[1]`, `name.substring(name.lastIndexOf('.'))`.
 */
export function withoutWays(expr: Call | Index, value: Value, frame: Frame): Value {
  if (value.labels.length === 0) return value;
  let isExtension = known.get(expr);
  if (isExtension === undefined) {
    isExtension = expr.k === 'index' ? isPart(expr) : isLastPart(expr) || isCut(expr, frame);
    known.set(expr, isExtension);
  }
  return isExtension ? withLabels(value, clearLabels(value.labels, bitOf('no-way-up'))) : value;
}

/** `name.split('.')[1]`: no part has a dot; `name.rsplit('.', 1)[-1]`: the last one has none. */
function isPart({ object, index }: Index): boolean {
  const parts = partsAt(object);
  const number = index.k === 'unary' && index.op === '-' ? index.operand : index;
  return parts === 'each' || (parts === 'last' && number.k === 'const' && number.value === 1);
}

/** `name.split('.').pop()` */
function isLastPart({ callee, args }: Call): boolean {
  if (callee.k !== 'field' || !lastOf.has(callee.name)) return false;
  const parts = partsAt(callee.object);
  return parts === 'each' || (parts === 'last' && args.length === 0);
}

/** Which parts of a text have no dot, as far as it is split at dots. */
function partsAt(expr: Expr): 'each' | 'last' | undefined {
  if (expr.k !== 'call' || expr.callee.k !== 'field') return undefined;
  const [separator, limit, ...others] = expr.args.map(({ value }) => value);
  if (!isDot(separator) || others.length > 0) return undefined;
  const { name } = expr.callee;
  if (name === 'split' && !limit) return 'each';
  return name === 'rsplit' && (!limit || (limit.k === 'const' && limit.value === 1)) ? 'last' : undefined;
}

/** A text that is cut at its own last dot, or behind it. */
function isCut({ callee, args }: Call, frame: Frame): boolean {
  if (callee.k !== 'field' || !cut.has(callee.name)) return false;
  const text = dottedName(callee.object);
  const [from, to] = args.map(({ value }) => value);
  // JavaScript's `substring` begins at the smaller one.
  return text !== undefined && to?.k !== 'const' && isLastDotOf(text, from, frame);
}

/** Whether a place is that of a text's last dot, or behind it: at once, or kept in a variable while neither changes. */
function isLastDotOf(text: string, place: Expr | undefined, frame: Frame): boolean {
  switch (place?.k) {
    case 'binary':
      return place.op === '+' && place.right.k === 'const' && isLastDotOf(text, place.left, frame);
    case 'var': {
      const { ir } = frame.fn;
      const [set, ...others] = settingsOf(place.name, ir);
      const isSame = settingsOf(text.split('.', 1)[0] as string, ir).length <= 1;
      return isSame && others.length === 0 && set?.k === 'call' && isLastDotOf(text, set, frame);
    }
    case 'call': {
      const { callee, args } = place;
      return (
        callee.k === 'field' &&
        lastPlaces.has(callee.name) &&
        isDot(args[0]?.value) &&
        dottedName(callee.object) === text
      );
    }
    default:
      return false;
  }
}

const isDot = (expr: Expr | undefined): boolean => expr?.k === 'const' && expr.value === '.';
