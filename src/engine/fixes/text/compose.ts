import { childOf, fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { bare, callOf } from '../calls.ts';
import type { Source } from '../source.ts';
import { byFormat, byPercent } from './formats.ts';
import { type CodePiece, type Composed, type Piece, type Quotes, textPiece, unitsOf } from './pieces.ts';

const maximumDepth = 60;

/**
 * Takes an expression apart whose value is text: literals, concatenations, templates, format calls, joined lists.
 * What is none of those is one piece of code.
 */
export function compose(source: Source, node: SyntaxNode): Composed {
  return { node, pieces: pieces(source, node, 0) };
}

const code = (source: Source, node: SyntaxNode, embedded = false, format = ''): CodePiece => ({
  kind: 'code',
  node,
  code: source.textOf(node),
  embedded,
  format,
});

function pieces(source: Source, given: SyntaxNode, depth: number): readonly Piece[] {
  const node = bare(given);
  if (depth > maximumDepth) return [code(source, given)];
  switch (node.type) {
    case 'string':
    case 'string_literal':
      return source.language === 'python' ? pythonLiteral(source, node) : [literal(source, node)];
    case 'template_string':
      return template(source, node);
    case 'concatenated_string':
      return node.children.flatMap((child) => pieces(source, child, depth + 1));
    case 'binary_expression':
    case 'binary_operator':
      return binary(source, node, depth) ?? [code(source, given)];
    case 'call_expression':
    case 'method_invocation':
    case 'call':
      return called(source, node, depth) ?? [code(source, given)];
    default:
      return [code(source, given)];
  }
}

function literal(source: Source, node: SyntaxNode): Piece {
  const text = source.textOf(node);
  const mark = text.startsWith('"""') ? '"""' : text.slice(0, 1);
  return {
    kind: 'text',
    units: unitsOf(text.slice(mark.length, text.length - mark.length)),
    quotes: { prefix: '', mark },
    at: node.at,
    end: node.end,
  };
}

function template(source: Source, node: SyntaxNode): Piece[] {
  const quotes: Quotes = { prefix: '', mark: '`' };
  const result: Piece[] = [];
  let from = node.at + 1;
  const text = (to: number): void => {
    if (to > from)
      result.push({
        kind: 'text',
        units: unitsOf(source.text.slice(from, to)),
        quotes,
        at: node.at,
        end: node.end,
      });
  };
  for (const child of node.children) {
    if (child.type !== 'template_substitution') continue;
    text(child.at);
    const inner = child.children.find(({ type }) => type !== '${');
    if (inner) result.push(code(source, inner, true));
    from = child.end;
  }
  text(node.end - 1);
  return result.length > 0 ? result : [{ kind: 'text', units: [], quotes, at: node.at, end: node.end }];
}

function pythonLiteral(source: Source, node: SyntaxNode): readonly Piece[] {
  const opening = /^([A-Za-z]*)("""|'''|"|')/.exec(source.textOf(node));
  const [whole = '', prefix = '', mark = ''] = opening ?? [];
  if (mark === '' || /b/i.test(prefix)) return [code(source, node)];
  const raw = /r/i.test(prefix);
  const formatted = /f/i.test(prefix);
  const quotes: Quotes = { prefix, mark };
  const result: Piece[] = [];
  let from = node.at + whole.length;
  const text = (to: number): void => {
    if (to <= from) return;
    let units = unitsOf(source.text.slice(from, to), raw);
    if (formatted)
      units = units.filter(
        ({ ch }, i) => !((ch === '{' || ch === '}') && units[i - 1]?.ch === ch && odd(units, i)),
      );
    result.push({ kind: 'text', units, quotes, at: node.at, end: node.end });
  };
  for (const child of node.children) {
    if (child.type !== 'interpolation') continue;
    text(child.at);
    const inner = fieldOf(child, 'expression') ?? child.children[0];
    if (!inner) return [code(source, node)];
    result.push(code(source, inner, true, source.text.slice(inner.end, child.end - 1).trim()));
    from = child.end;
  }
  text(node.end - mark.length);
  return result.length > 0 ? result : [{ kind: 'text', units: [], quotes, at: node.at, end: node.end }];
}

/** Whether a brace is the second of its pair. */
function odd(units: readonly { readonly ch: string }[], index: number): boolean {
  let first = index;
  while (units[first - 1]?.ch === units[index]?.ch) first--;
  return (index - first) % 2 === 1;
}

function binary(source: Source, node: SyntaxNode, depth: number): readonly Piece[] | undefined {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (!left || !right) return undefined;
  const operator = source.text.slice(left.end, right.at).replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\s/g, '');
  if (operator === '+') {
    const parts = [...pieces(source, left, depth + 1), ...pieces(source, right, depth + 1)];
    // A sum without any text may be one of numbers.
    return parts.some((part) => part.kind === 'text') ? parts : undefined;
  }
  if (operator === '%' && source.language === 'python') {
    return byPercent(source, pieces(source, left, depth + 1), bare(right));
  }
  return undefined;
}

function called(source: Source, node: SyntaxNode, depth: number): readonly Piece[] | undefined {
  const call = callOf(source, node);
  if (!call) return undefined;
  const { name, receiver, args } = call;
  const of = (one: SyntaxNode): readonly Piece[] => pieces(source, one, depth + 1);
  const [first, ...rest] = args;
  const isText = (parts: readonly Piece[]): boolean => parts.some((part) => part.kind === 'text');
  if (source.language === 'python') {
    if (name === 'format' && receiver && isText(of(receiver)))
      return byFormat(of(receiver), args, call.keywords, source);
    if (name === 'join' && receiver && first) return joined(source, of(receiver), first, of);
    if (name === 'str' && !receiver && args.length === 1 && first) return [code(source, first)];
    return undefined;
  }
  if (source.language === 'java') {
    if (name === 'format' && receiver && source.textOf(receiver) === 'String' && first && isText(of(first)))
      return byPercentArguments(source, of(first), rest);
    if (name === 'formatted' && receiver && isText(of(receiver)))
      return byPercentArguments(source, of(receiver), args);
    if (name === 'concat' && receiver && first && isText([...of(receiver), ...of(first)]))
      return [...of(receiver), ...of(first)];
    if (name === 'valueOf' && receiver && source.textOf(receiver) === 'String' && first && args.length === 1)
      return [code(source, first)];
    return undefined;
  }
  if (name === 'join' && receiver && first && args.length === 1)
    return joined(source, of(first), bare(receiver), of);
  if (name === 'concat' && receiver && isText(of(receiver))) return [...of(receiver), ...args.flatMap(of)];
  if (name === 'String' && !receiver && args.length === 1 && first) return [code(source, first)];
  if (name === 'format' && receiver && source.textOf(receiver) === 'util' && first && isText(of(first)))
    return byPercentArguments(source, of(first), rest);
  return undefined;
}

const byPercentArguments = (
  source: Source,
  text: readonly Piece[],
  args: readonly SyntaxNode[],
): readonly Piece[] | undefined => byPercent(source, text, args);

/** A list that is written out, with a literal between its elements. */
function joined(
  source: Source,
  separator: readonly Piece[],
  list: SyntaxNode,
  of: (node: SyntaxNode) => readonly Piece[],
): readonly Piece[] | undefined {
  const [between] = separator;
  if (separator.length !== 1 || between?.kind !== 'text') return undefined;
  if (list.type !== 'array' && list.type !== 'list' && list.type !== 'tuple') return undefined;
  if (list.children.some((child) => child.type.includes('spread') || child.type.includes('splat')))
    return undefined;
  if (childOf(list, 'for_in_clause')) return undefined;
  const quotes: Quotes = { prefix: '', mark: source.style.quote };
  const glue = textPiece(between.units.map((unit) => unit.ch).join(''), quotes);
  return list.children.flatMap((child, i) => (i === 0 ? of(child) : [glue, ...of(child)]));
}
