import { type Call, callAt, calleeText, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { Fix, FixResult, Strategy } from '../../fixes/fix.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { compose } from '../../fixes/text/compose.ts';
import { plainText } from '../../fixes/text/pieces.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { usesOf } from './use.ts';

/** `eval` of what can only be a number, or only data, reads it as that instead. */
const parsedValue: Strategy = {
  languages: ['javascript', 'python'],
  fix: ({ source, finding }): FixResult => {
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    return source.language === 'python' ? inPython(source, call) : inJavascript(source, call);
  },
};

/** What is read by the evaluation: the text itself, and whether what is written around it can only hold data. */
interface Evaluated {
  /** The expression that the value comes from: the call, or the call of the function that is made of the text. */
  readonly node: SyntaxNode;
  readonly text: string;
  readonly isWrapped: boolean;
}

function inJavascript(source: Source, call: Call): Fix | undefined {
  const read = evaluatedIn(source, call);
  const kind = read && kindOf(source, read);
  if (!read || !kind) return undefined;
  if (kind === 'data')
    return {
      strategy: 'code-injection/json',
      title: 'Read the data with `JSON.parse` instead of evaluating it',
      explanation:
        '`JSON.parse` reads data and runs nothing. The text has to be JSON: names and texts stand in double quotes, and there are no functions, comments and trailing commas.',
      edits: [replaced(read.node, `JSON.parse(${read.text})`)],
    };
  const parent = source.parentOf(read.node);
  const around = callOf(source, parent && source.parentOf(parent));
  const isRead = around && !around.receiver && /^(?:Number|parseInt|parseFloat)$/.test(around.name);
  return {
    strategy: 'code-injection/number',
    title: 'Read the number with `Number` instead of evaluating it',
    explanation:
      '`Number` reads a number and runs nothing. What is none becomes `NaN`; an expression such as `1 + 2` is not computed any more.',
    edits: [replaced(read.node, isRead ? read.text : `Number(${read.text})`)],
  };
}

function evaluatedIn(source: Source, call: Call): Evaluated | undefined {
  const callee = calleeText(source, call);
  const [first] = call.args;
  if (!first || call.args.length !== 1) return undefined;
  if (!call.isNew && /^(?:(?:window|globalThis|global|self)\.)?eval$|^\(0,eval\)$/.test(callee))
    return wrappedText(source, first, call.node, /^\(?$/, /^\)?;?$/);
  if (callee !== 'Function') return undefined;
  // `new Function('return ' + text)()`
  const made = callOf(source, callAround(source, call.node));
  return made?.args.length === 0
    ? wrappedText(source, first, made.node, /^return\s*\(?$/, /^\)?;?$/)
    : undefined;
}

/** The call whose function is an expression, through parentheses. */
function callAround(source: Source, node: SyntaxNode): SyntaxNode | undefined {
  let at = node;
  for (let parent = source.parentOf(at); parent; parent = source.parentOf(at)) {
    if (parent.type === 'call_expression' && fieldOf(parent, 'function') === at) return parent;
    if (parent.type !== 'parenthesized_expression') return undefined;
    at = parent;
  }
  return undefined;
}

/** The one computed part of a text with nothing beside it but what is expected there. */
function wrappedText(
  source: Source,
  argument: SyntaxNode,
  node: SyntaxNode,
  expectedBefore: RegExp,
  expectedAfter: RegExp,
): Evaluated | undefined {
  const { pieces } = compose(source, argument);
  const computed = pieces.findIndex(({ kind }) => kind === 'code');
  const part = pieces[computed];
  if (part?.kind !== 'code' || part.format !== '') return undefined;
  if (pieces.filter(({ kind }) => kind === 'code').length !== 1) return undefined;
  const textOf = (some: typeof pieces): string =>
    some.map((piece) => (piece.kind === 'text' ? plainText(piece.units) : '')).join('');
  const before = textOf(pieces.slice(0, computed)).trim();
  const after = textOf(pieces.slice(computed + 1)).trim();
  if (!expectedBefore.test(before) || !expectedAfter.test(after)) return undefined;
  if (before.endsWith('(') !== after.startsWith(')')) return undefined;
  return { node, text: part.code, isWrapped: before.endsWith('(') };
}

/** What the value can only be, by everything that is done with it. */
function kindOf(source: Source, { node, isWrapped }: Evaluated): 'number' | 'data' | undefined {
  const uses = new Set(usesOf(source, node));
  if (uses.has('other') || (uses.has('number') && uses.has('data'))) return undefined;
  if (uses.has('number')) return 'number';
  // Parentheses around a text are there for the braces of an object alone.
  return uses.has('data') || isWrapped ? 'data' : undefined;
}

function inPython(source: Source, call: Call): Fix | undefined {
  const [first, names] = call.args;
  if (!first || call.receiver || call.name !== 'eval' || call.keywords.size > 0 || call.args.length > 2)
    return undefined;
  if (/splat/.test(first.type)) return undefined;
  const text = source.textOf(first);
  if (names) return isWordsOfJson(source, names) ? asJson(source, call, text) : undefined;
  const uses = new Set(usesOf(source, call.node));
  if (uses.has('other') || (uses.has('number') && uses.has('data'))) return undefined;
  if (!uses.has('number') && !uses.has('data')) return undefined;
  const list = source.parentOf(call.node);
  const around = callOf(source, list && source.parentOf(list));
  if (around && !around.receiver && /^(?:int|float)$/.test(around.name))
    return {
      ...number,
      title: `Read the number with \`${around.name}\` instead of evaluating it`,
      edits: [replaced(call.node, text)],
    };
  const ast = pythonModule(source, 'ast');
  return {
    ...literal,
    edits: [...ast.edits, replaced(call.node, `${ast.name}.literal_eval(${text})`)],
  };
}

const number: Omit<Fix, 'edits'> = {
  strategy: 'code-injection/number',
  title: 'Read the number instead of evaluating it',
  explanation:
    'The text is read as a number and nothing of it is run. What is no number raises a `ValueError`; an expression such as `1 + 2` is not computed any more.',
};

const literal: Omit<Fix, 'edits'> = {
  strategy: 'code-injection/literal',
  title: 'Read the value with `ast.literal_eval` instead of evaluating it',
  explanation:
    '`ast.literal_eval` reads numbers, texts, lists, dictionaries and the like, and runs nothing. Anything else raises a `ValueError` or a `SyntaxError`; expressions with names, calls or `*` are not computed any more.',
};

/** `{"true": True, "false": False, "null": None}`: the names that JSON has and Python has not. */
function isWordsOfJson(source: Source, names: SyntaxNode): boolean {
  if (names.type !== 'dictionary') return false;
  const pairs = names.children.filter(({ type }) => type === 'pair');
  const words = pairs.map((pair) => source.textOf(pair).replaceAll(/['"\s]/g, ''));
  return (
    words.length > 0 &&
    pairs.length === names.children.length &&
    words.every((word) => /^(?:true:True|false:False|null:None|__builtins__:(?:\{\}|None))$/.test(word)) &&
    words.some((word) => !word.startsWith('__'))
  );
}

function asJson(source: Source, call: Call, text: string): Fix {
  const json = pythonModule(source, 'json');
  const edits: readonly Edit[] = [...json.edits, replaced(call.node, `${json.name}.loads(${text})`)];
  return {
    strategy: 'code-injection/json',
    title: 'Read the data with `json.loads` instead of evaluating it',
    explanation:
      '`json.loads` reads data and runs nothing. The text has to be JSON: names and texts stand in double quotes. Anything else raises a `ValueError`.',
    edits,
  };
}

export const fixes: readonly Strategy[] = [parsedValue];
