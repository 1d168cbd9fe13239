import type { Expr, Node, Pattern } from '../../ir/ir.ts';
import { readingName } from '../../ir/walk.ts';
import { takesSelf } from '../calls/binding.ts';
import { claimName, claimWritten, withdrawClaims } from '../guards/guard-facts.ts';
import { inAddress, withHost } from '../heap/addresses.ts';
import {
  emptyObject,
  type HeapObject,
  writeKey,
  writeField as writeObjectField,
  writeUnknown,
} from '../heap/heap.ts';
import { holderOf } from '../heap/held-objects.ts';
import { under } from '../heap/parts.ts';
import { isEntity, storeField } from '../heap/stored-rows.ts';
import { dataLabels, joinLabels, traced } from '../values/labels.ts';
import { bitOf, everyClass } from '../values/masks.ts';
import { anchor } from '../values/positions.ts';
import {
  exact,
  join,
  reference,
  tainted,
  truthOf,
  unknown,
  type Value,
  withKnown,
  withLabels,
} from '../values/values.ts';
import { elements } from './loads.ts';
import type { Frame, Machine } from './machine.ts';
import { noteWrite } from './noted-writes.ts';
import { setVariable } from './variables.ts';

/** Writes a value to a variable, field, element or pattern. `weak` keeps what was there as a possibility. */
export function assign(
  machine: Machine,
  target: Pattern,
  value: Value,
  frame: Frame,
  node: Node,
  weak = false,
): void {
  switch (target.k) {
    case 'var': {
      const labels =
        value.labels.length === 0
          ? value.labels
          : traced(value.labels, 'assign', frame.fn, node, plainName(target.name));
      if (frame.claims) withdrawClaims(frame, target.name);
      return setVariable(machine, target.name, withLabels(value, labels), frame, weak);
    }
    case 'field': {
      withdraw(machine, target, frame);
      const holder = holderOf(machine, target.object, value, frame);
      machine.writeField(holder, target.name, value, frame, target);
      return claimWritten(machine, target, holder, value, frame);
    }
    case 'index':
      withdraw(machine, target, frame);
      return assignIndex(machine, target, value, frame);
    case 'objectPattern':
      for (const prop of target.props) {
        const part =
          typeof prop.key === 'string'
            ? machine.readField(value, prop.key, frame, prop.target)
            : machine.readIndex(value, machine.evaluate(prop.key, frame), frame, prop.target);
        assign(
          machine,
          prop.target,
          withDefault(machine, part, prop.default, frame),
          frame,
          prop.target,
          weak,
        );
      }
      if (target.rest) assign(machine, target.rest, value, frame, target.rest, weak);
      return;
    case 'arrayPattern': {
      const all = elements(machine, value, frame);
      target.items.forEach((item, i) => {
        if (!item) return;
        const part = item.rest
          ? reference(machine.allocate({ ...emptyObject, rest: all }, frame, item.target), 'Array')
          : elementAt(machine, value, i, all, frame, item.target);
        assign(
          machine,
          item.target,
          withDefault(machine, part, item.default, frame),
          frame,
          item.target,
          weak,
        );
      });
      return;
    }
  }
}

/** A renamed variable's name as the source has it. */
const plainName = (name: string): string => name.split("'", 1)[0] as string;

function withDefault(machine: Machine, value: Value, fallback: Expr | undefined, frame: Frame): Value {
  if (!fallback) return value;
  const known = exact(value);
  if (known && known.value !== undefined) return value;
  return join(value, machine.evaluate(fallback, frame));
}

/** What is written to a place was not shown of what stood there; under a key that is not known, it may be any place. */
function withdraw(machine: Machine, target: Extract<Expr, { k: 'field' | 'index' }>, frame: Frame): void {
  if (!frame.claims) return;
  const name = claimName(machine, target, frame) ?? readingName(target.object);
  if (name !== undefined) withdrawClaims(frame, name);
}

function elementAt(
  machine: Machine,
  value: Value,
  index: number,
  otherwise: Value,
  frame: Frame,
  node: Node,
): Value {
  // `stem, extension = os.path.splitext(name)`: a library says what each of its parts is.
  const isSaid = value.api !== undefined && machine.catalog.member(value.api, String(index)) !== undefined;
  if (isSaid) return machine.readField(value, String(index), frame, node);
  const objects = value.refs.map((id) => machine.object(id, frame.state));
  if (objects.some((object) => !object?.items)) return otherwise;
  const [first, ...more] = objects.flatMap((object) => object?.items?.[index] ?? object?.rest ?? []);
  if (!first) return otherwise;
  const item = more.reduce(join, first);
  // It may also be something wholly of an attacker's: `a, b = text.split(":") if … else (text, "")`.
  return value.labels.length === 0
    ? item
    : withLabels(withKnown(item, undefined), joinLabels(item.labels, dataLabels(value.labels)));
}

