import { z } from 'zod';
import { traits } from './traits.ts';

/**
 * The catalog's rows: what APIs mean. They are data, written by us or by a team (custom sources, sinks and packs),
 * and validated before use.
 *
 * **API paths.** An API is named by its module and members: `child_process.exec`, `os.system`,
 * `flask.request.args`, `java.sql.Statement.executeQuery`. An instance of type `T` has the path `T`, so a method of
 * it is `T.method`, static or not. Types that a language does not name get a name in their package:
 * `express.Request`. Names built into a language stand bare: `eval`, `open`, `document.cookie`. `*.name` matches a
 * method `name` of a receiver about which nothing is known; such rows need a `when` or a low confidence.
 */
const api = z.string().regex(/^[^\s]+$/, 'an API path has no spaces');

/**
 * A place at a call: `Argument[0]`, `Argument[1..]` (from the second on), `Argument[*]` (any), `Argument[shell]`
 * (by keyword), `Receiver`, `ReturnValue`; with fields: `Argument[0].where.id`; `.*` is any field, element or value in it.
 * A row on a property that is read or written instead of called uses `ReturnValue` (read) and `Argument[0]` (written).
 * Several places are separated by `|`.
 */
const place = z
  .string()
  .regex(
    /^(?:(?:Argument\[(?:\d+(?:\.\.)?|\*|[A-Za-z_]\w*)\]|Receiver|ReturnValue)(?:\.(?:[\w$-]+|\*))*)(?:\|(?:Argument\[(?:\d+(?:\.\.)?|\*|[A-Za-z_]\w*)\]|Receiver|ReturnValue)(?:\.(?:[\w$-]+|\*))*)*$/,
    'a place is Argument[…], Receiver or ReturnValue, with optional fields',
  );

const primitive = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A test of one place. All conditions of a row must hold. What is not constant satisfies only `unknown` and `not`-free absence tests. */
export const conditionSchema = z.strictObject({
  input: place,
  /** Equal to one of these constants (strings without regard to case where `ignoreCase`). */
  is: z.array(primitive).optional(),
  /** A regular expression that the constant (or, with `prefix`, the known beginning of the string) matches. */
  matches: z.string().optional(),
  ignoreCase: z.boolean().optional(),
  /** Test the known constant beginning of a string that is not wholly constant. */
  prefix: z.boolean().optional(),
  /** The number is less than this. */
  lessThan: z.number().optional(),
  /** The argument or field is not given at all (`true`), or is given (`false`). */
  absent: z.boolean().optional(),
  /** The beginning of the text, as far as it is constant, reads like this kind of text. */
  looksLike: z.enum(['sql', 'html', 'url', 'shell']).optional(),
  /** The value is (an instance of) this API. */
  type: api.optional(),
  /** The condition holds when the tests above do not. */
  not: z.boolean().optional(),
  /** It holds also where it cannot be told: only what is known to be otherwise speaks against it. */
  orUnknown: z.boolean().optional(),
});
export type Condition = z.infer<typeof conditionSchema>;

const when = z.array(conditionSchema).min(1).optional();
/** 0–100, default by class. */
const confidence = z.int().min(0).max(100).optional();
const vulnClass = z.string().regex(/^[a-z][a-z0-9-]*$/);

/**
 * `remote`: sent by anyone who reaches the program. `local`: command line, environment, files of the user.
 * `stored`: read back from a database or file that others may have written. `library`: an exported function's argument.
 */
export const sourceKind = z.enum(['remote', 'local', 'stored', 'library']);
export type SourceKind = z.infer<typeof sourceKind>;

/** How an argument of a callback is known: its type, that it is a source, or what it receives. */
const callbackParameter = z.strictObject({
  type: api.optional(),
  source: sourceKind.optional(),
  /** Types of which it is no source. */
  except: z.array(api).optional(),
  /** The value that the callee passes on: `Receiver.*` for the elements of the receiver. */
  from: place.optional(),
});

/** What the function returns is passed on to this API as its first argument: a view's result becomes the response. */
const returnsTo = api.optional();

