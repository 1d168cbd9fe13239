import type { Expr, Field, Node } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { evaluateCall, evaluateNew } from '../calls/call-expressions.ts';
import { areKeysOwn } from '../guards/closed-sets.ts';
import { claimed } from '../guards/guard-facts.ts';
import { outcomeKeptIn } from '../guards/kept-guards.ts';
import { clearListed } from '../guards/listed.ts';
import { emptyObject, fork, mergeInto } from '../heap/heap.ts';
import { areKeysOf } from '../heap/own-keys.ts';
import { resolveName } from '../names/names.ts';
import { foldUnary } from '../values/constants.ts';
import { withoutWays } from '../values/extensions.ts';
import { dataLabels, joinLabels } from '../values/labels.ts';
import {
  evaluateArray,
  evaluateObject,
  evaluateTemplate,
  makeClosure,
  patternValue,
} from '../values/literals.ts';
import { evaluateBinary, evaluateConditional, evaluateLogical } from '../values/operators.ts';
import { typed } from '../values/typing.ts';
import {
  constant,
  exact,
  join,
  nothing,
  ofApi,
  ofCallable,
  reference,
  tainted,
  unknown,
  type Value,
  withLabels,
} from '../values/values.ts';
import { elements, iterated } from './loads.ts';
import type { ArgValue, Frame, Machine } from './machine.ts';

/** What a library says that reading a field means. */
function fieldOfLibrary(machine: Machine, expr: Field, frame: Frame): Value | undefined {
  for (const read of machine.project.hooks.field) {
    const value = read(machine, expr, frame);
    if (value) return value;
  }
  return undefined;
}

/** The abstract value of an expression; its effects are on `frame.state`. */
export function evaluate(machine: Machine, expr: Expr, frame: Frame): Value {
  const entry = frame.entry;
  if (entry.exhausted) return unknown;
  entry.steps++;
  switch (expr.k) {
    case 'const':
      return constant(expr.value);
    case 'regexp':
      return patternValue(machine, expr.source, expr.flags, 'RegExp', frame, expr);
    case 'var':
      // Whoever asks for it asks for what was tested.
      if (outcomeKeptIn(frame.fn, expr.name)) entry.held++;
      return claimed(machine, expr, frame) ?? resolveName(machine, expr.name, frame);
    case 'field':
      return (
        claimed(machine, expr, frame) ??
        fieldOfLibrary(machine, expr, frame) ??
        machine.readField(machine.evaluate(expr.object, frame), expr.name, frame, expr)
      );
    case 'index':
      return withoutWays(expr, evaluateIndex(machine, expr, frame), frame);
    case 'call':
      return withoutWays(expr, evaluateCall(machine, expr, frame), frame);
    case 'new':
      return evaluateNew(machine, expr, frame);
    case 'unary':
      // Of `delete o.key` nothing is left; a key that is not known may be any.
      if (expr.op === 'delete' && expr.operand.k === 'field')
        machine.assign(expr.operand, nothing, frame, expr);
      return foldUnary(expr.op, machine.evaluate(expr.operand, frame));
    case 'binary':
      return evaluateBinary(machine, expr, frame);
    case 'logical':
      return evaluateLogical(machine, expr, frame);
    case 'conditional':
      return evaluateConditional(machine, expr, frame);
    case 'template':
      return evaluateTemplate(machine, expr, frame);
    case 'function': {
      const fn = frame.fn.module.functions[expr.fn];
      if (!fn) return unknown;
      return makeClosure(frame, {
        kind: 'function',
        fn,
        environment: frame.environment,
        self: fn.ir.lexicalThis ? frame.self : undefined,
      });
    }
    case 'class': {
      const cls = frame.fn.module.classes[expr.cls];
      return cls ? ofCallable({ kind: 'class', cls, environment: frame.environment }) : unknown;
    }
    case 'object':
      return evaluateObject(machine, expr, frame);
    case 'array':
      return evaluateArray(machine, expr, frame);
    case 'assign': {
      const value = evaluateAssigned(machine, expr, frame);
      machine.assign(expr.target, value, frame, expr);
      return value;
    }
    case 'await':
      return machine.evaluate(expr.value, frame);
    case 'yield': {
      const value = expr.value ? machine.evaluate(expr.value, frame) : nothing;
      const given = expr.delegate ? elements(machine, value, frame) : value;
      frame.yielded = frame.yielded ? join(frame.yielded, given) : given;
      return unknown;
    }
    case 'sequence': {
      let value = nothing;
      for (const item of expr.items) value = machine.evaluate(item, frame);
      return value;
    }
    case 'this':
      return frame.self;
    case 'super':
      return frame.self;
    case 'cast':
      return typed(machine, machine.evaluate(expr.value, frame), expr.type, frame);
    case 'type': {
      const found = machine.project.typeOf(expr.type, frame.fn.module);
      if (typeof found === 'object') return ofCallable({ kind: 'class', cls: found, environment: undefined });
      return ofApi(found);
    }
    case 'import':
      return evaluateImport(machine, expr.module, frame, expr);
    case 'api':
      return ofApi(expr.api);
    case 'comprehension':
      return evaluateComprehension(machine, expr, frame);
    case 'opaque': {
      let value: Value = unknown;
      for (const part of expr.parts) value = join(value, machine.evaluate(part, frame));
      return tainted(dataLabels(value.labels));
    }
  }
}

