/** Operators of HCL on Booleans and scalars, as far as their result is known. */
import type { LocatedValue, Span } from '../../files/structured/value.ts';
import { writtenText } from '../values.ts';

/** The tag of what is computed. */
export const expression = 'expression';

/** Undefined where it is not known. */
export type Operand = LocatedValue | undefined;

/** Sticky patterns of operators, those that bind least first; each may begin on the next line. */
export const precedences: readonly RegExp[] = [/\s*\|\|/y, /\s*&&/y, /\s*[!=]=/y];

/** Returns what an operator gives. @param right undefined for `!` */
export function operated(operator: string, left: Operand, right: Operand, span: Span): Operand {
  const a = writtenText(left);
  const b = writtenText(right);
  const known = resultOf(operator, a, b);
  return known === undefined
    ? { kind: 'literal', text: '', tag: expression, ...span }
    : { kind: 'literal', text: String(known), ...span };
}

function resultOf(operator: string, a: string | undefined, b: string | undefined): boolean | undefined {
  switch (operator) {
    case '||':
      if (a === 'true' || b === 'true') return true;
      return a === 'false' && b === 'false' ? false : undefined;
    case '&&':
      if (a === 'false' || b === 'false') return false;
      return a === 'true' && b === 'true' ? true : undefined;
    case '!':
      return a === 'true' ? false : a === 'false' ? true : undefined;
    default:
      return a === undefined || b === undefined ? undefined : (a === b) === (operator === '==');
  }
}
