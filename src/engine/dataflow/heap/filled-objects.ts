import type { Expr, Node } from '../../ir/ir.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { noteWrite } from '../interpreter/noted-writes.ts';
import { setVariable } from '../interpreter/variables.ts';
import { noLabels } from '../values/labels.ts';
import { join, reference, tainted, type Value, withApi, withLabels, withRefs } from '../values/values.ts';
import { emptyObject, type HeapObject } from './heap.ts';

/** Whether all that is known of a value is its class, and that somebody else filled it: a form, the body of a request. */
export const isFilledByOthers = ({ labels, refs, callables, cls, api }: Value): boolean =>
  labels.length > 0 && cls !== undefined && refs.length + callables.length === 0 && api === undefined;

/**
 * Makes an object of such a value, for what is written to it from now on: of a field that was overwritten counts what was written,
 * of the others what they were filled with. It stands in `rest`, with its class.
 */
export function filledObject(machine: Machine, held: Value, frame: Frame, node: Node): Value {
  noteWrite(held, frame);
  const id = machine.allocate({ ...emptyObject, rest: held, open: true }, frame, node);
  return withRefs(withLabels(held, noLabels), [id]);
}

/** The object that a variable holds from now on, if it held such a value. */
export function fillVariable(machine: Machine, expr: Expr | undefined, held: Value, frame: Frame): Value {
  if (expr?.k !== 'var' || !isFilledByOthers(held)) return held;
  const kind = frame.fn.scope.bindings.get(expr.name)?.kind;
  if (kind === undefined || kind === 'free') return held;
  const made = filledObject(machine, held, frame, expr);
  setVariable(machine, expr.name, made, frame);
  return made;
}

/** The value that an object was filled with. */
export const filledWith = ({ rest, cls }: HeapObject, holder: Value): Value | undefined =>
  rest?.cls !== undefined && cls === undefined && rest.cls === holder.cls ? rest : undefined;

/** Reads a field of an object that others have filled. A map in it becomes an object, too: keys of it may be overwritten. */
export function readFilled(
  machine: Machine,
  id: number,
  object: HeapObject,
  filling: Value,
  name: string,
  frame: Frame,
  node: Node,
): Value {
  const own = object.fields.get(name);
  if (own && object.sure?.has(name)) return own;
  const read = machine.readField(filling, name, frame, node);
  if (own || read.labels.length === 0 || read.refs.length > 0 || !isMap(machine, read))
    return own ? join(own, read) : read;
  const content = tainted(read.labels);
  const map = { ...emptyObject, api: read.api, keys: content, rest: content, open: true };
  const made = withApi(reference(machine.allocate(map, frame, node)), read.api);
  const fields = new Map(object.fields).set(name, made);
  frame.state.heap.set(id, { ...object, fields, sure: new Set([...(object.sure ?? []), name]) });
  return made;
}

/** Whether a map is one that `readFilled` made: of its keys as of its values only is known who filled it. */
export const isFilledMap = (object: HeapObject | undefined): boolean =>
  object?.keys !== undefined && object.keys === object.rest;

const isMap = ({ catalog }: Machine, { api }: Value): boolean =>
  api !== undefined && catalog.isA(api, 'java.util.Map');
