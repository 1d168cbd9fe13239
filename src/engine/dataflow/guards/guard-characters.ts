import type { Call, Comprehension, Expr } from '../../ir/ir.ts';
import { fork } from '../heap/heap.ts';
import { iterated } from '../interpreter/loads.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { everyClass, type Mask, noClass } from '../values/masks.ts';
import { clearedByPattern } from '../values/patterns.ts';
import { exact } from '../values/values.ts';
import { clear } from './barriers.ts';
import { clearWhole, shownOfEach } from './checked-each.ts';
import { isFixed } from './closed-sets.ts';
import { refineNoPart } from './path-parts.ts';
import { refineAllKnown, refineSome } from './some-element.ts';

/** Python's tests that hold of letters and digits only. */
const lettersAndDigits = new Set(['isalnum', 'isalpha', 'isdigit', 'isdecimal', 'isnumeric', 'isidentifier']);

/** `all(c.isalnum() or c in "-_" for c in x)`, `not any(c not in ALLOWED for c in x)`: what holds of each part holds of the whole. */
export function refineEach(machine: Machine, test: Call, truth: boolean, frame: Frame): boolean {
  const [only, ...others] = test.args;
  if (test.callee.k !== 'var' || others.length > 0 || only?.value.k !== 'comprehension') return false;
  const isAll = test.callee.name === 'all';
  if (!isAll && test.callee.name !== 'any') return false;
  const { clauses, element } = only.value as Comprehension;
  const [clause, ...more] = clauses;
  if (truth !== isAll) {
    if (more.length === 0) refineSome(machine, only.value as Comprehension, truth, frame);
    return true;
  }
  if (!isAll && refineNoPart(machine, only.value as Comprehension, frame)) return true;
  if (!clause || more.length > 0 || clause.conditions.length > 0 || clause.target.k !== 'var') return true;
  const mask = shownBy(machine, element, clause.target.name, isAll, frame);
  if (mask !== noClass) clear(machine, clause.iterable, mask, frame);
  else {
    refineEachElement(machine, clause, element, isAll, frame);
    refineAllKnown(machine, clause, element, isAll, frame);
  }
  return true;
}

/** `all(is_public(x) for x in list)`: asks what the test shows of an element. */
function refineEachElement(
  machine: Machine,
  { target, iterable }: Comprehension['clauses'][number],
  test: Expr,
  truth: boolean,
  frame: Frame,
): void {
  const each = iterated(machine, machine.evaluate(iterable, frame), frame);
  const outer = frame.state;
  frame.state = fork(outer);
  machine.assign(target, each, frame, iterable);
  const shown = machine.refine(test, truth, frame) ? shownOfEach(machine, each, target, frame) : noClass;
  frame.state = outer;
  clearWhole(machine, iterable, each, shown, frame);
}

/** `set(x) <= LETTERS`, `set(x).issubset(LETTERS)`: what was made a set of, and what it is part of. */
export function refineSubset(machine: Machine, part: Expr, whole: Expr, frame: Frame): boolean {
  if (part.k !== 'call' || part.callee.k !== 'var' || !/^(?:frozen)?set$/.test(part.callee.name))
    return false;
  const [only, ...others] = part.args;
  if (!only || others.length > 0) return false;
  const listed = listOf(machine, whole, frame);
  const mask = listed === undefined ? noClass : listed === '' ? everyClass : clearedByPattern(`[${listed}]`);
  if (mask !== noClass) clear(machine, only.value, mask, frame);
  return true;
}

/** The classes for which a text is safe of whose characters, or a list of whose elements, a test comes out so. */
function shownBy(machine: Machine, test: Expr, name: string, truth: boolean, frame: Frame): Mask {
  const listed = listedBy(machine, test, name, truth, frame);
  if (listed === undefined) return noClass;
  return listed === '' ? everyClass : clearedByPattern(`[${listed}]`);
}

/** The characters for which a test comes out so, as in a set of a pattern; '' where they are of the program's own choice. */
function listedBy(
  machine: Machine,
  test: Expr,
  name: string,
  truth: boolean,
  frame: Frame,
): string | undefined {
  const isItself = (expr: Expr | undefined): boolean => expr?.k === 'var' && expr.name === name;
  if (test.k === 'unary' && test.op === '!') return listedBy(machine, test.operand, name, !truth, frame);
  if (test.k === 'logical' && test.op === (truth ? '||' : '&&')) {
    const left = listedBy(machine, test.left, name, truth, frame);
    const right = listedBy(machine, test.right, name, truth, frame);
    return left === undefined || right === undefined ? undefined : `${left}${right}`;
  }
  if (!truth) return undefined;
  if (test.k === 'call' && test.callee.k === 'field' && isItself(test.callee.object))
    return lettersAndDigits.has(test.callee.name) ? 'A-Za-z0-9' : undefined;
  if (test.k !== 'binary' || test.op !== 'in' || !isItself(test.left)) return undefined;
  return listOf(machine, test.right, frame);
}

/** The characters of a text or a list of the program's own, as in a set of a pattern; '' where they are not all known. */
function listOf(machine: Machine, list: Expr, frame: Frame): string | undefined {
  const among = machine.evaluate(list, frame);
  const text = exact(among)?.value;
  if (typeof text === 'string') return quoted(text);
  if (!isFixed(machine, list, frame)) return undefined;
  const items = among.refs.flatMap((id) => machine.object(id, frame.state)?.items ?? []);
  const texts = items.map((item) => exact(item)?.value);
  return texts.every((item) => typeof item === 'string') ? quoted(texts.join('')) : '';
}

const quoted = (characters: string): string => characters.replace(/[\\\]^-]/g, '\\$&');
