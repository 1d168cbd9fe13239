import { bare, callOf } from '../../fixes/calls.ts';
import { functionAround, resolved, statementAround, variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { compose } from '../../fixes/text/compose.ts';
import type { CodePiece, Composed, Piece, Quotes, TextPiece, Unit } from '../../fixes/text/pieces.ts';
import { plainText } from '../../fixes/text/pieces.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { positionAfter } from './position.ts';

/** A value that leaves the statement's text. */
export interface Parameter {
  /** Code and literal text that make the value: `%` + term + `%`. */
  readonly parts: readonly Piece[];
  /** It stood between quotation marks, so it is text. */
  readonly quoted: boolean;
  /** It follows LIMIT or OFFSET, where only a number is allowed. */
  readonly number: boolean;
  /** How many places for values the statement had before this one. */
  readonly before: number;
}

export interface Parameterised {
  /** Each expression that the statement is put together in, with its new pieces. */
  readonly roots: ReadonlyMap<Composed, readonly Piece[]>;
  readonly parameters: readonly Parameter[];
  /** Code that is still in the text: lists, whole conditions. */
  readonly left: readonly CodePiece[];
  /** How many names of tables or columns are checked now before they become part of the text. */
  readonly guarded: number;
}

interface Token {
  readonly root: Composed;
  readonly piece: Piece;
  /** Undefined for code. */
  readonly unit: Unit | undefined;
  /** The name of a part that follows in its own right: kept, and not read. */
  readonly stands: boolean;
}

/**
 * Reads the pieces of a statement, with those of local names that are used in it alone, and takes the values out.
 * @param placeholder the text of the n-th new place, counted from 0
 * @returns undefined where nothing can be taken out
 */
export function parameterise(
  source: Source,
  roots: readonly Composed[],
  placeholder: (index: number, parameter: Parameter) => string,
  options: {
    readonly doublePercent?: boolean;
    /** Wraps code where only a name may stand. */
    readonly guard?: (code: string) => string;
  } = {},
): Parameterised | undefined {
  const tokens = roots.flatMap((root) => tokensOf(source, root, 0));
  const output = new Map<Composed, Piece[]>();
  const parameters: Parameter[] = [];
  const left: CodePiece[] = [];
  const put = (root: Composed, piece: Piece): void => {
    const list = output.get(root) ?? [];
    output.set(root, list);
    const last = list.at(-1);
    if (
      piece.kind === 'text' &&
      last?.kind === 'text' &&
      last.at === piece.at &&
      last.quotes === piece.quotes
    )
      list[list.length - 1] = { ...last, units: [...last.units, ...piece.units] };
    else list.push(piece);
  };
  let before = '';
  let existing = 0;
  let guarded = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const { root, piece, unit } = token;
    if (token.stands) {
      put(root, piece);
      continue;
    }
    if (unit && (unit.ch === "'" || unit.ch === '"' || unit.ch === '`')) {
      const end = closing(tokens, i);
      const inside = tokens.slice(i + 1, end);
      const code = inside.filter((one) => !one.unit && !one.stands);
      const asText = unit.ch === "'" || (unit.ch === '"' && positionAfter(before) === 'value');
      if (code.length > 0 && end < tokens.length && asText && inside.every((one) => one.root === root)) {
        const parameter: Parameter = {
          parts: gathered(inside),
          quoted: true,
          number: false,
          before: existing,
        };
        // A word that followed the quotation mark at once may not run into the place.
        const after = tokens[end + 1]?.unit?.ch;
        placed(parameter, root, piece, tokens[i + 1]?.piece, after !== undefined && /\w/.test(after));
        i = end;
        continue;
      }
      for (const one of tokens.slice(i, end + 1)) {
        if (!one.unit && !one.stands && one.piece.kind === 'code') left.push(one.piece);
        put(one.root, one.unit ? single(one.piece, doubled(one.unit)) : one.piece);
        before += one.unit?.ch ?? '_';
      }
      i = end;
      continue;
    }
    if (unit) {
      if (unit.ch === '?') existing++;
      before += unit.ch;
      put(root, single(piece, doubled(unit)));
      continue;
    }
    if (piece.kind !== 'code') continue;
    const position = positionAfter(before);
    const next = tokens.slice(i + 1).find((one) => !one.stands);
    const ends = next === undefined || (next.unit !== undefined && /^[\s),;=<>!+\-*/|]$/.test(next.unit.ch));
    if (position === 'name' || !ends) {
      const follows = tokens.slice(0, i).findLast((one) => !one.stands);
      const isApart = follows === undefined || follows.unit !== undefined;
      if (options.guard && ends && isApart && isNamePlace(source, before, piece)) {
        guarded++;
        put(root, { ...piece, code: options.guard(piece.code) });
      } else {
        left.push(piece);
        put(root, piece);
      }
      before += '_';
      continue;
    }
    placed(
      { parts: [piece], quoted: false, number: position === 'number', before: existing },
      root,
      piece,
      tokens[i - 1]?.piece,
    );
  }
  return parameters.length + guarded > 0 ? { roots: output, parameters, left, guarded } : undefined;

  function doubled(unit: Unit): Unit {
    return options.doublePercent && unit.ch === '%' ? { ch: '%%', raw: '%%' } : unit;
  }

  function placed(
    parameter: Parameter,
    root: Composed,
    piece: Piece,
    near: Piece | undefined,
    apart = false,
  ): void {
    const text = `${/\w$/.test(before) ? ' ' : ''}${placeholder(parameters.length, parameter)}${apart ? ' ' : ''}`;
    parameters.push(parameter);
    const like = [piece, output.get(root)?.at(-1), near].find(
      (one): one is TextPiece => one?.kind === 'text',
    );
    const units = [...text].map((ch): Unit => ({ ch, raw: ch }));
    put(root, {
      kind: 'text',
      units,
      quotes: like?.quotes ?? defaultQuotes(source),
      at: like?.at,
      end: like?.end,
    });
    before += '?';
  }
}

