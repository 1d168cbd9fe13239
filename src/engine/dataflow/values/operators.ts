import type { Expr, Node } from '../../ir/ir.ts';
import { takesSelf } from '../calls/binding.ts';
import { noteDeciding } from '../guards/deciding.ts';
import { emptyObject, fork, mergeInto } from '../heap/heap.ts';
import { deepLabels, elements } from '../interpreter/loads.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { fold } from './constants.ts';
import { clearLabels, dataLabels, joinLabels, type Labels } from './labels.ts';
import { bitOf, ofObjects } from './masks.ts';
import { before, behind, below } from './path-places.ts';
import { atPlaces, behindQuote, constantsIn } from './quoted-places.ts';
import {
  exact,
  join,
  reference,
  tainted,
  truthOf,
  unknown,
  type Value,
  withApi,
  withKnown,
} from './values.ts';

/** The labels of a value used as text: its own and those of the text that its objects hold. */
export function deepText(machine: Machine, value: Value, frame: Frame, node: Node): Labels {
  if (value.refs.length === 0) return dataLabels(value.labels);
  return dataLabels(ownText(machine, value, frame, node) ?? deepLabels(machine, value, frame, 2));
}

/** What an object of the project says that its text is. */
function ownText(machine: Machine, value: Value, frame: Frame, node: Node): Labels | undefined {
  const [id, ...others] = value.refs;
  const cls = id === undefined || others.length > 0 ? undefined : machine.object(id, frame.state)?.cls;
  const { textMethod } = frame.fn.module.semantics.classes;
  const [fn] = cls ? machine.project.members.method(cls, textMethod) : [];
  if (!fn || fn.ir.isStatic || fn.ir.params.length > (takesSelf(fn) ? 1 : 0)) return undefined;
  const text = machine.callCallable(
    { kind: 'function', fn, environment: undefined, self: value },
    value,
    [],
    { node, frame },
  );
  return joinLabels(value.labels, deepLabels(machine, text, frame, 2));
}

/** Whether an operator's sides decide; a comparison with nothing asks whether there is a value, not which. */
function noteSides(frame: Frame, left: Value, right: Value): void {
  if (isNothing(left) || isNothing(right)) return;
  noteDeciding(frame, left);
  noteDeciding(frame, right);
}

const isNothing = (value: Value): boolean => {
  const known = exact(value);
  return known !== undefined && (known.value === null || known.value === undefined);
};

export function evaluateBinary(machine: Machine, expr: Extract<Expr, { k: 'binary' }>, frame: Frame): Value {
  const left = machine.evaluate(expr.left, frame);
  const right = machine.evaluate(expr.right, frame);
  const own = ownOperator(machine, expr, left, right, frame);
  if (own) return own;
  const folded = fold(expr.op, left, right);
  if (folded === undefined) noteSides(frame, left, right);
  if (folded && !folded.concatenates) return folded.value;
  const list =
    expr.op === '+' || expr.op === '|' ? concatenated(machine, left, right, frame, expr) : undefined;
  if (list) return list;
  if (expr.op === '+' || expr.op === '%' || expr.op === '/' || expr.op === '*') {
    // `/` joins paths (Python), `*` repeats: text in, text out.
    const [first, second] = [deepText(machine, left, frame, expr), deepText(machine, right, frame, expr)];
    const put =
      expr.op === '+'
        ? behindQuote(second, () => constantsIn(machine, expr.left, frame))
        : atPlaces(second, exact(left)?.value);
    const labels = expr.op === '*' ? joinLabels(first, second) : placed(expr.op, left, right, first, put);
    const texts = frame.fn.module.semantics.values.mayBeObjects ? clearLabels(labels, ofObjects()) : labels;
    return withApi(withKnown(tainted(texts), folded?.value.known), left.api ?? right.api);
  }
  return unknown;
}

const prototypeKeys = ['__proto__', 'constructor', 'prototype'];

/** `'node-' + name`: a key with a text in it that no key of a prototype has, and that separates no parts of a path of keys. */
export function isPartOfNoPrototype(value: Value): boolean {
  const text = exact(value)?.value;
  return (
    typeof text === 'string' && /^[\w:@ -]+$/.test(text) && !prototypeKeys.some((key) => key.includes(text))
  );
}

/** The labels of what an operator puts together: behind a folder, or before another part of a path. */
function placed(op: '+' | '%' | '/', left: Value, right: Value, first: Labels, second: Labels): Labels {
  if (op === '/') return joinLabels(clearLabels(first, bitOf('inner-part')), below(second));
  const own = joinLabels(op === '+' ? before(first, right) : first, behind(left, second));
  return op === '+' && (isPartOfNoPrototype(left) || isPartOfNoPrototype(right))
    ? clearLabels(own, bitOf('prototype-pollution'))
    : own;
}

