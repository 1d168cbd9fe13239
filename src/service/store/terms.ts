/** Words of texts as the index has them: identifiers split, in lower case, without accents, stemmed. The same for queries. */

/** Terms of one text that count. */
const maximumTerms = 300;
const maximumLength = 40;

/** Returns the terms of a text in their order, with repetitions. */
export function termsOf(text: string): readonly string[] {
  const words = text
    .slice(0, 8_000)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .match(/[\p{L}\p{N}]+/gu);
  const terms: string[] = [];
  for (const word of words ?? []) {
    if (terms.length >= maximumTerms) break;
    if (unspaced.test(word)) terms.push(...pairs(word));
    else terms.push(stem(word.slice(0, maximumLength)));
  }
  return terms;
}

/** Scripts that are written without spaces: two characters that follow each other stand for a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function pairs(word: string): readonly string[] {
  const characters = [...word].slice(0, maximumTerms);
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/**
 * Returns what forms of an English word have in common: `injections` and `injected` are `inject`. A light stemmer in the manner of
 * Porter's first steps: it need not give words, but the same for the index and the query.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  const base = withoutTense(singular);
  for (const [ending, instead] of endings)
    if (base.endsWith(ending) && base.length - ending.length >= 3)
      return base.slice(0, -ending.length) + instead;
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (ending === undefined) return word;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !/[aeiouy]/.test(base)) return word;
  if (base.endsWith('at') || base.endsWith('iz')) return `${base}e`;
  return /([bdfgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}

/** The longest first. */
const endings: readonly (readonly [string, string])[] = [
  ['ization', ''],
  ['isation', ''],
  ['ability', ''],
  ['ibility', ''],
  ['ation', ''],
  ['ator', ''],
  ['able', ''],
  ['ible', ''],
  ['ment', ''],
  ['sion', 's'],
  ['tion', 't'],
  ['ize', ''],
  ['ise', ''],
  ['ate', ''],
  ['ly', ''],
];

/** The term by which all issues of a weakness are found, whatever their texts say. */
export const classTerm = (vulnClass: string): string => `xclass${vulnClass.replaceAll(/[^a-z\d]/g, '')}`;
/** The term of what belongs to an organization. */
export const organizationTerm = (organizationId: string): string =>
  `xorg${organizationId.replaceAll('-', '')}`;

/** Each term once, as a column of the index holds them. */
export const columnOf = (terms: Iterable<string>): string => [...new Set(terms)].join(' ');
