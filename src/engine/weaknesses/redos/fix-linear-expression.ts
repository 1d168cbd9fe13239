import { callAt } from '../../fixes/calls.ts';
import { noFix, type Strategy } from '../../fixes/fix.ts';
import { resolved } from '../../fixes/scope.ts';
import { type Source, walk } from '../../fixes/source.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

const atom = String.raw`(?:\[(?:\\.|[^\]\\]){1,200}\]|\\[wdsWDS]|[A-Za-z0-9])`;

/** A repetition of a repetition of one set of characters matches what one repetition does. */
const nested = new RegExp(String.raw`\((\?:)?(${atom})\+\)([+*])(?![?+])`, 'g');

/** @returns the expression without repetitions in repetitions, where that matches the very same texts */
export function withoutNestedRepetition(expression: string): string {
  return expression.replace(nested, (_, bare: string | undefined, one: string, again: string) => {
    if (bare !== undefined) return again === '+' ? `${one}+` : `${one}*`;
    return again === '+' ? `(${one}+)` : `(${one}+)?`;
  });
}

/** Expressions that take too long are written so that they match the same without trying every way to do so. */
const linearExpression: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: ({ source, finding }) => {
    const shown = finding.sink.kind === 'expression' ? finding.sink.expression : undefined;
    const call = callAt(source, source.offsetsOf(finding.range));
    const places = literals(source, call?.node ?? source.root, shown);
    const found = places.find((node) => withoutNestedRepetition(source.textOf(node)) !== source.textOf(node));
    if (!found)
      return noFix(
        'The expression can be made faster only by changing what it matches. Say more exactly what is meant, or bound the length of the text first.',
      );
    return {
      strategy: 'redos/one-repetition',
      title: 'Match the same with one repetition',
      explanation:
        'A repetition inside a repetition can divide the text in very many ways, all of which are tried before a mismatch is certain. One repetition matches the same texts in one way.',
      edits: [{ at: found.at, end: found.end, text: withoutNestedRepetition(source.textOf(found)) }],
    };
  },
};

/** Where the expression is written: in the call, behind a name in it, or anywhere in the file by its text. */
function literals(source: Source, node: SyntaxNode, shown: string | undefined): SyntaxNode[] {
  const near = [...walk(node)].map((one) => (one.type === 'identifier' ? resolved(source, one) : one));
  const isExpression = (one: SyntaxNode): boolean =>
    /^(?:regex|regex_pattern|string|string_literal)$/.test(one.type);
  const same =
    shown === undefined
      ? []
      : [...walk(source.root)].filter(
          (one) => isExpression(one) && source.textOf(one).replaceAll('\\\\', '\\').includes(shown),
        );
  return [...near.filter(isExpression), ...same];
}

export const fixes: readonly Strategy[] = [linearExpression];
