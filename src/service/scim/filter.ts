import { ScimError } from './scim-error.ts';

/** One comparison of a filter: an attribute, in lower case and without its schema, and what it has to equal. */
export interface Comparison {
  readonly attribute: string;
  readonly value: string | boolean;
}

const longest = 1_000;
const mostComparisons = 5;

/** A word, a text in quotes (a JSON string), or the rest that is none. */
const token = /\s*("(?:[^"\\]|\\.)*"|[^\s"()[]+(?:\[[^\]]*\][^\s"()]*)?|\S)/gy;

/**
 * The comparisons that a filter joins with `and` (RFC 7644, section 3.4.2.2). Identity providers look members up by
 * equality; other operators are refused rather than answered wrongly.
 * @throws ScimError `invalidFilter`
 */
export function readFilter(filter: string): Comparison[] {
  if (filter.length > longest) throw invalid('it is too long');
  const words = [...filter.matchAll(token)].map(([, word = '']) => word);
  const comparisons: Comparison[] = [];
  for (let at = 0; ; at += 4) {
    const [attribute = '', operator = '', value = '', join] = words.slice(at, at + 4);
    if (operator.toLowerCase() !== 'eq') throw invalid('only comparisons with "eq" are supported');
    comparisons.push({ attribute: attributeOf(attribute), value: comparedWith(value) });
    if (join === undefined) return comparisons;
    if (join.toLowerCase() !== 'and' || comparisons.length >= mostComparisons)
      throw invalid('comparisons are joined with "and" only');
  }
}

/** `urn:…:User:userName` and `emails[type eq "work"].value` mean what `username` and `emails.value` do. */
export function attributeOf(path: string): string {
  const open = path.indexOf('[');
  const close = path.indexOf(']', open);
  const plain = open < 0 || close < 0 ? path : `${path.slice(0, open)}${path.slice(close + 1)}`;
  const name = plain.slice(plain.lastIndexOf(':') + 1);
  if (!/^[A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)?$/.test(name)) throw invalid('it names no attribute');
  return name.toLowerCase();
}

function comparedWith(text: string): string | boolean {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
  } catch {
    // Told below.
  }
  throw invalid('values are texts in quotes, true or false');
}

const invalid = (why: string): ScimError =>
  new ScimError(400, `The filter cannot be used: ${why}.`, 'invalidFilter');