function evaluateIndex(machine: Machine, expr: Extract<Expr, { k: 'index' }>, frame: Frame): Value {
  const shown = claimed(machine, expr, frame);
  if (shown) return shown;
  const object = machine.evaluate(expr.object, frame);
  const index = machine.evaluate(expr.index, frame);
  const value = machine.readIndex(object, index, frame, expr);
  if (index.labels.length > 0 && isDictionary(machine, object, frame) && areKeysOwn(machine, object, frame))
    clearListed(machine, expr.index, frame);
  if (expr.index.k !== 'var' || value.labels.every(({ stage }) => stage === 'data')) return value;
  const name = dottedName(expr.object);
  const isOwn =
    name !== undefined &&
    (frame.keysOf?.get(expr.index.name) === name || areKeysOf(expr.object, expr.index, frame));
  return isOwn ? withLabels(value, dataLabels(value.labels)) : value;
}

/** A dictionary of Python's, where a key that is not there raises: not so of a `defaultdict`, a `Counter`. */
function isDictionary(machine: Machine, { api, refs }: Value, { fn, state }: Frame): boolean {
  const { mapOfKeys } = fn.module.semantics.values;
  return (
    api !== undefined &&
    api === mapOfKeys &&
    refs.length > 0 &&
    refs.every((id) => [undefined, mapOfKeys].includes(machine.object(id, state)?.api))
  );
}

function evaluateComprehension(
  machine: Machine,
  expr: Extract<Expr, { k: 'comprehension' }>,
  frame: Frame,
): Value {
  // There may be no element, and what a condition shows holds within.
  const base = frame.state;
  frame.state = fork(base);
  for (const clause of expr.clauses) {
    machine.assign(
      clause.target,
      iterated(machine, machine.evaluate(clause.iterable, frame), frame),
      frame,
      clause.iterable,
    );
    for (const condition of clause.conditions) {
      machine.evaluate(condition, frame);
      machine.refine(condition, true, frame);
    }
  }
  const key = expr.key ? machine.evaluate(expr.key, frame) : undefined;
  let rest = machine.evaluate(expr.element, frame);
  if (key && key.labels.length > 0) rest = withLabels(rest, joinLabels(rest.labels, dataLabels(key.labels)));
  mergeInto(base, [fork(base), frame.state]);
  frame.state = base;
  return reference(
    machine.allocate({ ...emptyObject, rest }, frame, expr),
    expr.result === 'map' ? 'dict' : 'list',
  );
}

function evaluateAssigned(machine: Machine, expr: Extract<Expr, { k: 'assign' }>, frame: Frame): Value {
  if (expr.op === undefined) return machine.evaluate(expr.value, frame);
  const target = expr.target;
  if (target.k === 'objectPattern' || target.k === 'arrayPattern') return machine.evaluate(expr.value, frame);
  if (expr.op === '||' || expr.op === '&&' || expr.op === '??') {
    return join(machine.evaluate(target, frame), machine.evaluate(expr.value, frame));
  }
  return machine.evaluate(
    { k: 'binary', op: expr.op, left: target, right: expr.value, at: expr.at, end: expr.end },
    frame,
  );
}

function evaluateImport(machine: Machine, module: string | Expr, frame: Frame, node: Node): Value {
  if (typeof module !== 'string') {
    const value = machine.evaluate(module, frame);
    const name = value.labels.length === 0 ? exact(value)?.value : undefined;
    if (typeof name === 'string') return evaluateImport(machine, name, frame, node);
    const arg: ArgValue = { value, expr: module, name: undefined, spread: undefined };
    return machine.call(ofApi('require'), undefined, {
      site: { node, frame },
      receiver: undefined,
      receiverExpr: undefined,
      args: [arg],
      isNew: false,
    });
  }
  const target = machine.project.moduleOf(module, frame.fn.module);
  if (target) return machine.moduleExports(target, frame.state);
  return module.startsWith('.') ? unknown : ofApi(module.startsWith('node:') ? module.slice(5) : module);
}
