import type { Expr } from '../../ir/ir.ts';
import { refineLookedUp } from '../calls/chosen-methods.ts';
import { inherits } from '../calls/class-members.ts';
import { isFilledMap } from '../heap/filled-objects.ts';
import { fork, mergeInto, type State } from '../heap/heap.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { isTextTest, refineEquality, refineMembership } from '../values/equality.ts';
import { bitOf, everyClass } from '../values/masks.ts';
import { exact } from '../values/values.ts';
import { countedIn, refineOutcome } from './asked-results.ts';
import { clear, clearOrigins, empty, hostParts, pathClasses } from './barriers.ts';
import { hasOwnKeys, isFixed, isOwnCollection, listsFolder, shownByTable } from './closed-sets.ts';
import { refineCall } from './guard-calls.ts';
import { refineSubset } from './guard-characters.ts';
import { refineByPart, refineByProperty } from './guard-functions.ts';
import { isUnchanged, searchKeptIn, testKeptIn } from './kept-guards.ts';
import { clearListed } from './listed.ts';
import { isResolved } from './path-roots.ts';
import { refineSome } from './some-element.ts';

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
      return mayHold(machine, test, truth, frame);
    case 'call':
      if (test.args.length === 0) refineByPart(machine, test, truth, frame);
      refineCall(machine, test, truth, frame);
      return true;
    case 'assign':
      return test.target.k === 'var' ? machine.refine(test.target, truth, frame) : true;
    case 'const':
      return Boolean(test.value) === truth;
    case 'sequence': {
      const last = test.items.at(-1);
      return last === undefined || machine.refine(last, truth, frame);
    }
    case 'field':
      // `if not url.netloc`: an address without a host is none of another server; a browser still goes where `////host` leads.
      refineByPart(machine, test, truth, frame);
      refineByProperty(machine, test, truth, frame);
      refineCount(machine, test, !truth, frame);
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
      if (truth && hasOwnKeys(machine, test.object, frame))
        clearListed(machine, test.index, frame, shownByTable(frame));
      return true;
    case 'conditional':
      return refineWays(machine, test, truth, frame);
    case 'comprehension':
      // `[row for row in rows if row.name == name]`: there is one for which it holds.
      if (truth)
        refineSome(
          machine,
          { ...test, element: { k: 'const', value: true, at: test.at, end: test.at } },
          true,
          frame,
        );
      return true;
    default:
      return true;
  }
}

/** Whether `x in y` asks for a key: of any object, or of what is a dictionary for sure. */
function asksForKey(machine: Machine, collection: Expr, frame: Frame): boolean {
  const { havePrototypes, mapOfKeys } = frame.fn.module.semantics.values;
  if (havePrototypes || mapOfKeys === undefined) return havePrototypes;
  const { api, refs } = machine.evaluate(collection, frame);
  return refs.length > 0 && api === mapOfKeys;
}

/**
 * Whether a comparison may have this truth: what an object that others filled is of is known, and a map of theirs that is
 * looked into is there, since in none there is none of their data.
 */
function mayHold(
  machine: Machine,
  { op, left, right }: Extract<Expr, { k: 'binary' }>,
  truth: boolean,
  frame: Frame,
): boolean {
  if (op === 'instanceof' && !truth && right.k === 'type') {
    const { cls, refs } = machine.evaluate(left, frame);
    const type = machine.project.typeOf(right.type, frame.fn.module);
    return !(refs.length > 0 && cls && typeof type === 'object' && (cls === type || inherits(cls, type)));
  }
  const equal = op === '==' || op === '===' ? truth : op === '!=' || op === '!==' ? !truth : false;
  if (!equal || !isNull(right)) return true;
  const { refs } = machine.evaluate(left, frame);
  const [only] = refs;
  return refs.length !== 1 || only === undefined || !isFilledMap(machine.object(only, frame.state));
}

const isNull = (expr: Expr): boolean => expr.k === 'const' && expr.value === null;

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

/** `test ? then : else` is true by way of either, but not of one that is a constant of the other truth. */
function refineWays(
  machine: Machine,
  { test, ...ways }: Extract<Expr, { k: 'conditional' }>,
  truth: boolean,
  frame: Frame,
): boolean {
  const base = frame.state;
  const exits: State[] = [];
  for (const [way, side] of [
    [ways.then, true],
    [ways.else, false],
  ] as const) {
    if (way.k === 'const' && Boolean(way.value) !== truth) continue;
    frame.state = fork(base);
    if (machine.refine(test, side, frame) && machine.refine(way, truth, frame)) exits.push(frame.state);
  }
  frame.state = base;
  mergeInto(base, exits);
  return exits.length > 0;
}

/** On a text no longer than this, polynomial time is no time. */
const shortText = 1_000;

/** `found.length === 0`, `len(found) > 0`: whether a list of what passes a test has an element. */
function refineCount(machine: Machine, test: Expr, isNone: boolean, frame: Frame): void {
  const list =
    test.k === 'field' && test.name === 'length'
      ? test.object
      : test.k === 'call' && test.callee.k === 'var' && test.callee.name === 'len'
        ? test.args[0]?.value
        : undefined;
  const made = list?.k === 'var' ? testKeptIn(frame.fn, list.name) : list;
  if (isNone || !made || (list?.k === 'var' && !isUnchanged(frame.fn, made, list.at))) return;
  if (made.k === 'comprehension') machine.refine(made, true, frame);
  else if (made.k === 'call' && made.callee.k === 'field' && made.callee.name === 'filter')
    machine.refine({ ...made, callee: { ...made.callee, name: 'some' } }, true, frame);
}

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
    const [counted, isNone] = countedIn(test);
    if (counted) refineCount(machine, counted, isNone === truth, frame);
    return;
  }
  if (op === 'in') {
    // `root in path.resolve().parents`
    if (right.k === 'field' && right.name === 'parents') {
      const below = machine.evaluate(right.object, frame);
      if (truth && isResolved(below)) clearOrigins(machine, below.labels, pathClasses(), frame);
      return;
    }
    if (truth && listsFolder(machine, right, frame)) return clear(machine, left, pathClasses(), frame);
    if (truth && asksForKey(machine, right, frame)) {
      if (hasOwnKeys(machine, right, frame)) clearListed(machine, left, frame, shownByTable(frame));
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
  const [counted, isNone] = countedIn(test);
  if (counted) refineCount(machine, counted, isNone === truth, frame);
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
