import * as z from 'zod';
import { tolerance } from './contract/tolerance.ts';
import { plainWord } from './plain-word.ts';

/**
 * The client's reading of an answer, derived from the contract's schema: unknown fields are kept, null counts as
 * absent, ids and numbers need no particular form, words are matched in any case, and what the schema's `tolerance`
 * knows about is put right. What a caller gets always has the contract's type.
 */

type Schema = z.core.$ZodType;
type Fields = Record<string, unknown>;
/** @throws Unreadable */
type Read = (raw: unknown) => unknown;

/** An answer that cannot be read as what was asked for: where, and what should be there. */
export class Unreadable extends Error {
  /** From the answer inwards. */
  readonly path: readonly (string | number)[];
  readonly expected: string;

  constructor(path: readonly (string | number)[], expected: string) {
    super(`${path.length === 0 ? 'The answer' : path.join('.')} is not ${expected}.`);
    this.name = 'Unreadable';
    this.path = path;
    this.expected = expected;
  }
}

/** Written out instead of left to zod: thousands of issues are read in the editor's own thread. */
const readers = new WeakMap<Schema, Read>();

/** @throws Unreadable when the answer cannot be read as what the schema describes. */
export function readTolerantly<S extends Schema>(schema: S, answer: unknown): z.output<S> {
  return readerOf(schema)(inEnvelope(schema, answer)) as z.output<S>;
}

function readerOf(schema: Schema): Read {
  let read = readers.get(schema);
  if (!read) {
    read = derive(schema);
    readers.set(schema, read);
  }
  return read;
}

function derive(schema: Schema): Read {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return object(schema, def.shape);
    case 'optional': {
      const read = readerOf(def.innerType);
      return (raw) => orElse(undefined, read, raw);
    }
    case 'nullable': {
      const read = readerOf(def.innerType);
      return (raw) => (raw === null ? null : read(raw));
    }
    case 'array':
      return list(readerOf(def.element));
    case 'record':
      return record(readerOf(def.valueType));
    case 'enum':
      return word(schema, Object.values(def.entries).map(String));
    case 'string':
      return textReader(schema);
    case 'number':
      return (raw) => (typeof raw === 'number' && Number.isFinite(raw) ? raw : refuse('a number'));
    case 'literal': {
      const values: readonly unknown[] = def.values;
      return (raw) => (values.includes(raw) ? raw : values[0]);
    }
    default:
      return (raw) => {
        const read = z.safeParse(schema, raw);
        return read.success ? read.data : refuse(`of type ${def.type}`);
      };
  }
}

function object(schema: Schema, shape: Readonly<Record<string, Schema>>): Read {
  const known = tolerance.get(schema);
  const renamed = Object.entries(known?.renamed ?? {});
  const names = Object.keys(shape);
  const fieldReaders = Object.values(shape).map(readerOf);
  const absent = Object.entries(shape).map(([name, field]) => {
    const isNullable = (field as z.core.$ZodTypes)._zod.def.type === 'nullable';
    return known?.missing?.[name] ?? (isNullable ? null : undefined);
  });
  return (raw) => {
    if (!isFields(raw)) return refuse('an object');
    let fields: Fields = { ...raw };
    for (const [other, name] of renamed) {
      if (fields[name] === undefined && fields[other] !== undefined) fields[name] = fields[other];
    }
    if (known?.complete) fields = known.complete(fields);
    let name = '';
    try {
      for (let index = 0; index < names.length; index++) {
        name = names[index] ?? '';
        const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
        const value = fieldReaders[index]?.(given ?? absent[index]);
        if (value === given && value !== undefined) continue;
        if (value !== undefined) fields[name] = value;
        else if (Object.hasOwn(fields, name)) delete fields[name];
      }
    } catch (error) {
      throw within(name, error);
    }
    return fields;
  };
}

function list(read: Read): Read {
  return (raw) => {
    if (!Array.isArray(raw)) return refuse('a list');
    let index = 0;
    try {
      const things: unknown[] = [];
      for (; index < raw.length; index++) things.push(read(raw[index]));
      return things;
    } catch (error) {
      throw within(index, error);
    }
  };
}

function record(read: Read): Read {
  return (raw) => {
    if (!isFields(raw)) return refuse('an object');
    let name = '';
    try {
      const values: (readonly [string, unknown])[] = [];
      for (const entry of Object.entries(raw)) {
        name = entry[0];
        values.push([name, read(entry[1])]);
      }
      return Object.fromEntries(values);
    } catch (error) {
      throw within(name, error);
    }
  };
}

function textReader(schema: Schema): Read {
  if (schema instanceof z.ZodUUID) return (raw) => text(typeof raw === 'number' ? String(raw) : raw);
  if (schema instanceof z.ZodISODateTime) return (raw) => text(inUtc(raw));
  return text;
}

function text(raw: unknown): string {
  return typeof raw === 'string' ? raw : refuse('a text');
}

const alreadyInUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function inUtc(raw: unknown): unknown {
  if (typeof raw !== 'string' && typeof raw !== 'number') return raw;
  if (typeof raw === 'string' && alreadyInUtc.test(raw)) return raw;
  const date = new Date(raw);
  return Number.isNaN(date.getTime()) ? raw : date.toISOString();
}

function word(schema: Schema, words: readonly string[]): Read {
  const known = tolerance.get(schema);
  const exact = new Set(words);
  const plain = new Map(words.map((one) => [plainWord(one), one]));
  const others = new Map(Object.entries(known?.words ?? {}).map(([one, meant]) => [plainWord(one), meant]));
  const meant = (raw: unknown): unknown => {
    if (typeof raw === 'number' && known?.numbers) return known.numbers(raw);
    if (typeof raw !== 'string') return raw;
    const said = plainWord(raw);
    return others.get(said) ?? plain.get(said) ?? known?.otherwise ?? raw;
  };
  return (raw) => {
    if (typeof raw === 'string' && exact.has(raw)) return raw;
    const read = meant(raw);
    return typeof read === 'string' && exact.has(read) ? read : refuse(`one of ${words.join(', ')}`);
  };
}

function orElse(otherwise: unknown, read: Read, raw: unknown): unknown {
  if (raw === undefined) return otherwise;
  try {
    return read(raw);
  } catch (error) {
    if (error instanceof Unreadable) return otherwise;
    throw error;
  }
}

function refuse(expected: string): never {
  throw new Unreadable([], expected);
}

function within(place: string | number, error: unknown): unknown {
  return error instanceof Unreadable ? new Unreadable([place, ...error.path], error.expected) : error;
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
