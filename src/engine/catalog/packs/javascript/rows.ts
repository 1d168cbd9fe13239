import type { Condition, RowInput, SourceKind } from '../../schema.ts';
import type { traits } from '../../traits.ts';

/** Short ways to write rows that differ in one thing only. */

export const both = ['javascript', 'typescript'] as const;
export const documented = "the libraries' own documentation; cross-checked with CodeQL's models (MIT)";

/** `members('fs', 'readFile open')` → `fs.readFile`, `fs.open`. */
export function members(owner: string, names: string): readonly string[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => `${owner}.${name}`);
}

interface SinkOptions {
  readonly when?: Condition[];
  readonly confidence?: number;
  readonly what?: string;
  readonly judgedBy?: string;
  readonly unless?: (typeof traits)[number];
  readonly direct?: true;
  readonly probe?: true;
}

export function sinks(
  vulnClass: string,
  input: string,
  apis: readonly string[],
  options: SinkOptions = {},
): RowInput[] {
  return apis.map((api) => ({ kind: 'sink', api, input, vulnClass, ...options }));
}

export function sources(source: SourceKind, what: string, apis: readonly string[]): RowInput[] {
  return apis.map((api) => ({ kind: 'source', api, source, what }));
}

/** Calls or properties whose value is an instance of `type`. */
export function types(type: string, apis: readonly string[]): RowInput[] {
  return apis.map((api) => ({ kind: 'type', api, type }));
}

export function neutral(apis: readonly string[]): RowInput[] {
  return apis.map((api) => ({ kind: 'neutral', api }));
}

export function sanitizers(clears: string[], apis: readonly string[], input = 'Argument[0]'): RowInput[] {
  return apis.map((api) => ({ kind: 'sanitizer', api, clears, input }));
}

export function flows(from: string, to: string, apis: readonly string[]): RowInput[] {
  return apis.map((api) => ({ kind: 'flow', api, from, to }));
}

export function subtypes(of: string, apis: readonly string[]): RowInput[] {
  return apis.map((api) => ({ kind: 'subtype', api, of: [of] }));
}

/** Handlers are registered at any argument: path first or not, several in a row. */
export function registers(apis: readonly string[], params: readonly string[]): RowInput[] {
  return apis.map((api) => ({
    kind: 'callback',
    api,
    argument: 'any',
    params: params.map((type) => ({ type })),
  }));
}

/** A written secret at a place that must hold one. */
export function secrets(api: string, input: string, message: string, more: Condition[] = []): RowInput {
  return {
    kind: 'misuse',
    api,
    vulnClass: 'hard-coded-secret',
    when: [{ input, matches: '^.{3,}$' }, ...more],
    message,
  };
}

type CallbackInput = Extract<RowInput, { kind: 'callback' }>;

/** A function argument, and what it is called with. */
export function calls(
  apis: readonly string[],
  argument: CallbackInput['argument'],
  params: CallbackInput['params'],
  returnsTo?: string,
): CallbackInput[] {
  return apis.map((api) => ({
    kind: 'callback',
    api,
    argument,
    params,
    ...(returnsTo === undefined ? {} : { returnsTo }),
  }));
}

type ContainerOperation = Extract<RowInput, { kind: 'container' }>['op'];

export function containers(
  owner: string,
  operations: Readonly<Record<string, ContainerOperation>>,
): RowInput[] {
  return Object.entries(operations).map(([name, op]) => ({ kind: 'container', api: `${owner}.${name}`, op }));
}

/** Options of cross-origin requests under which every site reads what the user of the page may read. */
export const anyOrigin = (options: string): Condition[] => [
  { input: `${options}.origin|${options}.origin.0`, is: ['*', true] },
  { input: `${options}.credentials`, is: [true] },
];
export const anySite = 'Any site may send requests with the cookies of the user and read the answers.';

/** Names of cookies that say who somebody is. */
export const sessionName = 'sess|sid$|auth|token|jwt|login|remember|csrf|^user|uid';

/** `set(name, value, options)` of a cookie that says who somebody is. */
export const insecureCookies = (api: string, name = 0): RowInput[] =>
  (['httpOnly', 'secure'] as const).map(
    (flag): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'insecure-cookie',
      variant: flag,
      when: [
        {
          input: `Argument[${name}]`,
          matches: sessionName,
          ignoreCase: true,
        },
        { input: `Argument[${name + 2}].${flag}`, is: [false] },
      ],
      message: `The cookie is set with ${flag} turned off.`,
    }),
  );

/** The same of cookies whose options do not say it, where that leaves it off. */
export const cookiesWithout = (api: string): RowInput[] =>
  (['httpOnly', 'secure'] as const).map(
    (flag): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'insecure-cookie',
      variant: flag,
      when: [
        { input: 'Argument[0]', matches: sessionName, ignoreCase: true },
        { input: `Argument[2].${flag}`, absent: true },
      ],
      message: `The cookie is set without ${flag}.`,
    }),
  );

/** No known text stands before it that settles where the address leads. */
export const beginsFreely = (input: string): Condition => ({
  input,
  matches: '^[a-z/.#?]',
  ignoreCase: true,
  prefix: true,
  not: true,
  orUnknown: true,
});

/** Conditions of sinks that take a page: objects and lists are sent as JSON. */
export const sentAsText = ['express.Body', 'document.Rows', 'sql.Rows', 'sql.Row', 'Object', 'Array'].map(
  (type) => ({ input: 'Argument[0]', type, not: true }),
);

/** Calls whose result is decoded from what they are given: for these classes, it may do harm again. */
export const decoders = (restores: string[], apis: readonly string[]): RowInput[] =>
  apis.map((api) => ({ kind: 'decoder', api, restores }));
