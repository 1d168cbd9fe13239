import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { bare, callAt } from '../calls.ts';
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
    const target = fieldOf(bare(statement.children[0] ?? statement), 'left');
    const keys = [...new Set([...computedKeys(target ? source.textOf(target) : ''), key])];
    if (keys.some((one) => /[()=]|await/.test(one)))
      return noFix(
        'A key on the way to what is written is computed where it is used, and each may lead to the prototype. Check all of them, or keep the data in a `Map`.',
      );
    const { quote, semicolon, eol } = source.style;
    const leave = isInLoop(source, statement)
      ? 'continue'
      : isPassedOver(source, statement)
        ? 'return'
        : `throw new Error(${quote}This key is not allowed.${quote})`;
    const { at } = firstUse(source, block, statement, keys);
    const text = keys
      .map((one) => {
        const tests = ['__proto__', 'constructor', 'prototype'].map(
          (name) => `${one} === ${quote}${name}${quote}`,
        );
        return `if (${tests.join(' || ')}) ${leave}${semicolon}${eol}${source.indentationAt(at)}`;
      })
      .join('');
    return {
      strategy: 'prototype-pollution/guarded-key',
      title: 'Pass over keys that lead to the prototype',
      explanation:
        'Nothing is written under `__proto__`, `constructor` and `prototype`, so that what comes from outside cannot change what all objects share. Data with such keys is left out.',
      edits: [{ at, end: at, text }],
    };
  },
};

/** Where the keys are first looked up in the block: `store[area] ??= {}` keeps what a bad key leads to, too. */
function firstUse(
  source: Source,
  block: SyntaxNode,
  statement: SyntaxNode,
  keys: readonly string[],
): SyntaxNode {
  let first = statement;
  for (const sibling of block.children.slice(0, block.children.indexOf(statement)).reverse()) {
    const text = source.textOf(sibling);
    if (/^(?:const|let|var|function|if|for|while|switch|try)\b/.test(text)) break;
    if (computedKeys(text).some((key) => keys.includes(key))) first = sibling;
  }
  return first;
}

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
