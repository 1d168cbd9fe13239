import { elements } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { dataLabels, joinLabels } from '../values/labels.ts';
import { exact, reference, type Value, withLabels } from '../values/values.ts';
import { append, put } from './container-edits.ts';
import { emptyObject, type HeapObject, writeUnknown } from './heap.ts';

/** `SimpleNamespace(user=x)`, `OrderedDict(a=x)`: what is given by name stands under it. */
export function named(
  machine: Machine,
  made: Value,
  op: 'newList' | 'newMap',
  { args, site }: Invocation,
): Value {
  const [id] = made.refs;
  const isMap = op === 'newMap' && site.frame.fn.module.semantics.values.builtByCalls;
  if (!isMap || id === undefined) return made;
  for (const { name, value } of args) {
    const object = machine.object(id, site.frame.state);
    if (object && name !== undefined) site.frame.state.heap.set(id, put(object, name, value, true));
  }
  return made;
}

/** Those of the arguments that are given without a name. */
export const unnamed = (
  op: 'newList' | 'newMap',
  values: readonly Value[],
  { args, site }: Invocation,
): readonly Value[] =>
  op === 'newMap' && site.frame.fn.module.semantics.values.builtByCalls
    ? values.filter((_, i) => args[i]?.name === undefined)
    : values;

/** A new list or map of what it is made of. */
export function create(
  machine: Machine,
  op: 'newList' | 'newMap',
  api: string,
  args: readonly Value[],
  invocation: Invocation,
): Value {
  const { frame, node } = invocation.site;
  let object: HeapObject = { ...emptyObject, api, items: op === 'newList' ? [] : undefined };
  // A constructor or `of(…)`: a collection is copied, anything else is an element.
  const copies =
    args.length === 1 &&
    (args[0]?.refs.length ?? 0) > 0 &&
    (invocation.isNew || /^(?:list|dict|set|tuple|Map|Set)$/.test(api));
  for (const arg of args) {
    if (copies) {
      const [id] = arg.refs;
      const source = id === undefined ? undefined : machine.object(id, frame.state);
      object =
        source?.items && arg.refs.length === 1
          ? { ...object, items: source.items, rest: source.rest }
          : { ...object, items: undefined, rest: elements(machine, arg, frame) };
      if (source && !source.items) object = { ...object, fields: source.fields };
      const entries = op === 'newMap' ? entriesOf(machine, source, invocation) : undefined;
      if (entries) object = { ...object, items: undefined, rest: undefined, fields: entries };
    } else if (exact(arg)?.value === undefined || typeof exact(arg)?.value === 'string') {
      object =
        op === 'newList' && !invocation.isNew
          ? append(object, arg)
          : arg.labels.length > 0 || arg.refs.length > 0
            ? writeUnknown(object, arg)
            : object;
    }
  }
  const result = reference(machine.allocate(object, frame, node), typeOf(machine, api));
  const labels = args.flatMap((arg) => (arg.refs.length === 0 ? dataLabels(arg.labels) : []));
  return withLabels(result, joinLabels(result.labels, labels));
}

/** `new Map([['a', x], ['b', y]])`, where all keys are known. */
function entriesOf(
  machine: Machine,
  source: HeapObject | undefined,
  { site }: Invocation,
): ReadonlyMap<string, Value> | undefined {
  const fields = new Map<string, Value>();
  for (const { refs } of source?.items ?? []) {
    const [id] = refs;
    const [key, value] = (id === undefined ? undefined : machine.object(id, site.frame.state))?.items ?? [];
    const known = key && exact(key)?.value;
    if (typeof known !== 'string' || !value) return undefined;
    fields.set(known, value);
  }
  return fields.size > 0 ? fields : undefined;
}

/** The type of what an API makes. */
export const typeOf = (machine: Machine, api: string): string => machine.catalog.model(api)?.type ?? api;
