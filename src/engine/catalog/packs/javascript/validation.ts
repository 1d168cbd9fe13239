import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, containers, documented, members, types } from './rows.ts';

/** What a library of schemas calls its parts. */
interface Names {
  readonly modules: readonly string[];
  readonly safe: string;
  readonly text: string;
  /** Of a text: methods after which it is one of a list, or of characters that do no harm. */
  readonly narrowing: string;
  readonly pattern: string;
  readonly shape: string;
  readonly list: string;
  /** Methods of a description that give another of its kind. */
  readonly fluent: string;
}

function schemas(library: string, names: Names): RowInput[] {
  const [safe, text, shape, list] = ['Safe', 'Text', 'Shape', 'List'].map((kind) => `${library}.${kind}`) as [
    string,
    string,
    string,
    string,
  ];
  const all = [safe, text, shape, list];
  const operations = (
    owner: string,
    listed: string,
    op: 'same' | 'shape' | 'listOf' | 'matching',
  ): RowInput[] =>
    listed === '' ? [] : containers(owner, Object.fromEntries(listed.split(' ').map((name) => [name, op])));
  return [
    ...names.modules.flatMap((module) => [
      ...types(safe, members(module, names.safe)),
      ...types(text, members(module, names.text)),
      ...operations(module, names.shape, 'shape'),
      ...types(shape, members(module, names.shape)),
      ...operations(module, names.list, 'listOf'),
      ...types(list, members(module, names.list)),
    ]),
    ...(names.narrowing === '' ? [] : types(safe, members(text, names.narrowing))),
    ...operations(text, names.pattern, 'matching'),
    ...(names.pattern === '' ? [] : types(text, members(text, names.pattern))),
    ...operations(shape, 'keys shape extend append merge', 'shape'),
    ...types(shape, members(shape, 'keys shape extend append merge')),
    ...operations(list, 'items of', 'listOf'),
    ...types(list, members(list, 'items of')),
    ...all.flatMap((owner) => operations(owner, names.fluent, 'same')),
  ];
}

const fluent =
  'required optional nullable nullish notRequired allow default min max length trim lowercase uppercase strict passthrough strip partial refine superRefine describe label messages options unknown email uri url noUnknown defined int integer positive negative nonnegative nonpositive finite safe multipleOf gt gte lt lte greater less port precision sparse unique single ensure nonempty readonly catch brand';

/** What validators let through, and what they make of it. */
export const validation = definePack({
  id: 'javascript/validation',
  languages: [...both],
  title: 'Joi, Zod, Yup and express-validator',
  provenance: documented,
  rows: [
    { kind: 'alias', api: '@hapi/joi', of: 'joi' },
    { kind: 'alias', api: 'celebrate.Joi', of: 'joi' },
    { kind: 'alias', api: 'joi.default', of: 'joi' },
    { kind: 'alias', api: 'zod.z', of: 'zod' },
    { kind: 'alias', api: 'zod.default', of: 'zod' },
    ...schemas('joi', {
      modules: ['joi'],
      safe: 'number boolean bool date valid equal',
      text: 'string any',
      narrowing: 'valid equal only alphanum guid uuid hex isoDate token creditCard dataUri base64',
      pattern: 'pattern regex',
      shape: 'object',
      list: 'array',
      fluent,
    }),
    ...schemas('zod', {
      modules: ['zod', 'zod.coerce'],
      safe: 'number boolean date bigint enum nativeEnum literal int uuid guid cuid ulid iso null undefined',
      text: 'string any unknown email url',
      narrowing: 'uuid guid cuid cuid2 ulid datetime date time ip duration',
      pattern: 'regex',
      shape: 'object strictObject looseObject',
      list: 'array',
      fluent,
    }),
    ...schemas('yup', {
      modules: ['yup'],
      safe: 'number boolean bool date',
      text: 'string mixed',
      narrowing: 'oneOf uuid datetime',
      pattern: 'matches',
      shape: 'object',
      list: 'array',
      fluent,
    }),
    { kind: 'alias', api: '@sinclair/typebox.Type', of: 'typebox' },
    { kind: 'alias', api: '@sinclair/typebox.Type.Type', of: 'typebox' },
    { kind: 'alias', api: 'typebox.Type', of: 'typebox' },
    ...schemas('typebox', {
      modules: ['typebox'],
      safe: 'Number Integer Boolean Literal Enum Null BigInt Date',
      text: 'String Any Unknown',
      narrowing: '',
      pattern: '',
      shape: 'Object',
      list: 'Array',
      fluent: '',
    }),
    ...['zod.union', 'typebox.Union'].map((api): RowInput => ({ kind: 'container', api, op: 'oneOf' })),
    ...containers('typebox', { Optional: 'given', Readonly: 'given' }),
    ...['Safe', 'Text', 'Shape', 'List'].flatMap((kind): RowInput[] => [
      ...containers(`zod.${kind}`, {
        parse: 'fitted',
        parseAsync: 'fitted',
        safeParse: 'fittedResult',
        safeParseAsync: 'fittedResult',
      }),
      ...containers(`joi.${kind}`, { validate: 'fittedResult', validateAsync: 'fitted' }),
      ...containers(`yup.${kind}`, { validate: 'fitted', validateSync: 'fitted', cast: 'fitted' }),
    ]),
    { kind: 'container', api: 'joi.attempt', op: 'fittedSecond' },

    // Chains of checks of one place of a request, given to a route before its handler.
    ...['express-validator', 'express-validator/check'].flatMap((module) => [
      ...containers(module, {
        body: 'check',
        param: 'check',
        query: 'check',
        cookie: 'check',
        header: 'check',
      }),
      ...types('express-validator.Chain', members(module, 'body param query cookie header')),
      ...containers(module, { validationResult: 'outcome' }),
      ...types(`${module}.validationResult`, [`${module}.validationResult.withDefaults`]),
    ]),
    ...containers('express-validator.Result', {
      isEmpty: 'askOutcome',
      array: 'askOutcome',
      formatWith: 'askOutcome',
      throw: 'askOutcome',
    }),
    ...['Chain', 'Text', 'Safe', 'Converted'].flatMap((kind) => {
      const chain = `express-validator.${kind}`;
      const safe =
        'isInt isNumeric isFloat isDecimal isBoolean isUUID isMongoId isAlpha isAlphanumeric isHexadecimal isDate isISO8601 isIn isPort isIP';
      // Whatever it was, it is no text any more, whether or not anybody asks for the outcome.
      const converted = 'toInt toFloat toBoolean toDate';
      const string = 'isString isEmail isURL isLength trim normalizeEmail isSlug isMobilePhone';
      const others =
        'exists optional notEmpty isArray isObject withMessage bail not if custom customSanitizer escape unescape default matches contains equals stripLow blacklist whitelist';
      const copied = (names: string): RowInput[] =>
        containers(chain, Object.fromEntries(names.split(' ').map((name) => [name, 'same'] as const)));
      return [
        ...copied(`${safe} ${converted} ${string} ${others}`),
        ...types('express-validator.Converted', members(chain, converted)),
        ...(kind === 'Converted' ? [] : types('express-validator.Safe', members(chain, safe))),
        ...(kind === 'Chain' ? types('express-validator.Text', members(chain, string)) : []),
      ];
    }),
  ],
});
