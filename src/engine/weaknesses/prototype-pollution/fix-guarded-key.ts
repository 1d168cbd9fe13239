import { bare, callAt } from '../../fixes/calls.ts';
import { noFix, type Strategy } from '../../fixes/fix.ts';
import { functionAround, isBlock, isFunction, statementAround, variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

const computedOnTheWay =
  'A key on the way to what is written is computed where it is used, and each may lead to the prototype. Check all of them, or keep the data in a `Map`.';

/** Keys that lead to what all objects share are passed over. */
const guardedKey: Strategy = {
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
    if (keys.some((one) => /[()=]|await/.test(one))) return noFix(computedOnTheWay);
    const { quote, semicolon, eol } = source.style;
    const refused = `throw new Error(${quote}This key is not allowed.${quote})`;
    const leave = isInLoop(source, statement)
      ? 'continue'
      : isPassedOver(source, statement)
        ? 'return'
        : refused;
    const { at } = firstOfRound(source, statement, keys) ?? firstUse(source, block, statement, keys);
    const asked = (one: string, where: number, then: string): string => {
      const tests = ['__proto__', 'constructor', 'prototype'].map(
        (name) => `${one} === ${quote}${name}${quote}`,
      );
      return `if (${tests.join(' || ')}) ${then}${semicolon}${eol}${source.indentationAt(where)}`;
    };
    const text = keys.map((one) => asked(one, at, leave)).join('');
    const steps = target ? stepsTo(source, target) : [];
    if (steps.some((step) => step === undefined)) return noFix(computedOnTheWay);
    const onTheWay = steps
      .filter((step) => step !== undefined)
      .map((step) => ({ at: step.at, end: step.at, text: asked(step.key, step.at, refused) }));
    return {
      strategy: 'prototype-pollution/guarded-key',
      title: 'Pass over keys that lead to the prototype',
      explanation:
        'Nothing is written under `__proto__`, `constructor` and `prototype`, so that what comes from outside cannot change what all objects share. Data with such keys is left out.',
      edits: [...onTheWay, { at, end: at, text }],
    };
  },
};

interface Step {
  readonly key: string;
  readonly at: number;
}

/** `node = node[key]`: each step to the object that is written to may lead to the prototype; undefined for one that is computed. */
function stepsTo(source: Source, target: SyntaxNode): (Step | undefined)[] {
  let base: SyntaxNode | undefined = target;
  while (base && base.type !== 'identifier') base = fieldOf(base, 'object');
  const variable = base && variableOf(source, base);
  return (variable?.writes ?? []).flatMap(({ node, value }) => {
    const looked = value && bare(value);
    const index = looked?.type === 'subscript_expression' ? fieldOf(looked, 'index') : undefined;
    if (!index || /^(?:string|number)$/.test(index.type)) return [];
    const step = statementAround(source, node);
    const block = source.parentOf(step);
    if (index.type !== 'identifier' || !block || !isBlock(block)) return [undefined];
    const key = source.textOf(index);
    return [{ key, at: firstUse(source, block, step, [key]).at }];
  });
}

/**
 * The first statement of a round over keys, by a loop or a callback: a key that is asked about further in, beside a
 * branch that goes down into what it leads to, is asked about too late.
 */
function firstOfRound(
  source: Source,
  statement: SyntaxNode,
  keys: readonly string[],
): SyntaxNode | undefined {
  const [key] = keys;
  if (keys.length !== 1 || key === undefined || !/^[\w$]+$/.test(key)) return undefined;
  for (let node = source.parentOf(statement); node; node = source.parentOf(node)) {
    if (node.type === 'for_in_statement') {
      const left = fieldOf(node, 'left');
      const body = fieldOf(node, 'body');
      if (left && body && source.textOf(left) === key) return body.children[0];
    }
    if (isFunction(node)) {
      const body = fieldOf(node, 'body');
      const parameters = fieldOf(node, 'parameters') ?? fieldOf(node, 'parameter');
      const takes =
        parameters && new RegExp(`^\\(?\\s*${key.replaceAll('$', '\\$')}\\b`).test(source.textOf(parameters));
      return takes && body?.type === 'statement_block' && isPassedOver(source, statement)
        ? body.children[0]
        : undefined;
    }
  }
  return undefined;
}

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

/** What stands between outermost brackets after something: `area`, `key` of `store[area][key]`. */
function computedKeys(code: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < code.length; i++) {
    if (code[i] === '[' && depth++ === 0) from = i + 1;
    if (code[i] === ']' && depth > 0 && --depth === 0) keys.push(code.slice(from, i).trim());
  }
  return keys.filter((key) => !/^(?:['"`\d]|$)/.test(key));
}

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

export const fixes: readonly Strategy[] = [guardedKey];
