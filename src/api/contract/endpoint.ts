import type * as z from 'zod';

/** One operation of the interface as data. Routes, the typed client and the OpenAPI document derive from it. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Where an operation answers. `{name}` in the path is a field of the request schema. */
export interface Route {
  readonly method: Method;
  readonly path: string;
}

/** Statuses an operation may answer beside its success; 400, 401, 429 and 503 go without saying where `auth` is. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503;

/** What a call leaves behind. Who may only look calls `reads` alone, and the service keeps no answer of theirs for a repeat. */
export type Effect = 'reads' | 'changes';

interface Operation extends Route {
  /** `<resource>.<operation>`, stable: the OpenAPI operationId. */
  readonly id: string;
  /** Other spellings of the same operation, served by the same handler. */
  readonly also: readonly Route[];
  readonly summary: string;
  /**
   * One object for path, query and body. A field named in the path comes from the path; with GET and DELETE the
   * others come from the query string, otherwise from the JSON body (`placeOf`).
   */
  readonly request: z.ZodObject;
  readonly success: 200 | 201 | 202;
  readonly errors: readonly ErrorStatus[];
  /** Description version that first had it. */
  readonly since: string;
  /** `specified`: path and purpose are the specification's. `extended`: ours; a client must live without it. */
  readonly source: 'specified' | 'extended';
  readonly effect: Effect;
  /** `token`: both credential headers. `none`: answered to anyone. */
  readonly auth: 'token' | 'none';
  /** True when sending it twice leaves the same state as sending it once, so it is safe to retry. */
  readonly idempotent: boolean;
}

export interface Endpoint extends Operation {
  readonly kind: 'json';
  readonly response: z.ZodType;
}

/** Answers `text/event-stream`; each event's name selects the schema of its JSON data. */
export interface StreamEndpoint extends Operation {
  readonly kind: 'events';
  readonly events: Readonly<Record<string, z.ZodType>>;
}

/** Answers bytes to be saved, under the name of `Content-Disposition`. */
export interface FileEndpoint extends Operation {
  readonly kind: 'file';
  readonly contentTypes: readonly string[];
}

export type AnyEndpoint = Endpoint | StreamEndpoint | FileEndpoint;

/** What a caller passes: defaults may be left out. */
export type RequestOf<E extends AnyEndpoint> = z.input<E['request']>;
/** What a handler receives: defaults are filled in. */
export type ParsedRequestOf<E extends AnyEndpoint> = z.output<E['request']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
/** The events of a stream as a union discriminated by `event`. */
export type EventOf<E extends StreamEndpoint> = {
  [Name in keyof E['events'] & string]: { readonly event: Name; readonly data: z.output<E['events'][Name]> };
}[keyof E['events'] & string];

type Defaulted = 'also' | 'success' | 'errors' | 'since' | 'auth' | 'kind';
type Draft<E extends AnyEndpoint> = Omit<E, Defaulted> & Partial<Pick<E, Defaulted>>;
type Completed<D, E extends AnyEndpoint> = D & Omit<E, keyof D>;

const usual = { also: [], success: 200, errors: [], since: '1.0.0', auth: 'token' } as const;

export function endpoint<const D extends Draft<Endpoint>>(draft: D): Completed<D, Endpoint> {
  return { ...usual, kind: 'json', ...draft } as Completed<D, Endpoint>;
}

export function stream<const D extends Draft<StreamEndpoint>>(draft: D): Completed<D, StreamEndpoint> {
  return { ...usual, kind: 'events', ...draft } as Completed<D, StreamEndpoint>;
}

export function file<const D extends Draft<FileEndpoint>>(draft: D): Completed<D, FileEndpoint> {
  return { ...usual, kind: 'file', ...draft } as Completed<D, FileEndpoint>;
}

export function routesOf(operation: AnyEndpoint): readonly Route[] {
  return [{ method: operation.method, path: operation.path }, ...operation.also];
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

export function placeOf(route: Route, field: string): 'path' | 'query' | 'body' {
  if (pathParameters(route.path).includes(field)) return 'path';
  return route.method === 'GET' || route.method === 'DELETE' ? 'query' : 'body';
}
