import type { SyntaxNode } from '../../languages/syntax.ts';
import { callAt } from '../calls.ts';
import { noFix, type Strategy } from '../fix.ts';
import { functionAround, isBlock, statementAround } from '../scope.ts';
import type { Source } from '../source.ts';

/** Keys that lead to what all objects share are passed over. */
export const guardedKey: Strategy = {
  classes: ['prototype-pollution'],
  languages: ['javascript'],
  fix: ({ source, finding, node }) => {
    const range = source.offsetsOf(finding.range);
    const call = callAt(source, range);
    if (call && call.node.end === range.end && call.nameNode.at === range.at)
      return noFix(
        'The library merges whatever it is given. Take the fields that are meant one by one, or use a version of it that leaves `__proto__` out.',
      );
    const statement = statementAround(source, node);
    const block = source.parentOf(statement);
    const key = source.text.slice(range.at, range.end);
    if (!block || !isBlock(block) || /[()=]|await/.test(key)) return undefined;
    // `store[area][key] = value`: with `__proto__` for an area that is not asked about, any key does harm.
    if (computedKeys(source.text.slice(statement.at, statement.end)).some((other) => other !== key))
      return noFix(
        'More than one key is computed on the way to what is written, and each may lead to the prototype. Check all of them, or keep the data in a `Map`.',
      );
    const { quote, semicolon, eol } = source.style;
    const leave = isInLoop(source, statement)
      ? 'continue'
      : isPassedOver(source, statement)
        ? 'return'
        : `throw new Error(${quote}This key is not allowed.${quote})`;
    const tests = ['__proto__', 'constructor', 'prototype'].map(
      (name) => `${key} === ${quote}${name}${quote}`,
    );
    const text = `if (${tests.join(' || ')}) ${leave}${semicolon}${eol}${source.indentationAt(statement.at)}`;
    return {
      strategy: 'prototype-pollution/guarded-key',
      title: 'Pass over keys that lead to the prototype',
      explanation:
        'Nothing is written under `__proto__`, `constructor` and `prototype`, so that what comes from outside cannot change what all objects share. Data with such keys is left out.',
      edits: [{ at: statement.at, end: statement.at, text }],
    };
  },
};

const computedKeys = (code: string): readonly string[] =>
  [...code.matchAll(/\[\s*(?!['"`\d\]])([^\]]+?)\s*\]/g)].map((match) => match[1] ?? '');

function isInLoop(source: Source, statement: SyntaxNode): boolean {
  const loop = source.around(
    statement,
    'for_in_statement',
    'for_statement',
    'while_statement',
    'do_statement',
  );
  return loop !== undefined && loop.at >= functionAround(source, statement).at;
}

/** In a callback for each key, leaving it goes on with the next. */
function isPassedOver(source: Source, statement: SyntaxNode): boolean {
  const fn = functionAround(source, statement);
  return /\.(?:forEach|each)\(\s*$/.test(source.text.slice(Math.max(0, fn.at - 30), fn.at));
}
