import type { Span } from '../../files/structured/value.ts';
import type { ScriptToken } from './script-tokens.ts';

/** An argument of a call in a build script: `label: value`, `label = value`, `:label => value` or a value alone. */
export interface CallArgument {
  readonly label: string | undefined;
  readonly tokens: readonly ScriptToken[];
}

export type StringToken = ScriptToken & { readonly kind: 'string' };

/** Tokens of one call; a hostile file may open a bracket a million times and close none. */
const maximumTokens = 2_000;

const opening = new Set(['(', '[', '{']);
const closing = new Set([')', ']', '}']);

export const isMark = (token: ScriptToken | undefined, text: string): boolean =>
  token?.kind === 'mark' && token.text === text;

export const isName = (token: ScriptToken | undefined, text: string): boolean =>
  token?.kind === 'name' && token.text === text;

/**
 * @param at the index after the callee
 * @returns the arguments of a call with or without parentheses; one without them ends with its line, at a block or at a
 *   bracket that closes what is around it. Line breaks within are left out.
 */
export function callArguments(tokens: readonly ScriptToken[], at: number): readonly CallArgument[] {
  const isBracketed = isMark(tokens[at], '(');
  const parts: ScriptToken[][] = [[]];
  let depth = 0;
  const from = isBracketed ? at + 1 : at;
  for (let index = from; index < Math.min(tokens.length, from + maximumTokens); index++) {
    const token = tokens[index];
    if (!token) break;
    const mark = token.kind === 'mark' ? token.text : '';
    if (depth === 0) {
      if (closing.has(mark)) break;
      const isContinued = isMark(tokens[index - 1], ',') || isMark(tokens[index - 1], '\\');
      if (!isBracketed && (mark === ';' || mark === '{' || isName(token, 'do'))) break;
      if (!isBracketed && mark === '\n' && !isContinued) break;
      if (mark === ',') {
        parts.push([]);
        continue;
      }
    }
    if (opening.has(mark)) depth++;
    else if (closing.has(mark)) depth--;
    if (mark !== '\n') parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0).map(labelled);
}

function labelled(tokens: readonly ScriptToken[]): CallArgument {
  const [first, second, third] = tokens;
  const plain = { label: undefined, tokens };
  if (!first || first.kind === 'mark') return plain;
  if (isMark(second, '=') && isMark(third, '>')) return { label: first.text, tokens: tokens.slice(3) };
  const isLabel = isMark(second, ':') || (isMark(second, '=') && !isMark(third, '='));
  return isLabel ? { label: first.text, tokens: tokens.slice(2) } : plain;
}

/** @returns the string that an argument is, with nothing behind it but a condition, or `.freeze` of Ruby */
export function stringOf(argument: CallArgument | undefined): StringToken | undefined {
  const [first, second, third] = argument?.tokens ?? [];
  if (first?.kind !== 'string') return undefined;
  const isConditional = isName(second, 'if') || isName(second, 'unless');
  const isFrozen = isMark(second, '.') && isName(third, 'freeze');
  return second === undefined || isConditional || isFrozen ? first : undefined;
}

/** @returns the value of a labelled argument */
export const argumentNamed = (
  given: readonly CallArgument[],
  ...labels: readonly string[]
): CallArgument | undefined => given.find(({ label }) => label !== undefined && labels.includes(label));

/** From the first string's text to the last one's: what an edit replaces. */
export function spanOfStrings(strings: readonly StringToken[]): Span | undefined {
  const [first] = strings;
  const last = strings.at(-1);
  return first && last ? { start: first.inner.start, end: last.inner.end } : undefined;
}
