import { callOf } from '../../fixes/calls.ts';
import { type NoFix, noFix } from '../../fixes/fix.ts';
import { declaredType } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import type { CodePiece, Composed, Piece, Quotes, Unit } from '../../fixes/text/pieces.ts';
import { plainText } from '../../fixes/text/pieces.ts';
import { render } from '../../fixes/text/render.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

/** One word of a command line: an argument of the program. */
export type Word = readonly Piece[];

export const wholeCommand =
  'The whole command, or the program in it, comes from outside. Which programs may run is a decision about the application: choose from a list of allowed ones.';

/** Characters with which only a shell can do something. */
const special = /[|&;<>()$`\\*?[\]#~!{}\n\r]/;

/**
 * Splits a command line as a shell would.
 * @returns why it takes a shell to run it
 */
export function wordsOf(roots: readonly Composed[]): readonly Word[] | NoFix {
  const words: Piece[][] = [];
  let word: Piece[] | undefined;
  let quote = '';
  const put = (piece: Piece): void => {
    word ??= [];
    const last = word.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text')
      word[word.length - 1] = { ...last, units: [...last.units, ...piece.units] };
    else word.push(piece);
  };
  for (const piece of roots.flatMap((root) => root.pieces)) {
    if (piece.kind === 'code') {
      put(piece);
      continue;
    }
    for (const unit of piece.units) {
      if (quote !== '') {
        if (unit.ch === quote) quote = '';
        else if (quote === '"' && /[$`\\]/.test(unit.ch)) return noFix(needsShell(unit));
        else put({ ...piece, units: [unit] });
      } else if (unit.ch === "'" || unit.ch === '"') {
        quote = unit.ch;
        put({ ...piece, units: [] });
      } else if (/^[ \t]$/.test(unit.ch)) {
        if (word) words.push(word);
        word = undefined;
      } else if (special.test(unit.ch)) {
        return noFix(needsShell(unit));
      } else put({ ...piece, units: [unit] });
    }
  }
  if (quote !== '') return noFix('The quotation marks of the command do not match.');
  if (word) words.push(word);
  const [program] = words;
  if (!program || program.some((piece) => piece.kind === 'code') || wordText(program) === '')
    return noFix(wholeCommand);
  return words;
}

const needsShell = (unit: Unit): string =>
  `The command needs a shell for \`${unit.ch === '\n' ? '\\n' : unit.ch}\`, so that it cannot be run without one. Do that part of it in the program instead.`;

const wordText = (word: Word): string =>
  word.map((piece) => (piece.kind === 'text' ? plainText(piece.units) : '')).join('');

/** Writes a word as an expression of the language. */
export function wordCode(source: Source, word: Word): string {
  const pieces = word.filter(
    (piece, i) => piece.kind === 'code' || piece.units.length > 0 || word.length === 1 || i < 0,
  );
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'code') return spread(source, only) ?? asText(source, only);
  const mark = source.style.quote;
  const quotes: Quotes = { prefix: '', mark };
  return (
    render(
      source,
      pieces.map((piece) =>
        piece.kind === 'text'
          ? {
              ...piece,
              quotes: {
                ...piece.quotes,
                prefix: '',
                mark: piece.quotes.mark === '`' || piece.quotes.mark.length > 1 ? mark : piece.quotes.mark,
              },
              at: undefined,
              end: undefined,
            }
          : { ...piece, embedded: source.language !== 'java' },
      ),
    ) || quotes.mark + quotes.mark
  );
}

/** Words that code had joined with spaces are so many arguments. */
function spread(source: Source, { node }: CodePiece): string | undefined {
  const call = callOf(source, node);
  const [first] = call?.args ?? [];
  if (call?.name !== 'join' || !call.receiver || !first) return undefined;
  if (source.language === 'javascript' && /^['"`] ['"`]$/.test(source.textOf(first)))
    return `...${source.textOf(call.receiver)}`;
  if (source.language === 'python' && /^['"] ['"]$/.test(source.textOf(call.receiver)))
    return `*${source.textOf(first)}`;
  return undefined;
}

/** Arguments of a program are texts; putting one into a text made it one by itself. */
function asText(source: Source, { node, code, embedded, format }: CodePiece): string {
  switch (source.language) {
    case 'java': {
      const type = node.type === 'identifier' ? declaredType(source, code, node) : undefined;
      return type === undefined || type === 'String' || type === 'var' ? code : `String.valueOf(${code})`;
    }
    case 'python':
      return embedded && !isTextual(source, node)
        ? format === ''
          ? `str(${code})`
          : `f"{${code}${format}}"`
        : code;
    case 'javascript':
      return /\.[cm]?tsx?$/.test(source.path) && !isTextual(source, node) ? `String(${code})` : code;
  }
}

function isTextual(source: Source, node: SyntaxNode): boolean {
  const text = source.textOf(node);
  if (
    /\.(?:trim|toString|toLowerCase|toUpperCase|replace|strip|lower|upper|decode|format|slice|join)\([^()]*\)$/.test(
      text,
    )
  )
    return true;
  if (
    /^(?:request|req|flask\.request|self\.request)\.(?:args|form|GET|POST|values|headers|cookies)\b/.test(
      text,
    ) &&
    source.language === 'python'
  )
    return true;
  return (
    node.type === 'identifier' && new RegExp(`\\b${text}\\s*\\??:\\s*(?:string|str)\\b`).test(source.text)
  );
}
