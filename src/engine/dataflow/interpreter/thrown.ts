import type { Expr, Try, TypeRef } from '../../ir/ir.ts';
import { clearLabels, joinLabels, type Labels, traced } from '../values/labels.ts';
import { bitOf, type Mask } from '../values/masks.ts';
import { typed } from '../values/typing.ts';
import { ofApi, tainted, unknown, type Value, withApi, withClass, withLabels } from '../values/values.ts';
import { deepLabels } from './loads.ts';
import type { Frame, Machine } from './machine.ts';

/** More exceptions with data than this are not told apart: the first ones stay. */
const maximumThrown = 4;

/** An exception as those see it who may catch it: its type, and the data that it carries in its message or its fields. */
export function noteThrown(frame: Frame, value: Value): void {
  if (value.labels.length === 0) return;
  const same = frame.thrown.findIndex((other) => other.cls === value.cls && other.api === value.api);
  const known = frame.thrown[same];
  if (known) frame.thrown[same] = withLabels(known, joinLabels(known.labels, value.labels));
  else if (frame.thrown.length < maximumThrown) frame.thrown.push(value);
}

/** Loggers print exceptions with their messages as a matter of course: that is not held against them. */
const forgiven = (): Mask => bitOf('log-injection');

export function throwValue(machine: Machine, expr: Expr, frame: Frame): void {
  const value = machine.evaluate(expr, frame);
  const labels = clearLabels(deepLabels(machine, value, frame, 1), forgiven());
  if (labels.length === 0) return;
  const held = tainted(labels);
  noteThrown(frame, value.cls ? withClass(held, value.cls) : withApi(held, value.api ?? nameOfMade(expr)));
}

/** `raise ValueError(text)`: what a language brings along has the name that is written. */
const nameOfMade = (expr: Expr): string | undefined =>
  expr.k === 'call' && expr.callee.k === 'var' ? expr.callee.name : undefined;

/** What a handler of a `try` gets of what was thrown in its block; what it surely catches goes no further. */
export function catchThrown(
  machine: Machine,
  handler: Try['handlers'][number],
  frame: Frame,
  thrown: Value[],
): Value {
  const type = handler.types?.[0];
  let value = type ? typed(machine, unknown, type, frame) : ofApi(frame.fn.module.semantics.types.exception);
  let labels: Labels = [];
  for (let i = 0; i < thrown.length; i++) {
    const exception = thrown[i] as Value;
    const fits = catches(machine, handler.types, exception, frame);
    if (fits === 'never') continue;
    if (labels.length === 0 && exception.cls) value = withClass(value, exception.cls);
    labels = joinLabels(labels, exception.labels);
    if (fits === 'surely') thrown.splice(i--, 1);
  }
  if (labels.length === 0) return value;
  const node = handler.param ?? { at: 0, end: 0 };
  return withLabels(value, traced(labels, 'assign', frame.fn, node, nameOf(handler.param)));
}

const nameOf = (param: Try['handlers'][number]['param']): string => (param?.k === 'var' ? param.name : '');

const anyException = /^(?:java\.lang\.)?(?:Throwable|Exception|RuntimeException|BaseException)$/;

function catches(
  machine: Machine,
  types: readonly TypeRef[] | undefined,
  exception: Value,
  frame: Frame,
): 'surely' | 'perhaps' | 'never' {
  if (!types || types.length === 0) return 'surely';
  let perhaps = false;
  for (const type of types) {
    const wanted = machine.project.typeOf(type, frame.fn.module);
    if (typeof wanted === 'string' && anyException.test(wanted)) return 'surely';
    const { cls, api } = exception;
    if (wanted === undefined) perhaps = true;
    else if (typeof wanted === 'object') {
      if (cls && isSubclass(cls, wanted)) return 'surely';
    } else if (cls) {
      if (machine.project.members.apiBases(cls).some((base) => machine.catalog.isA(base, wanted)))
        return 'surely';
    } else if (api === undefined) perhaps = true;
    else if (api === wanted || machine.catalog.isA(api, wanted)) return 'surely';
  }
  return perhaps ? 'perhaps' : 'never';
}

type Class = NonNullable<Value['cls']>;

const isSubclass = (cls: Class, wanted: Class, depth = 8): boolean =>
  cls === wanted || (depth > 0 && cls.bases.some((base) => isSubclass(base, wanted, depth - 1)));
