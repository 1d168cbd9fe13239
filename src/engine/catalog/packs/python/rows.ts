import type { Condition, RowInput, SourceKind } from '../../schema.ts';

/** Makers of rows that differ only in the API they are about. */
type Apis = readonly string[];

/** An argument that may be given by position or by name. */
export const argument = (position: number, name: string): string => `Argument[${position}]|Argument[${name}]`;

/** `prefix` before each name. */
export const members = (prefix: string, names: string): string[] =>
  names.split(' ').map((name) => `${prefix}.${name}`);

export const sinks = (
  vulnClass: string,
  input: string,
  apis: Apis,
  extra: {
    readonly when?: Condition[];
    readonly confidence?: number;
    readonly judgedBy?: string;
    readonly probe?: true;
    readonly what?: string;
  } = {},
): RowInput[] => apis.map((api) => ({ kind: 'sink', api, input, vulnClass, ...extra }));

export const sources = (source: SourceKind, what: string, apis: Apis, to?: string): RowInput[] =>
  apis.map((api) => ({ kind: 'source', api, source, what, ...(to !== undefined && { to }) }));

export const typed = (type: string, apis: Apis): RowInput[] =>
  apis.map((api) => ({ kind: 'type', api, type }));

export const neutral = (apis: Apis): RowInput[] => apis.map((api) => ({ kind: 'neutral', api }));

/** Calls whose result is an instance of a type and carries nothing of what was passed in. */
export const makes = (type: string, apis: Apis): RowInput[] => [...typed(type, apis), ...neutral(apis)];

export const sanitizers = (
  clears: string[],
  apis: Apis,
  extra: { readonly input?: string; readonly when?: Condition[] } = {},
): RowInput[] => apis.map((api) => ({ kind: 'sanitizer', api, clears, ...extra }));

export const guards = (clears: string[], input: string, apis: Apis, result = true): RowInput[] =>
  apis.map((api) => ({ kind: 'guard', api, input, clears, result }));

export const flows = (from: string, to: string, apis: Apis): RowInput[] =>
  apis.map((api) => ({ kind: 'flow', api, from, to }));

export const misuses = (
  vulnClass: string,
  message: string,
  apis: Apis,
  extra: { readonly when?: Condition[]; readonly confidence?: number; readonly variant?: string } = {},
): RowInput[] => apis.map((api) => ({ kind: 'misuse', api, vulnClass, message, ...extra }));

export const containers = (op: Extract<RowInput, { kind: 'container' }>['op'], apis: Apis): RowInput[] =>
  apis.map((api) => ({ kind: 'container', api, op }));

/** The argument is a constant text of some length: a secret written into the code. */
export const constantText = (input: string): Condition => ({ input, matches: '^[^\\s<{$]{4,}$' });

/** The argument is absent or not this constant. */
export const unless = (input: string, value: string | number | boolean | null): Condition => ({
  input,
  is: [value],
  not: true,
});

/** Functions under these decorators are called with what a client sends. */
/** `<int:id>` of Flask and Bottle, `<id:int>` of Sanic and Bottle, `{id:int}` of Starlette, `<id:re:[a-z]+>` of Bottle. */
const converted =
  '<(\\w+):re:(?:\\\\[dw]|\\[[\\w\\\\-]+\\])[+*]?(?:\\{[\\d,]*\\})?>|(?:<(?:int|float|uuid|any\\([^()]*\\)):|[<{](?=\\w+:(?:int|float|uuid|ymd|number)[>}]))(\\w+)';

export const entries = (
  what: string,
  decorators: Apis,
  extra: {
    readonly except?: string[];
    readonly returnsTo?: string;
    readonly source?: SourceKind;
    readonly described?: 'whole' | 'each' | 'apart';
  } = {},
): RowInput[] =>
  decorators.map((decorator) => ({ kind: 'entry', decorator, source: 'remote', what, converted, ...extra }));

export const subtypes = (of: string[], apis: Apis): RowInput[] =>
  apis.map((api) => ({ kind: 'subtype', api, of }));

/** The function at this position is called with instances of these types. */
export const callbacks = (position: number, types: readonly string[], apis: Apis): RowInput[] =>
  apis.map((api) => ({ kind: 'callback', api, argument: position, params: types.map((type) => ({ type })) }));

export const constants = (value: string | number | boolean | null, apis: Apis): RowInput[] =>
  apis.map((api) => ({ kind: 'constant', api, value }));

/** Calls whose result is decoded from what they are given: for these classes, it may do harm again. */
export const decoders = (restores: string[], apis: Apis): RowInput[] =>
  apis.map((api) => ({ kind: 'decoder', api, restores }));
