import * as z from 'zod';
import { type FamilyId, families } from '../languages/registry.ts';
import { engineNames } from '../templates/engines.ts';
import { threatModels } from '../threat-models.ts';
import { accessPathProblem } from './access-paths.ts';
import { containerOperations } from './container-operations.ts';
import { expressionNames, namedExpressions } from './named-expressions.ts';
import { traits } from './traits.ts';

/**
 * The notation of library models: what the functions of a library mean, one YAML file a library, ours or a team's.
 * `docs/models.md` teaches it.
 *
 * **API paths.** An API is named by its module and members: `child_process.exec`, `os.system`, `flask.request.args`,
 * `java.sql.Statement.executeQuery`. An instance of type `T` has the path `T`, so a method of it is `T.method`, static or
 * not. Types that a language does not name get a name in their package: `express.Request`. Names built into a language stand
 * bare: `eval`, `open`, `document.cookie`. `*.name` matches a method `name` of a receiver about which nothing is known;
 * such rows need a `when` or a low confidence.
 */
const api = z
  .string()
  .max(500)
  .regex(/^[^\s]+$/, 'An API path has no spaces.');

/** APIs of one type or module in short: `java.sql.Statement: [execute, executeQuery]`. */
const members = z
  .record(api, z.array(api).min(1))
  .refine((value) => Object.keys(value).length === 1, 'Write one type a line: "- Type: [method, method]".');

const apiEntry = z.union([api, members], 'Write an API path, or "Type: [method, method]".');
const apis = z.array(apiEntry).min(1, 'Name at least one API.');
export type ApiEntry = z.infer<typeof apiEntry>;