export function evaluateConditional(
  machine: Machine,
  expr: Extract<Expr, { k: 'conditional' }>,
  frame: Frame,
): Value {
  const { entry } = frame;
  const before = entry.held;
  const test = machine.evaluate(expr.test, frame);
  const guards = entry.held !== before;
  const truth = truthOf(test);
  if (truth === undefined) noteDeciding(frame, test);
  else entry.decided++;
  return branch(
    machine,
    frame,
    truth === false
      ? undefined
      : () =>
          !guards || machine.refine(expr.test, true, frame) ? machine.evaluate(expr.then, frame) : undefined,
    truth === true
      ? undefined
      : () =>
          !guards || machine.refine(expr.test, false, frame) ? machine.evaluate(expr.else, frame) : undefined,
  );
}

export function evaluateLogical(
  machine: Machine,
  expr: Extract<Expr, { k: 'logical' }>,
  frame: Frame,
): Value {
  const { entry } = frame;
  const before = entry.held;
  const left = machine.evaluate(expr.left, frame);
  const guards = entry.held !== before;
  const truth = truthOf(left);
  if (truth !== undefined) entry.decided++;
  if (expr.op === '&&') {
    if (truth === false) return left;
    const right = branch(
      machine,
      frame,
      () =>
        !guards || machine.refine(expr.left, true, frame) ? machine.evaluate(expr.right, frame) : undefined,
      truth === true ? undefined : () => unknown,
    );
    return truth === true ? right : withKnown(right, undefined);
  }
  if (expr.op === '||' && truth === true && left.known?.kind === 'exact') return left;
  if (
    expr.op === '??' &&
    left.known?.kind === 'exact' &&
    left.known.value !== null &&
    left.known.value !== undefined
  )
    return left;
  const leftOnly = truth === false ? undefined : left;
  const right = branch(
    machine,
    frame,
    () =>
      expr.op === '??' || !guards || machine.refine(expr.left, false, frame)
        ? machine.evaluate(expr.right, frame)
        : undefined,
    leftOnly ? () => leftOnly : undefined,
  );
  return right;
}

/** Evaluates alternatives, each in a copy of the state, and joins values and states. */
function branch(
  _machine: Machine,
  frame: Frame,
  first: (() => Value | undefined) | undefined,
  second: (() => Value | undefined) | undefined,
): Value {
  const base = frame.state;
  const exits: (typeof base)[] = [];
  let result: Value | undefined;
  for (const alternative of [first, second]) {
    if (!alternative) continue;
    frame.state = fork(base);
    frame.stopped = false;
    const value = alternative();
    if (value === undefined || frame.stopped) continue;
    exits.push(frame.state);
    result = result ? join(result, value) : value;
  }
  frame.state = base;
  frame.stopped = false;
  mergeInto(base, exits);
  return result ?? unknown;
}

/** Python's operators are methods of what stands on the left: `Markup('<p>%s</p>') % name` escapes. */
function ownOperator(
  machine: Machine,
  expr: Extract<Expr, { k: 'binary' }>,
  left: Value,
  right: Value,
  frame: Frame,
): Value | undefined {
  const method = operatorMethods[expr.op];
  if (left.api === undefined || method === undefined || !frame.fn.module.semantics.classes.operatorMethods)
    return undefined;
  const model = machine.catalog.member(left.api, method);
  if (!model) return undefined;
  const result = machine.applyModel(model, `${left.api}.${method}`, {
    site: { node: expr, frame },
    receiver: left,
    receiverExpr: expr.left,
    args: [{ value: right, expr: expr.right, name: undefined, spread: undefined }],
    isNew: false,
  });
  return withApi(result, left.api);
}

const operatorMethods: Readonly<Record<string, string>> = { '%': '__mod__', '+': '__add__' };

/** `[a] + others` of Python's: a new list, whose first elements are those that are known. */
function concatenated(
  machine: Machine,
  left: Value,
  right: Value,
  frame: Frame,
  node: Node,
): Value | undefined {
  if (!frame.fn.module.semantics.classes.operatorMethods) return undefined;
  const [first, second] = [left, right].map(({ refs: [id, ...others], labels }) =>
    id === undefined || others.length + labels.length > 0 ? undefined : machine.object(id, frame.state),
  );
  if (!first?.items || !second || second.fields.size > 0) return undefined;
  const isKnown = second.items !== undefined && first.rest === undefined;
  const items = isKnown ? [...first.items, ...(second.items ?? [])] : first.items;
  const others = isKnown ? second.rest : elements(machine, right, frame);
  const rest = first.rest && others ? join(first.rest, others) : (first.rest ?? others);
  const id = machine.allocate({ ...emptyObject, items, rest }, frame, node);
  return reference(id, 'list');
}
