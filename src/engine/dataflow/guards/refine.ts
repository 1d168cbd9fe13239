import type { Expr } from '../../ir/ir.ts';
import { refineLookedUp } from '../calls/chosen-methods.ts';
import { fork, mergeInto, type State } from '../heap/heap.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import {
  isFixed,
  isOwnCollection,
  isTextTest,
  refineEquality,
  refineMembership,
} from '../values/equality.ts';
import { bitOf, everyClass } from '../values/masks.ts';
import { exact } from '../values/values.ts';
import { refineOutcome } from './asked-results.ts';
import { clear, clearOrigins, empty, hostParts, pathClasses } from './barriers.ts';
import { refineCall } from './guard-calls.ts';
import { refineSubset } from './guard-characters.ts';
import { refineByPart, refineByProperty } from './guard-functions.ts';
import { isUnchanged, searchKeptIn, testKeptIn } from './kept-guards.ts';
import { clearListed } from './listed.ts';
import { isResolved } from './path-roots.ts';

/** See `Machine.refine`. */
export function refine(machine: Machine, test: Expr, truth: boolean, frame: Frame): boolean {
  if (test.k === 'call' || test.k === 'binary' || test.k === 'field')
    refineOutcome(machine, test, truth, frame);
  switch (test.k) {
    case 'unary':
      return test.op === '!' ? machine.refine(test.operand, !truth, frame) : true;
    case 'logical':
      if (test.op === '&&' && truth)
        return machine.refine(test.left, true, frame) && machine.refine(test.right, true, frame);
      if (test.op === '||' && !truth)
        return machine.refine(test.left, false, frame) && machine.refine(test.right, false, frame);
      return test.op === '??' || refineEither(machine, test, truth, frame);
    case 'binary':
      refineBinary(machine, test, truth, frame);
      return true;
    case 'call':
      if (test.args.length === 0) refineByPart(machine, test, truth, frame);
      refineCall(machine, test, truth, frame);
      return true;
    case 'assign':
      return test.target.k === 'var' ? machine.refine(test.target, truth, frame) : true;
    case 'field':
      // `if not url.netloc`: an address without a host is none of another server; a browser still goes where `////host` leads.
      refineByPart(machine, test, truth, frame);
      refineByProperty(machine, test, truth, frame);
      if (!truth && hostParts.has(test.name) && isOfLibrary(machine, test.object, frame))
        clearOrigins(machine, machine.evaluate(test, frame).labels, bitOf('ssrf'), frame);
      return true;
    case 'var': {
      if (truth) refineLookedUp(machine, test, frame);
      // Nothing, and a text without characters, do no harm: `if (name && !isSafe(name)) throw …`.
      else empty(machine, test, frame);
      const kept = testKeptIn(frame.fn, test.name);
      return kept && isUnchanged(frame.fn, kept, test.at) ? machine.refine(kept, truth, frame) : true;
    }
    case 'await':
      return machine.refine(test.value, truth, frame);
    case 'index':
      refineByPart(machine, test, truth, frame);
      // `if (ALLOWED[x])`: a table of the program's own has the key.
      if (truth && isFixed(machine, test.object, frame)) clearListed(machine, test.index, frame);
      return true;
    default:
      return true;
  }
}

/** An address that a library took apart, and not something of the program's or a client's that happens to have such a field. */
function isOfLibrary(machine: Machine, expr: Expr, frame: Frame): boolean {
  const { api, refs } = machine.evaluate(expr, frame);
  return api !== undefined || refs.some((id) => machine.object(id, frame.state)?.api !== undefined);
}

/** `a || b` holds where a holds, and where it does not and b holds; the same for the failure of `a && b`. */
function refineEither(
  machine: Machine,
  test: Extract<Expr, { k: 'logical' }>,
  truth: boolean,
  frame: Frame,
): boolean {
  const base = frame.state;
  const exits: State[] = [];
  frame.state = fork(base);
  if (machine.refine(test.left, truth, frame)) exits.push(frame.state);
  frame.state = fork(base);
  if (machine.refine(test.left, !truth, frame) && machine.refine(test.right, truth, frame))
    exits.push(frame.state);
  frame.state = base;
  mergeInto(base, exits);
  return exits.length > 0;
}

/** On a text no longer than this, polynomial time is no time. */
const shortText = 1_000;

function refineBinary(
  machine: Machine,
  test: Extract<Expr, { k: 'binary' }>,
  truth: boolean,
  frame: Frame,
): void {
  const { op, right } = test;
  const left = searchKeptIn(frame.fn, test.left) ?? test.left;
  if (op === '==' || op === '===' || op === '!=' || op === '!==' || op === 'is') {
    const equal = truth === (op === '==' || op === '===' || op === 'is');
    refineEquality(machine, left, right, equal, frame);
    refineEquality(machine, right, left, equal, frame);
    return;
  }
  if (op === 'in') {
    // `root in path.resolve().parents`
    if (right.k === 'field' && right.name === 'parents') {
      const below = machine.evaluate(right.object, frame);
      if (truth && isResolved(below)) clearOrigins(machine, below.labels, pathClasses(), frame);
      return;
    }
    // `name in os.listdir(root)`: a name that is there is no way out.
    if (truth && right.k === 'call' && right.callee.k === 'field' && right.callee.name === 'listdir') {
      const [folder] = right.args;
      if (folder && machine.evaluate(folder.value, frame).labels.length === 0)
        clear(machine, left, pathClasses(), frame);
      return;
    }
    if (isTextTest(machine, right, left, truth, frame)) return;
    if (truth && (isFixed(machine, right, frame) || isOwnCollection(machine, right, frame)))
      clearListed(machine, left, frame);
    return;
  }
  if (op === 'instanceof') {
    if (truth && right.k === 'type' && machine.project.isScalar(right.type, frame.fn.module))
      clear(machine, left, everyClass, frame);
    return;
  }
  // `set(x) <= LETTERS`
  if (truth && op === '<=' && refineSubset(machine, left, right, frame)) return;
  if (truth && op === '>=' && refineSubset(machine, right, left, frame)) return;
  if (!truth && op === '-' && refineSubset(machine, left, right, frame)) return;
  // `list.indexOf(x) >= 0`, `> -1`
  const bound = exact(machine.evaluate(right, frame))?.value;
  if (left.k === 'field' && left.name === 'length' && typeof bound === 'number') {
    const isShort = truth ? op === '<' || op === '<=' : op === '>' || op === '>=';
    if (isShort && bound <= shortText) clear(machine, left.object, bitOf('redos'), frame);
  }
  if (
    left.k === 'call' &&
    left.callee.k === 'field' &&
    (left.callee.name === 'indexOf' || left.callee.name === 'find')
  ) {
    const found = (op === '>=' && bound === 0) || (op === '>' && bound === -1);
    const missing = (op === '<' && bound === 0) || (op === '<=' && bound === -1);
    if (found || missing) refineMembership(machine, left, left.callee.object, truth === found, frame);
  }
}
