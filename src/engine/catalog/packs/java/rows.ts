import type { RowInput, SourceKind } from '../../schema.ts';

/** Shorthands for rows that come in dozens. `names` are separated by blanks; a name may carry dots. */
export const of = (type: string, names: string): string[] =>
  names.split(' ').map((name) => `${type}.${name}`);

type Sink = Extract<RowInput, { kind: 'sink' }>;
type Misuse = Extract<RowInput, { kind: 'misuse' }>;

export const sinks = (
  vulnClass: string,
  input: string,
  apis: readonly string[],
  more: Omit<Partial<Sink>, 'kind' | 'api'> = {},
): RowInput[] => apis.map((api) => ({ kind: 'sink', api, input, vulnClass, ...more }));

export const sources = (
  source: SourceKind,
  what: string,
  apis: readonly string[],
  to = 'ReturnValue',
): RowInput[] => apis.map((api) => ({ kind: 'source', api, source, what, to }));

/** API → the type of its result, or of the property's value. */
export const types = (pairs: Readonly<Record<string, string>>): RowInput[] =>
  Object.entries(pairs).map(([api, type]) => ({ kind: 'type', api, type }));

export const subtypes = (pairs: Readonly<Record<string, readonly string[]>>): RowInput[] =>
  Object.entries(pairs).map(([api, bases]) => ({ kind: 'subtype', api, of: [...bases] }));

export const neutrals = (apis: readonly string[]): RowInput[] =>
  apis.map((api) => ({ kind: 'neutral', api }));

export const flows = (from: string, to: string, apis: readonly string[]): RowInput[] =>
  apis.map((api) => ({ kind: 'flow', api, from, to }));

export const sanitizers = (
  clears: readonly string[],
  apis: readonly string[],
  input = 'Argument[0]',
): RowInput[] => apis.map((api) => ({ kind: 'sanitizer', api, clears: [...clears], input }));

export const containers = (
  op: Extract<RowInput, { kind: 'container' }>['op'],
  apis: readonly string[],
): RowInput[] => apis.map((api) => ({ kind: 'container', api, op }));

export const misuses = (
  vulnClass: string,
  message: string,
  apis: readonly string[],
  more: Omit<Partial<Misuse>, 'kind' | 'api' | 'message'> = {},
): RowInput[] => apis.map((api) => ({ kind: 'misuse', api, vulnClass, message, ...more }));

/** Calls whose result is decoded from what they are given: for these classes, it may do harm again. */
export const decoders = (restores: string[], apis: readonly string[]): RowInput[] =>
  apis.map((api) => ({ kind: 'decoder', api, restores }));
