import type { HeapObject } from '../heap/heap.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { constant, exact, prefixOf, type Value } from './values.ts';

const maximumElements = 64;
/** Characters of code that are run for all elements together. */
const maximumCode = 3_000;

/**
 * The elements of a list of constants and of texts whose beginnings are known, or the keys of an object that is known as a whole, where running the code that gets
 * them for each one is cheap: `for (const name of ['users', 'orders']) app.use('/' + name, require('./' + name))`.
 * @param size characters of the code that is run for each
 */
export function knownElements(
  machine: Machine,
  list: Value,
  over: 'values' | 'keys',
  size: number,
  frame: Frame,
): readonly Value[] | undefined {
  const elements = over === 'keys' ? knownKeys(machine, list, frame) : closed(machine, list, frame)?.items;
  if (!elements || elements.length === 0 || elements.length > maximumElements) return undefined;
  if (elements.length * size > maximumCode) return undefined;
  return elements.every(
    (element) =>
      (element.labels.length === 0 && typeof exact(element)?.value === 'string') ||
      (element.labels.length > 0 && prefixOf(element) !== ''),
  )
    ? elements
    : undefined;
}

/** The keys of an object of which all fields are known. */
export function knownKeys(machine: Machine, value: Value, frame: Frame): readonly Value[] | undefined {
  const object = closed(machine, value, frame);
  return object && !object.items && object.fields.size > 0 && object.fields.size <= maximumElements
    ? [...object.fields.keys()].map((name) => constant(name))
    : undefined;
}

/** The one object that a value is, where nothing else may be in it. */
function closed(machine: Machine, { refs, labels }: Value, frame: Frame): HeapObject | undefined {
  const [id, ...others] = refs;
  if (id === undefined || others.length > 0 || labels.length > 0) return undefined;
  const object = machine.object(id, frame.state);
  return object && !(object.rest || object.keys || object.content || object.open || object.cls)
    ? object
    : undefined;
}