export function writeField(
  machine: Machine,
  object: Value,
  name: string,
  value: Value,
  frame: Frame,
  node: Node,
): void {
  if (callSetter(machine, object, name, value, frame, node)) return;
  const strong = object.refs.length === 1;
  for (const id of object.refs) {
    const target = machine.object(id, frame.state);
    if (!target) continue;
    // Its fields are copied.
    frame.entry.steps += target.fields.size >> 6;
    const holder = strong ? withHost(target, name, value) : target;
    const written = inAddress(target, name, value);
    frame.state.heap.set(id, writeObjectField(withoutItem(holder, name), name, written, strong));
  }
  if (object.cls && value.labels.length > 0 && machine.hasEntities() && isEntity(machine, object.cls))
    storeField(machine, machine.rowsOf(object.cls), name, value, frame, node);
  for (const callable of object.callables) {
    if (callable.kind === 'class') {
      const record = machine.staticRecord(callable.cls, name);
      const statics = machine.object(record, frame.state) ?? emptyObject;
      frame.state.heap.set(record, writeObjectField(statics, name, value, object.callables.length === 1));
      continue;
    }
    const { properties } = machine.functions.of(callable);
    const own = machine.object(properties, frame.state) ?? emptyObject;
    frame.state.heap.set(properties, writeObjectField(own, name, value, object.callables.length === 1));
    if (name === 'prototype') for (const id of value.refs) machine.functions.adopt(id, callable);
  }
  if (
    object.api !== undefined &&
    machine.catalog.stores.has(object.api) &&
    !machine.catalog.member(object.api, name)
  ) {
    const store = machine.storeOf(object.api);
    const kept = machine.object(store, frame.state) ?? emptyObject;
    frame.state.heap.set(store, writeObjectField(kept, name, value, true));
  }
  if (frame.fn.ir.index === 0) noteMethod(machine, object, value);
  noteWrite(object, frame);
  const owners = object.api === undefined ? [] : [object.api];
  if (object.cls) owners.push(...machine.project.members.apiBases(object.cls));
  let modelled = false;
  for (const owner of owners)
    modelled = applyWrite(machine, owner, name, object, value, frame, node) || modelled;
  if (!modelled && !object.cls) applyWrite(machine, '*', name, object, value, frame, node);
}

/**
 * `set name(value) { … }`, `@name.setter`: writing the property runs it. What it holds is kept under the name as well.
 * @returns whether it alone says what is written: what a getter of Python's gives is what the setter left
 */
function callSetter(
  machine: Machine,
  object: Value,
  name: string,
  value: Value,
  frame: Frame,
  node: Node,
): boolean {
  if (!object.cls || frame.fn.module.semantics.classes.setters === 'none') return false;
  const setter = machine.project.members.method(object.cls, name).find(({ ir }) => ir.kind === 'setter');
  if (!setter || frame.entry.stack.includes(setter)) return false;
  const args = takesSelf(setter) ? [object, value] : [value];
  machine.invoke(setter, undefined, object, args, { node, frame });
  return object.cls.module.semantics.classes.setters === 'instead';
}

/** A function put into an object while a module runs is a method of it. */
export function noteMethod(machine: Machine, holder: Value, value: Value): void {
  if (holder.refs.length !== 1) return;
  for (const callable of value.callables)
    if (callable.kind === 'function') machine.functions.hold(callable.fn, holder);
}

function applyWrite(
  machine: Machine,
  owner: string,
  name: string,
  object: Value,
  value: Value,
  frame: Frame,
  node: Node,
  key?: Value,
): boolean {
  const found = machine.catalog.member(owner, name) ?? machine.catalog.member(owner, '*');
  // `options.extra = x`: of an object of which nothing is known, only the name of a property means one.
  const model =
    found && owner === '*' && found.sinks.length > 0
      ? { ...found, sinks: found.sinks.filter(({ row }) => row.property) }
      : found;
  if (!model || (model.sinks.length === 0 && model.misuses.length === 0)) return false;
  machine.applyModel(model, `${owner}.${name}`, {
    site: { node, frame },
    receiver: object,
    receiverExpr: undefined,
    args: [value, ...(key ? [key] : [])].map((given) => ({
      value: given,
      expr: undefined,
      name: undefined,
      spread: undefined,
    })),
    isNew: false,
  });
  return true;
}

function withoutItem(object: HeapObject, name: string): HeapObject {
  if (!object.items || !/^\d+$/.test(name)) return object;
  return { ...object, items: undefined, rest: object.items.reduce(join, object.rest ?? unknown) };
}