export const rowSchema = z.discriminatedUnion('kind', [
  /** The result of a call or the value of a property is attacker-influenced. `to` may also be an argument that the call fills. */
  z.strictObject({
    kind: z.literal('source'),
    api,
    source: sourceKind,
    to: place.default('ReturnValue'),
    what: z.string(),
    when,
    /** In a function whose route is one address, it is that address: nothing that a client chooses. */
    fixedByRoute: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('sink'),
    api,
    input: place,
    /** Report where the object that stands at `input` was made: once, however often it is used. */
    reportMaking: z.boolean().optional(),
    vulnClass,
    /** Another class by whose sanitizers and guards the data is judged: what makes a text safe as an operand does not make it safe as code. */
    judgedBy: vulnClass.optional(),
    /** A trait of data that was made safe for another place of the same class: it does not count here. */
    despite: z.enum(traits).optional(),
    /** A trait of data that does no harm here. */
    unless: z.enum(traits).optional(),
    when,
    confidence,
    what: z.string().optional(),
    /** What callers may pass does not count: the data comes in where the call stands, or what it was passed in is seen. */
    direct: z.literal(true).optional(),
    /** It only asks about what the data names: told of only where nothing worse is done with the same data. */
    probe: z.literal(true).optional(),
  }),
  /** Taint goes from one place to another. A call without any `flow` row passes receiver and arguments on to its result. */
  z.strictObject({ kind: z.literal('flow'), api, from: place, to: place }),
  /** The result carries no taint (lengths, digests, comparisons). */
  z.strictObject({ kind: z.literal('neutral'), api }),
  /** The result is `input` made safe for these classes; `['*']` for all. */
  z.strictObject({
    kind: z.literal('sanitizer'),
    api,
    clears: z.array(vulnClass.or(z.literal('*'))).min(1),
    input: place.default('Argument[0]'),
    when,
  }),
  /** The result is decoded from what went in: what made that safe for these classes says nothing of it. */
  z.strictObject({ kind: z.literal('decoder'), api, restores: z.array(vulnClass.or(z.literal('*'))).min(1) }),
  /** Where the call returned `result`, the value at `input` is safe for these classes. */
  z.strictObject({
    kind: z.literal('guard'),
    api,
    input: place,
    clears: z.array(vulnClass.or(z.literal('*'))).min(1),
    result: z.boolean().default(true),
    /** It is no test: what is not safe makes it raise. */
    raises: z.boolean().optional(),
  }),
  /** The result of a call, or the value of a property, is an instance of `type`. Rows with conditions come before those without. */
  z.strictObject({ kind: z.literal('type'), api, type: api, when }),
  /** After the call its receiver is of `type`: a parser that was hardened, a cookie that was restricted to TLS. */
  z.strictObject({ kind: z.literal('become'), api, type: api, when }),
  z.strictObject({ kind: z.literal('subtype'), api, of: z.array(api).min(1) }),
  /** Another name for the same API, as a whole prefix: `jakarta.servlet` for `javax.servlet`. */
  z.strictObject({ kind: z.literal('alias'), api, of: api }),
  /** A function passed at `argument` is called with these parameters. Routes and handlers are registered so. */
  z.strictObject({
    kind: z.literal('callback'),
    api,
    argument: z.union([z.int().min(0), z.literal('last'), z.literal('any')]),
    params: z.array(callbackParameter),
    returnsTo: place.optional(),
    /** A regular expression over the call's first text; its groups are names of parameters that no harmful text can be in. */
    converted: z.string().optional(),
    /** It is called for the elements of the receiver in turn, from this end, with what it gave for the one before. */
    inTurn: z.enum(['first', 'last']).optional(),
  }),
  /** Functions under this decorator or annotation are entry points: their parameters (but `self`, and but typed ones in `except`) are these. */
  z.strictObject({
    kind: z.literal('entry'),
    decorator: api,
    /** Where it is not given, the program gives the parameters. */
    source: sourceKind.optional(),
    what: z.string(),
    except: z.array(api).optional(),
    /** A regular expression over the decorator's first text; its group is the name of a parameter that is converted to a number. */
    converted: z.string().optional(),
    returnsTo,
    /** A regular expression for annotations under which a parameter is given by the program, not by the client. */
    given: z.string().optional(),
    /**
     * The decorator's first argument describes what the first parameter holds, or each parameter by its name; or decorators
     * of their own describe the parameters.
     */
    described: z.enum(['whole', 'each', 'apart']).optional(),
  }),
  /** What an entry point under this decorator, on it or on its class, returns goes to this API. The first row that fits counts. */
  z.strictObject({
    kind: z.literal('answer'),
    decorator: api,
    returnsTo: api,
    /** Types of which the function must be declared to return one. */
    returns: z.array(z.string()).optional(),
    /** A regular expression: where the text of a decorator matches it, the row does not apply. */
    unless: z.string().optional(),
    /** A regular expression: where the text of a function's own decorator matches it, those of its class do not count. */
    about: z.string().optional(),
    /** The row fits only where the text of a decorator matches this one. */
    only: z.string().optional(),
  }),
  /** Standing at a parameter, it says which function makes the parameter's value: `Depends(current_user)`. */
  z.strictObject({ kind: z.literal('injector'), api }),
  /** Functions, or parameters, under this decorator are given what a program publishes of the parameter's type. */
  z.strictObject({ kind: z.literal('subscriber'), decorator: api }),
  /** So is this method of what extends or implements `type`. */
  z.strictObject({ kind: z.literal('subscribed'), type: api, method: z.string() }),
  /** Parameters or fields under this annotation in an entry point: data from outside, or an object of this type. */
  z.strictObject({
    kind: z.literal('parameter'),
    decorator: api,
    source: sourceKind.optional(),
    what: z.string().optional(),
    type: api.optional(),
  }),
  /** Functions whose parameters bear these names are handlers: `/^req(uest)?$/` is an `express.Request`. Needs all of them. */
  z.strictObject({
    kind: z.literal('handler'),
    params: z
      .array(z.strictObject({ name: z.string(), type: api.optional(), source: sourceKind.optional() }))
      .min(1),
    /** A regular expression for the function's own name. */
    named: z.string().optional(),
    /** Names of which its body has to use one, where the parameters' say too little. */
    uses: z.array(z.string()).min(1).optional(),
    returnsTo,
    /** A module that the file imports. */
    requires: api.optional(),
    /** A regular expression for the file's path, where the framework goes by it. */
    file: z.string().optional(),
    /** The file begins with this directive, and the function is exported from it. */
    directive: z.string().optional(),
  }),
  /** Methods of classes that extend or implement `type`, by name (a regular expression): their parameters from `Argument[0]` on. */
  z.strictObject({
    kind: z.literal('override'),
    type: api,
    method: z.string(),
    params: z.array(callbackParameter),
    returnsTo,
  }),
  /** A call that is wrong in itself, whatever data reaches it. */
  z.strictObject({
    kind: z.literal('misuse'),
    api,
    vulnClass,
    when,
    message: z.string(),
    confidence,
    variant: z.string().optional(),
  }),
  /** A container operation, so that elements are tracked one by one. */
  z.strictObject({
    kind: z.literal('container'),
    api,
    op: z.enum([
      'newList',
      'newMap',
      /** A map of keys and values in turn. */
      'mapOf',
      /** Pairs of a position and an element. */
      'enumerate',
      'newMapOf',
      'zip',
      /** A function with its first arguments given. */
      'bind',
      /** A function is kept under a name, to be called with what is announced under it. */
      /** A promise's making, and the function that gives its value. */
      'promise',
      'settle',
      /** Descriptions of data, and what of data fits them. */
      'same',
      /** Empties a builder of text where its new length is 0. */
      'truncate',
      /** Calls the function that it is given, with the arguments after it; or with those under `target` and `args`. */
      'run',
      /** Calls a function on an object with a list of arguments: `Reflect.apply(f, self, list)`. */
      'apply',
      'callBound',
      /** A class of tuples whose places have names, which are its second argument; and such a tuple. */
      'record',
      'newRecord',
      /** A function that gives what an object has under keys; and what that gives. */
      'getter',
      'gotten',
      /** A copy of its first argument with other values under the names that are given. */
      'replaced',
      'shape',
      'listOf',
      /** A description of what fits one of several. */
      'oneOf',
      'matching',
      'fitted',
      'fittedResult',
      'fittedSecond',
      /** The check of one place of a request; what the checks of a request came to; a question about that. */
      'check',
      'outcome',
      'askOutcome',
      'listen',
      /** Whoever subscribes to events of the first argument's class is called with it. */
      'publish',
      'announce',
      'append',
      'prepend',
      'insert',
      'get',
      'put',
      'removeAt',
      'pop',
      'shift',
      /** The element at the beginning, or at the end, which stays. */
      'first',
      'last',
      'clear',
      'addAll',
      'putAll',
      'values',
      'keys',
      'entries',
      /** The results of a function that is called with each element. */
      'map',
      'flatMap',
      /** What passes a test. */
      'filter',
      'entryKey',
      'entryValue',
      'iterator',
      'next',
      'copy',
      'slice',
      'join',
      'setdefault',
      /** Settings by key: of the files that the receiver read, or of those that a framework reads by itself. */
      'setting',
      'configuration',
      /** Reads settings from the file that a stream is opened of, or that is named. */
      'load',
      'bundle',
      /** The value under a key; where there is none, what a function returns, kept under it. */
      'compute',
      'push',
      /** A procedure with the description of its input, and the function that serves it. */
      'describe',
      'serve',
      /** What it is given is all that it holds from then on; gives what it held. */
      'hold',
      /** What a component keeps between its runs, and the function that changes it. */
      'state',
      'setState',
      'mergeState',
      /** Gives back its first argument. */
      'given',
      /** An instance of the class that it is called on. */
      'instance',
      /** The class that it is called on, with the methods of the one that it is given. */
      'mixed',
      /** Other elements come to stand at its places: `list.reverse()`, `Collections.shuffle(list)`. */
      'reorder',
      /** A list of the same elements in another order: `sorted(list)`. */
      'reordered',
      /** Takes elements out at a place, puts others there, and gives those taken out. */
      'splice',
      /** `Arrays.fill(list, x)`, `Collections.addAll(list, x, y)`. */
      'fill',
      'appendEach',
      /** `Reflect.get(o, key)`, `Reflect.set(o, key, value)`, `Object.defineProperty(o, key, { value })`. */
      'getProperty',
      'setProperty',
      'defineProperty',
    ]),
    /** Leading arguments that are not the operation's: the section of `config.get(section, key)`. */
    skip: z.int().min(1).optional(),
  }),
  /** The result is a text that begins so: an address of this site. */
  z.strictObject({ kind: z.literal('begins'), api, text: z.string().min(1) }),
  /** What is written to properties of it that nothing else is said of, is found there by all who get it. */
  z.strictObject({ kind: z.literal('store'), api }),
  /** The call does not return: it raises, answers the request or ends the program. */
  z.strictObject({ kind: z.literal('never'), api }),
  /** The first argument is a test: the call raises, or answers the request, where it does not come out true. */
  z.strictObject({ kind: z.literal('assertion'), api }),
  /** The value of a property or the result of a call is this constant. */
  z.strictObject({ kind: z.literal('constant'), api, value: primitive }),
]);
export type Row = z.infer<typeof rowSchema>;
export type RowInput = z.input<typeof rowSchema>;
export type RowOf<K extends Row['kind']> = Extract<Row, { kind: K }>;

/** A pack: rows that belong together and can be switched on and off as one. */
export const packSchema = z.strictObject({
  /** `<language>/<library>`, e.g. `python/flask`. */
  id: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
  /** Languages whose modules it applies to. */
  languages: z.array(z.enum(['javascript', 'typescript', 'java', 'python'])).min(1),
  title: z.string(),
  /** Where the facts come from. */
  provenance: z.string(),
  rows: z.array(rowSchema),
});
export type Pack = z.infer<typeof packSchema>;
export type PackInput = z.input<typeof packSchema>;