const accessPath = z.string().superRefine((text, context) => {
  const problem = accessPathProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** A regular expression, or the name of one (`named-expressions.ts`); those of teams also have to match in linear time. */
const expression = z
  .union(
    [
      z.string(),
      z.strictObject({ named: z.enum(expressionNames) }).transform(({ named }) => namedExpressions[named]),
    ],
    `Write a regular expression, or "{ named: … }" with one of ${expressionNames.join(', ')}.`,
  )
  .superRefine((source, context) => {
    try {
      new RegExp(source);
    } catch {
      context.addIssue({ code: 'custom', message: 'The regular expression cannot be read.' });
    }
  });

const primitive = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const tests = ['is', 'matches', 'lessThan', 'absent', 'looksLike', 'type'] as const;

/** A test of one place. All conditions of a row must hold. What is not constant satisfies only `orUnknown`, and absence tests. */
const condition = z
  .strictObject({
    input: accessPath,
    /** Equal to one of these constants (strings without regard to case where `ignoreCase`). */
    is: z.array(primitive).min(1).optional(),
    /** A regular expression that the constant (or, with `prefix`, the known beginning of the string) matches. */
    matches: expression.optional(),
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
  })
  .refine(
    (value) => tests.filter((test) => value[test] !== undefined).length === 1,
    `A condition makes one test: ${tests.join(', ')}.`,
  )
  .refine(
    (value) => !value.prefix || value.matches !== undefined,
    '"prefix" belongs to "matches": give the expression for the beginning of the text.',
  )
  .refine(
    (value) => !value.ignoreCase || value.matches !== undefined || value.is !== undefined,
    '"ignoreCase" belongs to "is" or "matches".',
  );
export type Condition = z.infer<typeof condition>;

const when = z.array(condition).min(1).optional();
/** 0–100, default by kind. */
const confidence = z.int().min(0).max(100).optional();
/** The id of a weakness, such as `sql-injection`. */
const kind = z.string().regex(/^[a-z][a-z0-9-]*$/, 'A kind is the id of a weakness, such as sql-injection.');
/** Weaknesses, or `*` for all. */
const kinds = z.array(kind.or(z.literal('*'))).min(1);

/** Whose data it is: see `threat-models.ts`. */
export const threatModel = z.enum(threatModels);

/** How an argument of a callback is known: its type, that it is a source, or what it receives. */
const callbackParameter = z.strictObject({
  type: api.optional(),
  source: threatModel.optional(),
  /** As of `sources`. */
  alwaysFor: z.array(kind).optional(),
  /** Types of which it is no source. */
  except: z.array(api).optional(),
  /** The value that the callee passes on: `Receiver.Field[*]` for the elements of the receiver. */
  from: accessPath.optional(),
});

/** What the function returns is passed on to this API as its first argument: a view's result becomes the response. */
const returnsTo = api.optional();
const text = z.string().max(1_000);

/** One row of each section. A section whose rows are API paths alone is a list of those. */
export const sections = {
  /** The result of a call or the value of a property is attacker-influenced. `to` may also be an argument that the call fills. */
  sources: z.strictObject({
    threatModel: threatModel.default('remote'),
    apis,
    to: accessPath.default('ReturnValue'),
    /** What the data is, as it is shown: "a query parameter". */
    what: text.default('data from outside'),
    when,
    /** In a function whose route is one address, it is that address: nothing that a client chooses. */
    fixedByRoute: z.literal(true).optional(),
    /**
     * The weaknesses for which the data counts though its threat model is off: those that run code where left out, the
     * name of an archive's entry as a path, or none.
     */
    alwaysFor: z.array(kind).optional(),
    /** The APIs are functions: naming one gives nothing yet, and what goes in passes as it does without the row. */
    called: z.literal(true).optional(),
  }),
  sinks: z.strictObject({
    kind,
    apis,
    input: accessPath,
    /** Report where the object that stands at `input` was made: once, however often it is used. */
    reportMaking: z.boolean().optional(),
    /** Another kind by whose sanitizers and guards the data is judged: what makes a text safe as an operand does not make it safe as code. */
    judgedBy: kind.optional(),
    /** A trait of data that was made safe for another place of the same kind: it does not count here. */
    despite: z.enum(traits).optional(),
    /** A trait of data that does no harm here. */
    unless: z.enum(traits).optional(),
    when,
    confidence,
    what: text.optional(),
    /** Only a text counts: what an object holds is passed apart, as values. */
    text: z.literal(true).optional(),
    /** What callers may pass does not count: the data comes in where the call stands, or what it was passed in is seen. */
    direct: z.literal(true).optional(),
    /** It holds only where the build does not say that the package is of this version or a later one. */
    below: z.strictObject({ package: text, version: z.string().regex(/^\d+(?:\.\d+)*$/) }).optional(),
    /** Of `*`: a property, and what is assigned to it arrives. Assigning to the name of a method is no call. */
    property: z.literal(true).optional(),
    /** It only asks about what the data names: told of only where nothing worse is done with the same data. */
    probe: z.literal(true).optional(),
    /** Its score, where the harm depends on the API or its arguments: that of the weakness where left out. */
    score: z.int().min(10).max(100).optional(),
    /** The words of a command, a list or one each: only options count, none after `--` or taken by an option as its value. */
    words: z
      .strictObject({
        /** Words before these: the program's name. */
        skip: z.int().min(1).optional(),
        /** A regular expression: the options that take no value. */
        flags: expression,
      })
      .optional(),
  }),
  /** Taint goes from one place to another. A call without any summary passes receiver and arguments on to its result. */
  summaries: z.strictObject({ apis, from: accessPath, to: accessPath }),
  /** The result carries no taint (lengths, digests, comparisons). */
  neutrals: apiEntry,
  /** The result is `input` made safe for these kinds. */
  sanitizers: z.strictObject({ kinds, apis, input: accessPath.default('Argument[0]'), when }),
  /** The result is decoded from what went in: what made that safe for these kinds says nothing of it. */
  decoders: z.strictObject({ kinds, apis }),
  /** Where the call returned `result`, the value at `input` is safe for these kinds. */
  guards: z.strictObject({
    kinds,
    apis,
    input: accessPath,
    /** A text where the call returns one: `address.range()` is `unicast`. */
    result: z.union([z.boolean(), text]).default(true),
    /** It is no test: what is not safe makes it raise. */
    raises: z.boolean().optional(),
    /** A trait that the data has to have, or the guard shows nothing: a path of which `..` are left. */
    of: z.enum(traits).optional(),
  }),
  /** A template of the project is written with what is handed to it: a template is a function of its context. */
  renders: z.strictObject({
    apis,
    /** Its engine; `file` where its name or text says which, `same` for that of the template that the call stands in. */
    engine: z.enum([...engineNames, 'file', 'same']),
    /** Its name, or a list of names. `Receiver`: an object that a call made from the name, as `getTemplate(name)`. */
    template: accessPath,
    /** The objects whose fields are the template's variables. */
    context: accessPath.optional(),
    /** The program's settings of its templates count, which a hook reads. */
    settings: z.literal(true).optional(),
    /** What every template gets besides, as APIs by name. */
    globals: z.record(z.string(), api).optional(),
    /** APIs whose properties, as the program writes them, are variables of every template. */
    stores: z.array(api).min(1).optional(),
    /** Parameters of these types that the function around was given: what was put into them is handed on. */
    held: z.array(api).min(1).optional(),
    /** What is passed by name is a variable of the template, too. */
    keywords: z.literal(true).optional(),
    /** It is not written: the result holds the functions that it declares. */
    functions: z.literal(true).optional(),
    /** Whether values are escaped; by the engine and the file's name where left out. */
    escapes: z.boolean().optional(),
    when,
  }),
  /** The result of a call, or the value of a property, is an instance of `type`. Rows with conditions come before those without. */
  types: z.strictObject({ type: api, apis, when }),
  /** After the call its receiver is of `type`: a parser that was hardened, a cookie that was restricted to TLS. */
  becomes: z.strictObject({ type: api, apis, when }),
  subtypes: z.strictObject({ of: z.array(api).min(1), apis }),
  /** Other names for the same API, as a whole prefix: `jakarta.servlet` for `javax.servlet`. */
  aliases: z.strictObject({ of: api, apis }),
  /** A function passed at `argument` is called with these parameters. Routes and handlers are registered so. */
  callbacks: z.strictObject({
    apis,
    argument: z.union([z.int().min(0), z.literal('last'), z.literal('any')]),
    params: z.array(callbackParameter),
    returnsTo: accessPath.optional(),
    /** A regular expression over the call's first text; its groups are names of parameters that no harmful text can be in. */
    converted: expression.optional(),
    /** A regular expression: where it matches the call's first text, the row does not apply. */
    unless: expression.optional(),
    /** It is called for the elements of the receiver in turn, from this end, with what it gave for the one before. */
    inTurn: z.enum(['first', 'last']).optional(),
    /** Where a description of an object, `tool({ execute })`, has the function. */
    fields: z.array(z.string()).min(1).optional(),
    /** The functions are the methods of the object at `argument`, those whose names match: what is served as a whole. */
    methods: expression.optional(),
    /** The schema that data given to the first parameter fits. */
    described: accessPath.optional(),
  }),
  /** Functions under this decorator or annotation are entry points: their parameters (but `self`, and but typed ones in `except`) are these. */
  entries: z.strictObject({
    decorators: apis,
    /** Where it is not given, the program gives the parameters. */
    source: threatModel.optional(),
    what: text.default('a parameter of the request'),
    except: z.array(api).optional(),
    /** A regular expression over the decorator's first text; its group is the name of a parameter that is converted to a number. */
    converted: expression.optional(),
    returnsTo,
    /** A regular expression for annotations under which a parameter is given by the program, not by the client. */
    given: expression.optional(),
    /**
     * The decorator's first argument describes what the first parameter holds, or each parameter by its name; or decorators
     * of their own describe the parameters.
     */
    described: z.enum(['whole', 'each', 'apart']).optional(),
  }),
  /** What an entry point under this decorator, on it or on its class, returns goes to this API. The first row that fits counts. */
  answers: z.strictObject({
    decorators: apis,
    returnsTo: api,
    /** Types of which the function must be declared to return one. */
    returns: z.array(z.string()).optional(),
    /** A regular expression: where the text of a decorator matches it, the row does not apply. */
    unless: expression.optional(),
    /** A regular expression: where the text of a function's own decorator matches it, those of its class do not count. */
    about: expression.optional(),
    /** The row fits only where the text of a decorator matches this one. */
    only: expression.optional(),
  }),
  /** Standing at a parameter, it says which function makes the parameter's value: `Depends(current_user)`. */
  injectors: apiEntry,
  /** Functions, or parameters, under these decorators are given what a program publishes of the parameter's type. */
  subscribers: apiEntry,
  /** So is this method of what extends or implements one of `types`. */
  subscriberMethods: z.strictObject({ types: apis, method: z.string() }),
  /** Parameters or fields under this annotation in an entry point: data from outside, or an object of this type. */
  parameters: z.strictObject({
    decorators: apis,
    source: threatModel.optional(),
    what: text.optional(),
    type: api.optional(),
  }),
  /** Functions whose parameters bear these names are handlers: `/^req(uest)?$/` is an `express.Request`. Needs all of them. */
  handlers: z.strictObject({
    params: z
      .array(z.strictObject({ name: expression, type: api.optional(), source: threatModel.optional() }))
      .min(1),
    /** A regular expression for the function's own name. */
    named: expression.optional(),
    /** Names of which its body has to use one, where the parameters' say too little. */
    uses: z.array(z.string()).min(1).optional(),
    returnsTo,
    /** A module that the file imports. */
    requires: api.optional(),
    /** A regular expression for the file's path, where the framework goes by it. */
    file: expression.optional(),
    /** The file begins with this directive, and the function is exported from it. */
    directive: z.string().optional(),
  }),
  /** Methods of classes that extend or implement one of `types`, or stand under it as a decorator, by name (a regular expression): their parameters from `Argument[0]` on. */
  overrides: z.strictObject({
    types: apis,
    method: expression,
    params: z.array(callbackParameter),
    returnsTo,
  }),
  /** A call that is wrong in itself, whatever data reaches it. */
  misuses: z.strictObject({
    kind,
    apis,
    when,
    message: text,
    confidence,
    variant: z.string().optional(),
  }),
  containers: z.strictObject({
    op: z.enum(containerOperations),
    apis,
    /** Leading arguments that are not the operation's: the section of `config.get(section, key)`. */
    skip: z.int().min(1).optional(),
  }),
  /** The result is a text that begins so: an address of this site. */
  beginnings: z.strictObject({ text: z.string().min(1), apis }),
  /** Objects of these types, made by a framework, keep what the program puts into them under names. */
  holders: apiEntry,
  /** Types of which something is only taken to be, by its name: what it gives is told with less confidence. */
  guesses: apiEntry,
  /** What is written to properties of it that nothing else is said of, is found there by all who get it. */
  stores: apiEntry,
  /**
   * Classes that extend these, or stand under these decorators, are stored: what a client's data is put into a field of one object, is
   * found in that field of others.
   */
  entities: apiEntry,
  /** What stands at `input` is stored: fields of the receiver's model, or, where a `key` is given, what `store` keeps under it. */
  writes: z.strictObject({
    apis,
    input: accessPath,
    key: accessPath.optional(),
    store: text.default('rows'),
  }),
  /** The result was stored: an object of the receiver's model, or what `store` keeps under a key. */
  reads: z.strictObject({ apis, key: accessPath.optional(), store: text.default('rows') }),
  /** The call does not return: it raises, answers the request or ends the program. */
  noReturns: apiEntry,
  /** The first argument is a test: the call raises, or answers the request, where it does not come out true. */
  assertions: apiEntry,
  /** The value of a property or the result of a call is this constant. */
  constants: z.strictObject({ value: primitive, apis }),
} as const;
export type SectionName = keyof typeof sections;

const isSectionName = (name: string): name is SectionName => name in sections;
export const sectionNames: readonly SectionName[] = Object.keys(sections).filter(isSectionName);

/** Models are written for every language. */
export const modelLanguages = families;
export type ModelLanguage = FamilyId;

const someLanguage = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(modelLanguages);

/** What stands at the beginning of a file. */
export const headerSchema = z.object({
  /** `<language>/<library>`, such as `python/flask`. */
  library: z
    .string()
    .regex(
      new RegExp(String.raw`^(?:${modelLanguages.join('|')})\/[a-z0-9][a-z0-9.+-]*$`),
      `Write <language>/<name>, such as python/acme-db; the language is ${someLanguage}.`,
    ),
  /**
   * The packages whose APIs the rows are about: a row about another one is refused. `global` stands for names that need
   * no import.
   */
  packages: z.array(api, 'List the packages that the model is about.').min(1, 'Name at least one package.'),
  title: text.optional(),
  /** Where the facts come from. */
  provenance: text.optional(),
  /** Where several libraries speak of one API, the higher one's rows come first; 0 when left out. */
  precedence: z.int().min(-10).max(10).optional(),
});
export type Header = z.infer<typeof headerSchema>;
export const headerNames: readonly string[] = Object.keys(headerSchema.shape);

/** Everything that a file says, valid. Rows that are API paths alone are lists of those. */
export type Library = Header & { readonly [S in SectionName]?: z.output<(typeof sections)[S]>[] };