function assignIndex(
  machine: Machine,
  target: Extract<Pattern, { k: 'index' }>,
  value: Value,
  frame: Frame,
): void {
  const index = machine.evaluate(target.index, frame);
  const object =
    typeof exact(index)?.value === 'string'
      ? holderOf(machine, target.object, value, frame)
      : machine.evaluate(target.object, frame);
  writeIndex(machine, object, index, value, frame, target);
  claimWritten(machine, target, object, value, frame);
  if (object.refs.length === 0 && value.labels.length > 0) taintInPlace(machine, target.object, value, frame);
}

export function writeIndex(
  machine: Machine,
  object: Value,
  index: Value,
  value: Value,
  frame: Frame,
  node: Node,
): void {
  const known = exact(index);
  // `o[k] = {}` makes room for what is written next, which is what does the harm.
  if (!isEmptyObject(machine, value, frame)) reportPollution(machine, object, index, frame, node);
  for (const id of object.refs) {
    const current = machine.object(id, frame.state);
    if (!current) continue;
    const strong = object.refs.length === 1;
    if (
      known &&
      typeof known.value === 'number' &&
      current.items &&
      known.value >= 0 &&
      known.value < current.items.length
    ) {
      const items = [...current.items];
      const old = items[known.value] as Value;
      items[known.value] = strong ? value : join(old, value);
      frame.state.heap.set(id, { ...current, items });
    } else if (
      known &&
      (typeof known.value === 'string' || typeof known.value === 'number') &&
      !current.items
    ) {
      frame.state.heap.set(id, writeObjectField(current, String(known.value), value, strong));
    } else
      frame.state.heap.set(
        id,
        writeKey(writeUnknown(current, under(index, value)), dataLabels(index.labels)),
      );
  }
  noteWrite(object, frame);
  if (known && typeof known.value === 'string')
    applyWrite(machine, object.api ?? '*', known.value, object, value, frame, node);
  else if (object.api !== undefined) applyWrite(machine, object.api, '*', object, value, frame, node, index);
}

/** A value without an object of its own took something in: the variable or field that holds it holds that too. */
export function taintInPlace(machine: Machine, holder: Expr, value: Value, frame: Frame): void {
  const labels = dataLabels(value.labels);
  if (labels.length === 0) return;
  if (holder.k === 'var') {
    const current = machine.evaluate(holder, frame);
    setVariable(machine, holder.name, withLabels(current, joinLabels(current.labels, labels)), frame);
  } else if (holder.k === 'field') {
    const current = machine.evaluate(holder, frame);
    machine.writeField(
      machine.evaluate(holder.object, frame),
      holder.name,
      withLabels(current, joinLabels(current.labels, labels)),
      frame,
      holder,
    );
  } else if (holder.k === 'index') {
    // `rows[0][0] = v`: the row is not an object that is known, so its table holds the value somewhere.
    assign(machine, holder, tainted(labels), frame, holder, true);
  }
}

function isEmptyObject(machine: Machine, value: Value, frame: Frame): boolean {
  if (value.refs.length === 0 || value.labels.length > 0) return false;
  return value.refs.every((id) => {
    const object = machine.object(id, frame.state);
    return object && object.fields.size === 0 && !object.items?.length && object.rest === undefined;
  });
}

/** `o[k][k2] = v` with attacker-chosen keys writes to a prototype. */
function reportPollution(machine: Machine, object: Value, index: Value, frame: Frame, node: Node): void {
  if (!frame.fn.module.semantics.values.havePrototypes) return;
  if (truthOf(index) !== undefined && index.labels.length === 0) return;
  for (const key of index.labels) {
    if (key.stage !== 'data') continue;
    for (const holder of object.labels) {
      if (holder.stage !== 'prototype' && holder.origin.kind !== 'parameter') continue;
      // What a checked key looked up is no prototype; of one that was not checked, every key of the client's does harm.
      const bit = bitOf('prototype-pollution');
      if (holder.cleared.meets(bit)) continue;
      const isPrototype = holder.stage === 'prototype' && holder.origin.kind === 'source';
      const isAnyText = !key.cleared.covers(everyClass);
      machine.report(
        {
          vulnClass: 'prototype-pollution',
          fn: frame.fn,
          ...anchor(frame.fn, node),
          sink: { kind: 'operation', what: 'a property assignment' },
          message: undefined,
          variant: undefined,
          confidence: undefined,
          label: isPrototype && isAnyText ? { ...key, cleared: key.cleared.without(bit) } : key,
          ...(isPrototype ? {} : { object: holder }),
        },
        frame.entry,
      );
    }
  }
}
