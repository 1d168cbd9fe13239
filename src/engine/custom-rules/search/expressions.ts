import type { Expression } from '../rule.ts';
import { requiredLiteral } from './required-literal.ts';

/** Characters of a line in which an expression that may be slow is looked for. */
const slowLine = 500;
/** Characters of a text in which any expression is looked for. */
const maximumText = 2_000_000;

const compiled = new WeakMap<Expression, RegExp>();

const globalOf = (expression: Expression): RegExp => {
  let found = compiled.get(expression);
  if (!found) {
    found = new RegExp(expression.source, `${expression.flags}dg`);
    compiled.set(expression, found);
  }
  found.lastIndex = 0;
  return found;
};

export interface ExpressionMatch {
  readonly at: number;
  readonly end: number;
  /** `$1`, `$NAME`, each with the place of what it holds. */
  readonly groups: readonly { readonly name: string; readonly at: number; readonly end: number }[];
}

const literals = new WeakMap<Expression, string | null>();
/** The text that was looked at last, in lower case: many expressions look at one text. */
let last = { text: '', lower: '' };

/** Whether what every match has is in the text. */
function mayMatch(expression: Expression, text: string): boolean {
  const ignoresCase = expression.flags.includes('i');
  let literal = literals.get(expression);
  if (literal === undefined) {
    const found = requiredLiteral(expression.source);
    literal = (ignoresCase ? found?.toLowerCase() : found) ?? null;
    literals.set(expression, literal);
  }
  if (literal === null) return true;
  if (!ignoresCase) return text.includes(literal);
  if (last.text !== text) last = { text, lower: text.toLowerCase() };
  return last.lower.includes(literal);
}

/** Every match in a part of a text. One that may be slow is matched line by line, in short lines. */
export function* matchesOf(
  expression: Expression,
  text: string,
  from: number,
  to: number,
): Generator<ExpressionMatch> {
  if (to - from > maximumText || !mayMatch(expression, text)) return;
  if (!expression.mayBeSlow || to - from <= slowLine) {
    yield* matchesIn(expression, text.slice(from, to), from);
    return;
  }
  for (let start = from; start < to; ) {
    const line = text.indexOf('\n', start);
    const end = line < 0 || line > to ? to : line;
    if (end - start <= slowLine) yield* matchesIn(expression, text.slice(start, end), start);
    start = end + 1;
  }
}

function* matchesIn(expression: Expression, text: string, offset: number): Generator<ExpressionMatch> {
  const regex = globalOf(expression);
  for (let found = regex.exec(text); found; found = regex.exec(text)) {
    const next = regex.lastIndex;
    yield {
      at: offset + found.index,
      end: offset + found.index + found[0].length,
      groups: [
        ...numbered(found.indices),
        ...Object.entries(found.indices?.groups ?? {}).map(([name, place]) => ({ name, place })),
      ].flatMap(({ name, place }) =>
        place ? [{ name: `$${name}`, at: offset + place[0], end: offset + place[1] }] : [],
      ),
    };
    regex.lastIndex = found[0] === '' ? next + 1 : next;
  }
}

const numbered = (
  indices: RegExpIndicesArray | undefined,
): { readonly name: string; readonly place: [number, number] | undefined }[] =>
  (indices ?? []).slice(1).map((place, i) => ({ name: String(i + 1), place }));

const anchored = new WeakMap<Expression, RegExp>();

/** Whether a text begins as an expression says. */
export function beginsWith(expression: Expression, text: string): boolean {
  if (text.length > maximumLength(expression)) return false;
  let found = anchored.get(expression);
  if (!found) {
    found = new RegExp(`^(?:${expression.source})`, expression.flags.replace('m', ''));
    anchored.set(expression, found);
  }
  return found.test(text);
}

const slowText = 2_000;

/** Characters of a text that an expression is applied to as a whole; of a longer one nothing is said. */
export const maximumLength = ({ mayBeSlow }: Pick<Expression, 'mayBeSlow'>): number =>
  mayBeSlow ? slowText : maximumText;

const sources = new Map<string, RegExp>();

/** Whether an expression matches anywhere in a text. */
export function containsMatch(expression: Expression, text: string): boolean {
  if (text.length > maximumLength(expression)) return false;
  const { source, flags } = expression;
  const key = `${flags}/${source}`;
  let found = sources.get(key);
  if (!found) {
    if (sources.size > maximumKept) sources.clear();
    found = new RegExp(source, flags);
    sources.set(key, found);
  }
  return found.test(text);
}

const maximumKept = 5_000;
