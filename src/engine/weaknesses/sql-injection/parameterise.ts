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

interface Options {
  readonly doublePercent?: boolean;
  /** Wraps code where only a name may stand. */
  readonly guard?: (code: string) => string;
}

/** The text of the n-th new place, counted from 0. */
type Placeholder = (index: number, parameter: Parameter) => string;

/**
 * Reads the pieces of a statement, with those of local names that are used in it alone, and takes the values out.
 * @returns undefined where nothing can be taken out
 */
export function parameterise(
  source: Source,
  roots: readonly Composed[],
  placeholder: Placeholder,
  options: Options = {},
): Parameterised | undefined {
  const tokens = roots.flatMap((root) => tokensOf(source, root, 0));
  return new StatementRewriter(source, tokens, placeholder, options).rewritten();
}

/** Writes the tokens of a statement again, with places for values in place of the code that makes them. */
class StatementRewriter {
  readonly #source: Source;
  readonly #tokens: readonly Token[];
  readonly #placeholder: Placeholder;
  readonly #options: Options;
  readonly #output = new Map<Composed, Piece[]>();
  readonly #parameters: Parameter[] = [];
  readonly #left: CodePiece[] = [];
  /** The statement's text so far, with a sign for each expression. */
  #before = '';
  #existing = 0;
  #guarded = 0;

  constructor(source: Source, tokens: readonly Token[], placeholder: Placeholder, options: Options) {
    this.#source = source;
    this.#tokens = tokens;
    this.#placeholder = placeholder;
    this.#options = options;
  }

  rewritten(): Parameterised | undefined {
    for (let i = 0; i < this.#tokens.length; i++) {
      const { root, piece, unit, stands } = this.#tokens[i] as Token;
      if (stands) this.#put(root, piece);
      else if (unit && /^['"`]$/.test(unit.ch)) i = this.#quoted(i, unit);
      else if (unit) {
        if (unit.ch === '?') this.#existing++;
        this.#before += unit.ch;
        this.#put(root, single(piece, this.#doubled(unit)));
      } else if (piece.kind === 'code') this.#code(i, root, piece);
    }
    if (this.#parameters.length + this.#guarded === 0) return undefined;
    return {
      roots: this.#output,
      parameters: this.#parameters,
      left: this.#left,
      guarded: this.#guarded,
    };
  }

  /** Text between quotation marks, of which the first stands at `i`. @returns the last token that was read */
  #quoted(i: number, mark: Unit): number {
    const { root, piece } = this.#tokens[i] as Token;
    const end = closing(this.#tokens, i);
    const inside = this.#tokens.slice(i + 1, end);
    const hasCode = inside.some((one) => !one.unit && !one.stands);
    const asText = mark.ch === "'" || (mark.ch === '"' && positionAfter(this.#before) === 'value');
    if (hasCode && end < this.#tokens.length && asText && inside.every((one) => one.root === root)) {
      const parameter: Parameter = {
        parts: gathered(inside),
        quoted: true,
        number: false,
        before: this.#existing,
      };
      // A word that followed the quotation mark at once may not run into the place.
      const after = this.#tokens[end + 1]?.unit?.ch;
      const apart = after !== undefined && /\w/.test(after);
      this.#place(parameter, root, piece, this.#tokens[i + 1]?.piece, apart);
      return end;
    }
    for (const one of this.#tokens.slice(i, end + 1)) {
      if (!one.unit && !one.stands && one.piece.kind === 'code') this.#left.push(one.piece);
      this.#put(one.root, one.unit ? single(one.piece, this.#doubled(one.unit)) : one.piece);
      this.#before += one.unit?.ch ?? '_';
    }
    return end;
  }

  /** Code that stands by itself: a value, a name, or more than that. */
  #code(i: number, root: Composed, piece: CodePiece): void {
    const position = positionAfter(this.#before);
    const next = this.#tokens.slice(i + 1).find((one) => !one.stands);
    const ends = next === undefined || (next.unit !== undefined && /^[\s),;=<>!+\-*/|]$/.test(next.unit.ch));
    if (position !== 'name' && ends) {
      const parameter = {
        parts: [piece],
        quoted: false,
        number: position === 'number',
        before: this.#existing,
      };
      this.#place(parameter, root, piece, this.#tokens[i - 1]?.piece);
      return;
    }
    const { guard } = this.#options;
    const follows = this.#tokens.slice(0, i).findLast((one) => !one.stands);
    const isApart = follows === undefined || follows.unit !== undefined;
    if (guard && ends && isApart && isNamePlace(this.#source, this.#before, piece)) {
      this.#guarded++;
      this.#put(root, { ...piece, code: guard(piece.code) });
    } else {
      this.#left.push(piece);
      this.#put(root, piece);
    }
    this.#before += '_';
  }

  #put(root: Composed, piece: Piece): void {
    const list = this.#output.get(root) ?? [];
    this.#output.set(root, list);
    const last = list.at(-1);
    if (
      piece.kind === 'text' &&
      last?.kind === 'text' &&
      last.at === piece.at &&
      last.quotes === piece.quotes
    )
      list[list.length - 1] = { ...last, units: [...last.units, ...piece.units] };
    else list.push(piece);
  }

  #place(parameter: Parameter, root: Composed, piece: Piece, near: Piece | undefined, apart = false): void {
    const place = this.#placeholder(this.#parameters.length, parameter);
    const text = `${/\w$/.test(this.#before) ? ' ' : ''}${place}${apart ? ' ' : ''}`;
    this.#parameters.push(parameter);
    const like = [piece, this.#output.get(root)?.at(-1), near].find(
      (one): one is TextPiece => one?.kind === 'text',
    );
    const units = [...text].map((ch): Unit => ({ ch, raw: ch }));
    this.#put(root, {
      kind: 'text',
      units,
      quotes: like?.quotes ?? defaultQuotes(this.#source),
      at: like?.at,
      end: like?.end,
    });
    this.#before += '?';
  }

  #doubled(unit: Unit): Unit {
    return this.#options.doublePercent && unit.ch === '%' ? { ch: '%%', raw: '%%' } : unit;
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