/** Whether the name of a table or a column, or a direction of sorting, stands here, and nothing says that it is a fixed one. */
function isNamePlace(source: Source, before: string, { node }: CodePiece): boolean {
  const isName =
    /\b(?:from|join|into|update|table|by|index|database)\s+(?:[\w.]+(?:\s+(?:asc|desc))?\s*,\s*)*[\w.]*$/i;
  const isDirection = /\border\s+by\s+(?:[\w.]+(?:\s+(?:asc|desc))?\s*,\s*)*[\w.]+\s+$/i;
  if (!isName.test(before) && !isDirection.test(before)) return false;
  if (/^[A-Z][A-Z\d_]*$/.test(source.textOf(node))) return false;
  const value = resolved(source, node);
  const called = callOf(source, bare(node))?.name ?? (node.type === 'identifier' ? source.textOf(node) : '');
  // Said to be more than a name.
  if (/where|cond|filter|clause|criteria|predicate/i.test(called)) return false;
  return !/string/.test(value.type);
}

const defaultQuotes = (source: Source): Quotes => ({ prefix: '', mark: source.style.quote });

const single = (piece: Piece, unit: Unit): Piece =>
  piece.kind === 'text' ? { ...piece, units: [unit] } : piece;

function closing(tokens: readonly Token[], from: number): number {
  const mark = tokens[from]?.unit?.ch;
  for (let i = from + 1; i < tokens.length; i++) {
    if (tokens[i]?.unit?.ch !== mark) continue;
    // A doubled mark is a character of the text, unless code stands between, or the first was the opening one.
    if (tokens[i + 1]?.unit?.ch === mark) i++;
    else return i;
  }
  return tokens.length;
}

/** Tokens of one text as pieces again. */
function gathered(tokens: readonly Token[]): Piece[] {
  const result: Piece[] = [];
  for (const { piece, unit } of tokens) {
    const last = result.at(-1);
    if (!unit || piece.kind === 'code') result.push(piece);
    else if (last?.kind === 'text') result[result.length - 1] = { ...last, units: [...last.units, unit] };
    else result.push({ ...piece, units: [unit] });
  }
  return result;
}

function tokensOf(source: Source, root: Composed, depth: number): Token[] {
  return root.pieces.flatMap((piece): Token[] => {
    if (piece.kind === 'text') return piece.units.map((unit) => ({ root, piece, unit, stands: false }));
    const part = depth < 4 ? partBehind(source, piece) : undefined;
    if (!part) return [{ root, piece, unit: undefined, stands: false }];
    return [{ root, piece, unit: undefined, stands: true }, ...tokensOf(source, part, depth + 1)];
  });
}

/** The text behind a local name that is put together once, before, and used nowhere else. */
function partBehind(source: Source, { node }: CodePiece): Composed | undefined {
  if (node.type !== 'identifier') return undefined;
  const variable = variableOf(source, node);
  const [write] = variable?.writes ?? [];
  if (
    !variable ||
    !write?.value ||
    write.augmented ||
    variable.writes.length !== 1 ||
    variable.reads.length !== 1
  )
    return undefined;
  if (functionAround(source, write.node) !== functionAround(source, node)) return undefined;
  const composed = compose(source, write.value);
  return composed.pieces.some((piece) => piece.kind === 'text' && plainText(piece.units).trim() !== '') &&
    composed.pieces.length > 1
    ? composed
    : undefined;
}

/**
 * The expressions that a statement's text comes from: the argument itself, or what a local name was given and, in a
 * straight line, had added to it.
 */
export function statementRoots(source: Source, argument: SyntaxNode): Composed[] | undefined {
  const direct = compose(source, argument);
  if (direct.pieces.length > 1 || direct.pieces[0]?.kind === 'text') return [direct];
  const [piece] = direct.pieces;
  if (piece?.kind !== 'code' || piece.node.type !== 'identifier') return undefined;
  const variable = variableOf(source, piece.node);
  if (!variable || variable.isParameter) return undefined;
  const statement = statementAround(source, argument);
  const block = source.parentOf(statement);
  const writes = variable.writes.filter((write) => write.value && write.node.at < argument.at);
  if (writes.length === 0 || variable.writes.length !== writes.length || writes[0]?.augmented)
    return undefined;
  if (writes.slice(1).some((write) => !write.augmented)) return undefined;
  if (functionAround(source, writes[0]?.node as SyntaxNode) !== functionAround(source, argument))
    return undefined;
  if (
    writes.length > 1 &&
    writes.some((write) => source.parentOf(statementAround(source, write.node)) !== block)
  )
    return undefined;
  return writes.map((write) => compose(source, write.value as SyntaxNode));
}
