import type { Expr } from '../../ir/ir.ts';
import { readingName } from '../../ir/walk.ts';
import { clear } from '../guards/barriers.ts';
import { elements, typesOf } from '../interpreter/loads.ts';
import type { Frame, Invocation, Machine } from '../interpreter/machine.ts';
import { clearLabels } from '../values/labels.ts';
import { bitOf, everyClass, type Mask, maskOf, noClass } from '../values/masks.ts';
import { clearedByPattern, isStrictPattern } from '../values/patterns.ts';
import { exact, ofApi, reference, unknown, type Value, withApi, withLabels } from '../values/values.ts';
import { emptyObject } from './heap.ts';

/**
 * Descriptions of data, as validators take them. In the catalogs, a description is of a type that ends in `.Safe` (no text of
 * anybody's choice: numbers, dates, listed values), `.Text`, `.Shape` (fields by name) or `.List`.
 */
type Kind = 'Safe' | 'Text' | 'Shape' | 'List';

export const kindOf = (machine: Machine, schema: Value, frame: Frame): Kind | undefined => {
  const [type] = typesOf(machine, schema, frame);
  const kind = type?.slice(type.lastIndexOf('.') + 1);
  return kind === 'Safe' || kind === 'Text' || kind === 'Shape' || kind === 'List' ? kind : undefined;
};

/** `object({ page: number() })`, `object().keys({…})`: a description with what it says of each field. */
export function shape(machine: Machine, type: string, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const [first] = invocation.args;
  const [id] = first?.value.refs ?? [];
  const given = id === undefined ? undefined : machine.object(id, frame.state);
  const [own] = invocation.receiver?.refs ?? [];
  const before = own === undefined ? undefined : machine.object(own, frame.state);
  const fields = new Map([...(before?.fields ?? []), ...(given?.fields ?? [])]);
  return reference(machine.allocate({ ...emptyObject, api: type, fields }, frame, node), type);
}

/** `array(string())`: a description with what it says of each element. */
export function listOf(machine: Machine, type: string, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const [first] = invocation.args;
  return reference(machine.allocate({ ...emptyObject, api: type, rest: first?.value }, frame, node), type);
}

/** `union([literal('a'), literal('b')])`: as safe as the least safe of them. */
export function oneOf(machine: Machine, api: string, list: Value, { site: { frame } }: Invocation): Value {
  const kinds = list.refs.flatMap((id) =>
    (machine.object(id, frame.state)?.items ?? []).map((item) => kindOf(machine, item, frame)),
  );
  const library = api.slice(0, api.lastIndexOf('.'));
  if (kinds.length === 0 || kinds.some((kind) => kind === undefined || kind === 'Shape')) return unknown;
  return ofApi(`${library}.${kinds.every((kind) => kind === 'Safe') ? 'Safe' : 'Text'}`);
}

/** What a pattern of harmless characters may still let through: a long text, one that begins with a dash, the name of a type. */
const aside = (): Mask => maskOf(['redos', 'argument-injection', 'unsafe-content-type']);

/** A description by a pattern: as good as a list where the pattern lets nothing harmful through. */
export function matching(schema: Value, safe: string, invocation: Invocation, machine: Machine): Value {
  const [first] = invocation.args;
  const [id] = first?.value.refs ?? [];
  const source =
    id === undefined ? undefined : machine.object(id, invocation.site.frame.state)?.fields.get('source');
  const text = source && exact(source)?.value;
  const isSafe =
    typeof text === 'string' &&
    isStrictPattern(text, false, false) &&
    clearedByPattern(text).or(aside()) === everyClass;
  return isSafe ? ofApi(safe) : schema;
}

/** What a validator gives of data that fits the description. */
export function fitted(
  machine: Machine,
  schema: Value,
  data: Value,
  invocation: Invocation,
  depth = 4,
): Value {
  const { frame, node } = invocation.site;
  const kind = kindOf(machine, schema, frame);
  if (kind === 'Safe') return unknown;
  const text = bitOf('nosql-injection').or(bitOf('mass-assignment'));
  if (kind === 'Text') return withLabels(withApi(data, undefined), clearLabels(data.labels, text));
  const [id] = schema.refs;
  const description = id === undefined ? undefined : machine.object(id, frame.state);
  if (!description || depth === 0) return data;
  if (kind === 'List') {
    const rest = fitted(
      machine,
      description.rest ?? unknown,
      elements(machine, data, frame),
      invocation,
      depth - 1,
    );
    return reference(machine.allocate({ ...emptyObject, rest }, frame, node), 'Array');
  }
  if (kind !== 'Shape' || description.fields.size === 0) return data;
  const fields = new Map<string, Value>();
  for (const [name, inner] of description.fields)
    fields.set(
      name,
      fitted(machine, inner, machine.readField(data, name, frame, node), invocation, depth - 1),
    );
  return reference(machine.allocate({ ...emptyObject, fields }, frame, node), 'Object');
}

/** What fits a schema, or an object with a schema for each field: `{ page: z.number() }`. */
export function fittedToFields(machine: Machine, schema: Value, data: Value, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const [id] = schema.refs;
  const given = id === undefined ? undefined : machine.object(id, frame.state)?.fields;
  if (kindOf(machine, schema, frame) !== undefined || !given?.size)
    return fitted(machine, schema, data, invocation);
  const fields = new Map<string, Value>();
  for (const [name, inner] of given)
    fields.set(name, fitted(machine, inner, machine.readField(data, name, frame, node), invocation));
  return reference(machine.allocate({ ...emptyObject, fields }, frame, node), 'Object');
}

/** Whoever validates data and goes on has data that fits: `const { error } = schema.validate(request.body)`. */
export function noteFitted(
  machine: Machine,
  schema: Value,
  data: Expr | undefined,
  invocation: Invocation,
): void {
  const { frame } = invocation.site;
  if (!data || readingName(data) === undefined || kindOf(machine, schema, frame) !== 'Shape') return;
  const [id] = schema.refs;
  const description = id === undefined ? undefined : machine.object(id, frame.state);
  for (const [name, inner] of description?.fields ?? []) {
    const kind = kindOf(machine, inner, frame);
    const mask = kind === 'Safe' ? everyClass : kind === 'Text' ? bitOf('nosql-injection') : noClass;
    if (mask !== noClass)
      clear(machine, { k: 'field', object: data, name, at: data.at, end: data.end }, mask, frame);
  }
}
