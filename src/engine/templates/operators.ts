/** Operators and words of expressions, of all engines together. */

/** Operators between two operands, by how tightly they bind. */
export const precedence: Readonly<Record<string, number>> = {
  '??': 1,
  '?:': 1,
  or: 1,
  '||': 1,
  and: 2,
  '&&': 2,
  in: 4,
  is: 4,
  '==': 4,
  '===': 4,
  '!=': 4,
  '!==': 4,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  eq: 4,
  ne: 4,
  neq: 4,
  lt: 4,
  gt: 4,
  le: 4,
  ge: 4,
  lte: 4,
  gte: 4,
  '~': 5,
  '..': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '//': 7,
  '%': 7,
  '**': 8,
};

/** Operators that evaluate their second operand in some cases only. */
export const logical: Readonly<Record<string, '||' | '&&' | '??'>> = {
  or: '||',
  '||': '||',
  and: '&&',
  '&&': '&&',
  '??': '??',
  '?:': '??',
};
/** Words that stand between expressions. */
export const words: ReadonlySet<string> = new Set([
  'if',
  'else',
  'recursive',
  'as',
  'with',
  'only',
  'ignore',
]);
/** Words that are values. */
export const constants: Readonly<Record<string, boolean | null>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  none: null,
  None: null,
  nil: null,
  undefined: null,
};
