import type { LocatedValue } from '../../files/structured/value.ts';
import { textOf } from '../../files/structured/value.ts';
import { isSuperLinear } from '../../rules/redos.ts';
import { asEcmaScript } from '../../rules/regex-dialects.ts';
import type { Expression } from '../rule.ts';
import { Unreadable } from './problems.ts';

const maximumLength = 10_000;
/** `(?i)` not at the beginning holds for all that follows, in groups of its own where that is needed. */
const flagsWithin = /(?<!^)\(\?[imsx]+\)/;

/** Reads a regular expression of Perl's kind. @throws Unreadable where JavaScript has nothing like it, or it takes exponential time */
export function readExpression(value: LocatedValue, source = textOf(value), flags = 'm'): Expression {
  if (source === undefined) throw new Unreadable(value, 'A regular expression is a text.');
  if (source.length > maximumLength)
    throw new Unreadable(value, `The expression has more than ${maximumLength} characters.`);
  // Flags that begin a group hold for the group; of a whole expression in one group they hold for all.
  const inside = /\(\?([imsx]+)\)/.exec(source);
  const leading =
    inside && flagsWithin.test(source) ? `(?${inside[1]})${source.replaceAll(/\(\?[imsx]+\)/g, '')}` : source;
  const groupFlags = /^\(*\(\?([ims]+):/.exec(leading)?.[1] ?? '';
  const written = asEcmaScript(leading, `${flags}${groupFlags}`);
  if (!written)
    throw new Unreadable(
      value,
      'The expression has a part that is not supported, such as a possessive or an atomic group.',
    );
  const body = written.source.replaceAll(/\\Z|\\z/g, '$').replaceAll('\\A', '^');
  try {
    new RegExp(body, `${written.flags}d`);
  } catch (error) {
    throw new Unreadable(
      value,
      `The expression is not valid: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const cost = isSuperLinear(body, written.flags);
  if (cost.superLinear && cost.reason?.startsWith('exponential') === true)
    throw new Unreadable(value, `The expression takes ${cost.reason}.`);
  return { source: body, flags: written.flags, mayBeSlow: cost.superLinear };
}
