import { elements } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { dataLabels } from '../values/labels.ts';
import {
  constant,
  exact,
  join,
  reference,
  tainted,
  unknown,
  type Value,
  withKnown,
  withLabels,
  withRefs,
} from '../values/values.ts';
import { forget } from './container-edits.ts';
import { emptyObject, type HeapObject } from './heap.ts';

export function get(
  machine: Machine,
  receiver: Value,
  key: Value | undefined,
  fallback: Value | undefined,
  invocation: Invocation,
): Value {
  const { frame, node } = invocation.site;
  const found = key ? machine.readIndex(receiver, key, frame, node) : elements(machine, receiver, frame);
  // What a map has under a key is what was put there, and no prototype.
  const value = withLabels(found, dataLabels(found.labels));
  return fallback && !(exact(value) && exact(value)?.value !== undefined) ? join(value, fallback) : value;
}

/** Texts of more characters are not taken apart. */
const longestSet = 256;

export function copy(machine: Machine, source: Value, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const objects = source.refs
    .map((id) => machine.object(id, frame.state))
    .filter((object) => object !== undefined);
  const [only] = objects;
  // `deque(maxlen=10)`
  if (
    !only &&
    source === unknown &&
    invocation.args.every(({ name }) => name !== undefined) &&
    frame.fn.module.semantics.values.builtByCalls
  )
    return reference(machine.allocate({ ...emptyObject, items: [] }, frame, node));
  // `list(urlsplit(address))`: parts that can be replaced one by one.
  if (!only && source.labels.length > 0 && frame.fn.module.semantics.values.builtByCalls) {
    const rest = tainted(dataLabels(source.labels));
    return reference(machine.allocate({ ...emptyObject, rest }, frame, node));
  }
  // `set("abc")`: its characters.
  const text = exact(source)?.value;
  if (
    !only &&
    typeof text === 'string' &&
    text.length <= longestSet &&
    frame.fn.module.semantics.values.builtByCalls
  ) {
    const items = [...new Set(text)].map((character) => constant(character));
    return reference(machine.allocate({ ...emptyObject, items }, frame, node));
  }
  if (!only || objects.length !== 1) return source;
  return withRefs(source, [machine.allocate(only, frame, node)]);
}

export function slice(
  machine: Machine,
  receiver: Value,
  args: readonly Value[],
  invocation: Invocation,
): Value {
  const { frame, node } = invocation.site;
  const [id] = receiver.refs;
  const object = receiver.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
  if (!object) return withKnown(receiver, undefined);
  const from = args[0] ? exact(args[0])?.value : 0;
  const to = args[1] ? exact(args[1])?.value : undefined;
  const known =
    object.items && (typeof from === 'number' || from == null) && (typeof to === 'number' || to == null);
  const next = known
    ? { ...object, items: object.items.slice(from ?? 0, to ?? undefined) }
    : (withoutFirst(object, from, to) ?? { ...forget(object) });
  return withRefs(receiver, [machine.allocate(next, frame, node)]);
}

/** What is left of arguments of which it is not known how many there are: `[].slice.call(arguments, 1)`. */
function withoutFirst(object: HeapObject, from: unknown, to: unknown): HeapObject | undefined {
  if (typeof from !== 'number' || from < 0 || to !== undefined || object.rest || !object.open)
    return undefined;
  const names = [...object.fields.keys()];
  if (names.length === 0 || !names.every((name) => /^\d+$/.test(name))) return undefined;
  const left = [...object.fields].flatMap(([name, value]) =>
    Number(name) < from ? [] : [[String(Number(name) - from), value] as const],
  );
  return { ...object, fields: new Map(left) };
}

/** The text of a joined list of constants, or its known beginning. */
export function joined(
  machine: Machine,
  list: Value,
  separator: Value | undefined,
  invocation: Invocation,
): Value['known'] {
  const [id] = list.refs;
  const object =
    list.refs.length === 1 && id !== undefined ? machine.object(id, invocation.site.frame.state) : undefined;
  if (!object?.items || object.items.length === 0) return undefined;
  const between = separator ? exact(separator)?.value : ',';
  let text = '';
  for (const [i, item] of object.items.entries()) {
    const known = exact(item);
    if (
      !known ||
      known.value === undefined ||
      known.value === null ||
      (i > 0 && typeof between !== 'string')
    ) {
      return text === '' && i === 0 ? undefined : { kind: 'prefix', text };
    }
    text += (i > 0 ? String(between) : '') + String(known.value);
  }
  if (object.rest) return { kind: 'prefix', text };
  return { kind: 'exact', value: text };
}
