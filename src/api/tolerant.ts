import * as z from 'zod';
import { tolerance } from './contract/tolerance.ts';

/**
 * The client's reading of an answer, derived from the contract's schema: unknown fields are kept, null counts as
 * absent, ids and numbers need no particular form, words are matched in any case, and what the schema's `tolerance`
 * knows about is put right. What a caller gets always has the contract's type.
 */

type Schema = z.core.$ZodType;
type Fields = Record<string, unknown>;

const derived = new WeakMap<Schema, Schema>();

/** @throws ZodError when the answer cannot be read as what the schema describes. */
export function readTolerantly<S extends Schema>(schema: S, answer: unknown): z.output<S> {
  return z.parse(loosened(schema), inEnvelope(schema, answer)) as z.output<S>;
}

function loosened(schema: Schema): Schema {
  let loose = derived.get(schema);
  if (!loose) {
    loose = derive(schema);
    derived.set(schema, loose);
  }
  return loose;
}

function derive(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape).map(([name, field]) => [name, loosened(field)]);
      return z.preprocess((raw) => adapted(schema, def.shape, raw), z.looseObject(Object.fromEntries(shape)));
    }
    case 'optional':
      return z.catch(z.optional(loosened(def.innerType)), undefined);
    case 'nullable':
      return z.nullable(loosened(def.innerType));
    case 'array':
      return z.array(loosened(def.element));
    case 'record':
      return z.record(z.string(), loosened(def.valueType));
    case 'enum': {
      const words = Object.values(def.entries).map(String);
      return z.preprocess((raw) => wordFor(schema, words, raw), z.enum(words));
    }
    case 'string':
      return loosenedText(schema);
    case 'number':
      return z.number();
    case 'literal':
      return z.catch(z.literal(def.values), def.values[0]);
    default:
      return schema;
  }
}

function loosenedText(schema: Schema): Schema {
  if (schema instanceof z.ZodUUID) {
    return z.preprocess((raw) => (typeof raw === 'number' ? String(raw) : raw), z.string());
  }
  if (schema instanceof z.ZodISODateTime) return z.preprocess(inUtc, z.string());
  return z.string();
}

function inUtc(raw: unknown): unknown {
  if (typeof raw !== 'string' && typeof raw !== 'number') return raw;
  const date = new Date(raw);
  return Number.isNaN(date.getTime()) ? raw : date.toISOString();
}

function wordFor(schema: Schema, words: readonly string[], raw: unknown): unknown {
  const known = tolerance.get(schema);
  if (typeof raw === 'number' && known?.numbers) return known.numbers(raw);
  if (typeof raw !== 'string') return raw;
  if (words.includes(raw)) return raw;
  const plain = plainWord(raw);
  const other = Object.entries(known?.words ?? {}).find(([word]) => plainWord(word) === plain)?.[1];
  return other ?? words.find((word) => plainWord(word) === plain) ?? known?.otherwise ?? raw;
}

/** `Not exploitable`, `not-exploitable` and `NOT_EXPLOITABLE` are one word. */
function plainWord(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function adapted(schema: Schema, shape: Readonly<Record<string, Schema>>, raw: unknown): unknown {
  if (!isFields(raw)) return raw;
  const known = tolerance.get(schema);
  let fields: Fields = { ...raw };
  for (const [other, name] of Object.entries(known?.renamed ?? {})) {
    if (fields[name] === undefined && fields[other] !== undefined) fields[name] = fields[other];
  }
  if (known?.complete) fields = known.complete(fields);
  for (const [name, field] of Object.entries(shape)) {
    if (fields[name] !== null && fields[name] !== undefined) continue;
    const missing = known?.missing?.[name];
    if (missing !== undefined) fields[name] = missing;
    else if ((field as z.core.$ZodTypes)._zod.def.type === 'nullable') fields[name] = null;
    else delete fields[name];
  }
  return fields;
}

/** Some services answer the bare list or the bare item where the contract has an object with one such field. */
function inEnvelope(schema: Schema, answer: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return answer;
  const only = (type: string) => {
    const names = Object.entries(def.shape).filter(([, field]) => field._zod.def.type === type);
    return names.length === 1 ? names[0]?.[0] : undefined;
  };
  const list = only('array');
  if (Array.isArray(answer) && list) return { [list]: answer };
  const item = only('object');
  if (isFields(answer) && item && answer[item] === undefined && 'id' in answer) return { [item]: answer };
  return answer;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
