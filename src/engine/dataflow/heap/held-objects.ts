import type { Expr } from '../../ir/ir.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { setVariable } from '../interpreter/variables.ts';
import { dataLabels } from '../values/labels.ts';
import { type Value, withRefs } from '../values/values.ts';
import { emptyObject } from './heap.ts';

/**
 * What an expression refers to, as a place for `value` to be written to. What is known of some calls is only that they
 * return something: once data is put into a field of that, it is an object, which the variable or field refers to from then on.
 */
export function holderOf(machine: Machine, expr: Expr, value: Value, frame: Frame): Value {
  const held = machine.evaluate(expr, frame);
  return dataLabels(value.labels).length > 0 ? asObject(machine, expr, held, frame) : held;
}

/** What a receiver refers to, where something is to be kept in it: an object of a library's, too. */
export function holderIn(machine: Machine, expr: Expr | undefined, held: Value, frame: Frame): Value {
  if (held.refs.length > 0 || held.callables.length > 0 || !expr || (expr.k !== 'var' && expr.k !== 'field'))
    return held;
  const made = allocate(machine, expr, held, frame);
  machine.assign(expr, made, frame, expr);
  return made;
}

function asObject(machine: Machine, expr: Expr, held: Value, frame: Frame): Value {
  if (!mayBeObject(machine, held)) return held;
  if (expr.k === 'var') {
    const kind = frame.fn.scope.bindings.get(expr.name)?.kind;
    if (kind === undefined || kind === 'free') return held;
    const made = allocate(machine, expr, held, frame);
    setVariable(machine, expr.name, made, frame);
    return made;
  }
  if (expr.k !== 'field') return held;
  const holder = asObject(machine, expr.object, machine.evaluate(expr.object, frame), frame);
  if (holder.refs.length === 0) return held;
  const made = allocate(machine, expr, held, frame);
  machine.writeField(holder, expr.name, made, frame, expr);
  return made;
}

/** Whether nothing is known of a value by which it is another thing: no function, text, module or object of a known library. */
const mayBeObject = ({ catalog }: Machine, { refs, callables, known, api }: Value): boolean =>
  refs.length + callables.length === 0 && !known && (api === undefined || !catalog.knows(api));

function allocate(machine: Machine, expr: Expr, held: Value, frame: Frame): Value {
  const { api, cls } = held;
  return withRefs(held, [machine.allocate({ ...emptyObject, api, cls, open: true }, frame, expr)]);
}
