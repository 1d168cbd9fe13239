import * as z from 'zod';
import { type AnyEndpoint, type ParsedRequestOf, placeOf, type Route } from './contract/endpoint.ts';
import { type FieldProblem, removedParameters } from './contract/errors.ts';
import { anySpelling } from './contract/spelling.ts';
import { plainWord } from './plain-word.ts';

/**
 * The service's reading of a request: everything that the contract does not name is refused, and the refusal says
 * which field and why. Values from paths and query strings are text and become what the schema asks for.
 */

export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined when there was no body. */
  readonly body?: unknown;
}

/** The body of the 400, without its `requestId`. */
export interface Refusal {
  readonly error: string;
  readonly issues: FieldProblem[];
}
export type StrictReading<T> =
  | { readonly ok: true; readonly request: T }
  | ({ readonly ok: false } & Refusal);

/** More than these are counted, not listed. */
const maximumIssues = 20;
const maximumNameShown = 64;

/** @param route the spelling that was asked for: it decides where each field is taken from. */
export function readRequest<E extends AnyEndpoint>(
  endpoint: E,
  route: Route,
  raw: RawRequest,
): StrictReading<ParsedRequestOf<E>> {
  const { shape } = endpoint.request;
  const fromQuery = route.method === 'GET' || route.method === 'DELETE';
  const { body = {} } = raw;
  if (!fromQuery && !isRecord(body)) {
    return refuse([{ path: '', message: 'The body must be a JSON object.' }]);
  }

  const misplaced: FieldProblem[] = [];
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw.path)) fields.push([name, fromText(shape[name], [value])]);
  for (const name of new Set(raw.query.keys())) {
    if (fromQuery && placeOf(route, name) === 'query') {
      fields.push([name, fromText(shape[name], raw.query.getAll(name))]);
    } else {
      misplaced.push(unknownField(name, '', 'query string'));
    }
  }
  if (!fromQuery && isRecord(body)) {
    for (const [name, value] of Object.entries(body)) {
      if (placeOf(route, name) === 'body') fields.push([name, value]);
      else misplaced.push({ path: shown(name), message: `"${shown(name)}" belongs in the path.` });
    }
  }

  const parsed = endpoint.request.safeParse(inWords(endpoint.request, Object.fromEntries(fields)));
  if (misplaced.length === 0 && parsed.success) {
    return { ok: true, request: parsed.data as ParsedRequestOf<E> };
  }
  return refuse([...misplaced, ...(parsed.error?.issues.flatMap(describe) ?? [])]);
}

function refuse(issues: FieldProblem[]): StrictReading<never> {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const where = first?.path ? `${first.path}: ` : '';
  return {
    ok: false,
    error: `Invalid request. ${where}${first?.message ?? ''}${more}`,
    issues: issues.slice(0, maximumIssues),
  };
}

function describe(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(key, path, 'request'));
  return [{ path, message: issue.message }];
}

function unknownField(name: string, parent: string, place: string): FieldProblem {
  const path = parent ? `${parent}.${shown(name)}` : shown(name);
  const removed = Object.hasOwn(removedParameters, name) ? removedParameters[name] : undefined;
  return { path, message: removed ?? `The ${place} has an unknown field "${shown(name)}".` };
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text ? `${text}.${shown(String(key))}` : shown(String(key));
  }, '');
}

function shown(name: string): string {
  return name.length > maximumNameShown ? `${name.slice(0, maximumNameShown)}…` : name;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists are repeated or separated by commas; what cannot be converted stays text, for the schema to refuse. */
function fromText(schema: z.core.$ZodType | undefined, values: readonly string[]): unknown {
  const kind = schema && unwrapped(schema);
  if (kind instanceof z.ZodArray) {
    return values.flatMap((value) => value.split(',')).map((value) => fromText(kind.element, [value]));
  }
  const [text = '', ...others] = values;
  if (others.length > 0) return values;
  if (kind instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** The same value with the words of `anySpelling` enumerations as the contract writes them; what is no word of theirs stays. */
function inWords(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  const kind = schema && unwrapped(schema);
  if (kind instanceof z.ZodEnum && typeof value === 'string' && anySpelling.has(kind)) {
    const words = kind.options.map(String);
    if (words.includes(value)) return value;
    return words.find((word) => plainWord(word) === plainWord(value)) ?? value;
  }
  if (kind instanceof z.ZodArray && Array.isArray(value))
    return value.map((element) => inWords(kind.element, element));
  if (kind instanceof z.ZodObject && isRecord(value)) {
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      Object.hasOwn(kind.shape, name) ? inWords(kind.shape[name], field) : field,
    ]);
    return Object.fromEntries(fields);
  }
  return value;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap());
  return schema;
}
