import { weaknesses } from '../../engine/weaknesses/index.ts';
import { stem } from '../store/terms.ts';
import { germanStopWords } from './german.ts';
import { families, meanings, phrases } from './meanings.ts';
import { nearWords, sameWords } from './same-words.ts';

/** What people call weaknesses: their names, CWEs, words of the chat, and phrases by which they mean one. */

/** A text as questions are read: in lower case, without accents, `ss` for `ß`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

const names: readonly (readonly [RegExp, readonly string[]])[] = weaknesses.map(
  ({ id, chat, name, cwes }) => [
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${[
        ...chat.words,
        plain(id.replaceAll('-', ' ')),
        ...(name === undefined ? [] : [plain(name.toLowerCase())]),
        ...cwes.map((cwe) => `${cwe.toLowerCase()}(?!\\d)`),
      ].join('|')})(?![\\p{L}\\p{N}])`,
      'gu',
    ),
    [id],
  ],
);

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, '.').replaceAll(' ', '[- ]');
}

/** Weaknesses that the same words name. */
export interface NamedWeaknesses {
  readonly words: string;
  readonly classes: readonly string[];
}

/**
 * Returns the weaknesses that a text names or paraphrases, each with the words; of names that overlap the longest.
 * @param text as `folded` gives it
 */
export function weaknessesNamedIn(text: string): readonly NamedWeaknesses[] {
  const named = matches(text, names).toSorted((left, right) => right.words.length - left.words.length);
  const found: NamedWeaknesses[] = [];
  let rest = text;
  for (const one of named) {
    const same = found.find(({ words }) => words === one.words);
    if (same) found.splice(found.indexOf(same), 1, { ...same, classes: [...same.classes, ...one.classes] });
    else if (rest.includes(one.words)) {
      found.push(one);
      rest = rest.replaceAll(one.words, ' ');
    }
  }
  for (const one of phrases.flatMap((phrase) => matches(text, [phrase])))
    if (rest.includes(one.words)) {
      found.push(one);
      rest = rest.replaceAll(one.words, ' ');
    }
  return found;
}

const matches = (
  text: string,
  expressions: readonly (readonly [RegExp, readonly string[]])[],
): readonly NamedWeaknesses[] =>
  expressions.flatMap(([expression, classes]) =>
    [...text.matchAll(expression)].slice(0, 1).map(([words]) => ({ words, classes })),
  );

/** The other weaknesses of the families of some. */
export const familyOf = (classes: readonly string[]): readonly string[] =>
  [...new Set(families.filter((family) => family.some((one) => classes.includes(one))).flat())].filter(
    (one) => !classes.includes(one),
  );

const classesByWord = byWord(
  meanings.flatMap(([words, classes]) => words.split(' ').map((word) => [word, classes.split(' ')] as const)),
);
/** The weaknesses that a stemmed word may mean. */
export const meantBy = (term: string): readonly string[] => classesByWord.get(term) ?? [];

const sameByWord = lists(sameWords);
/** Other words for a stemmed one. */
export const sameAs = (term: string): readonly string[] => sameByWord.get(term) ?? [];

const nearByWord = lists(nearWords);
/** Words that often go with a stemmed one. */
export const nearTo = (term: string): readonly string[] => nearByWord.get(term) ?? [];

function lists(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return byWord(
    lines.flatMap((line) => {
      const words = line.split(' ');
      return words.map((word) => [word, words.filter((one) => one !== word).map(stem)] as const);
    }),
  );
}

function byWord(
  entries: readonly (readonly [string, readonly string[]])[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [word, values] of entries)
    found.set(stem(word), [...new Set([...(found.get(stem(word)) ?? []), ...values])]);
  return found;
}

/** Words that say nothing about what is looked for. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the of in on at to for from by with without and or is are was were be been do does did has have had which what where when who
  how why that this these those it its all any some show me find list give please can could may there about into my our your we i you
  not no as if than then so such issue issues problem problems vulnerability vulnerabilities finding findings bug bugs weakness weaknesses endpoint
  endpoints route routes code service application app wrong called call calls happen happens thing things out up us they them their
  ${germanStopWords}`
    .split(/\s+/)
    .flatMap((word) => [stem(word), stem(folded(word))]),
);

/** Words that most questions about issues, or about endpoints, could have: they say little. */
export const commonWords: Readonly<Record<'issues' | 'endpoints', ReadonlySet<string>>> = {
  issues: new Set(
    `user users input data request requests parameter parameters value values server web client website attacker attackers hacker someone
    somebody anyone anybody people run use used using unsafe insecure unsecure danger dangerous built made comes ends untrusted malicious security possible
    allow allows allowed execute function functions`
      .split(/\s+/)
      .map(stem),
  ),
  endpoints: new Set(
    'api apis http rest url urls path handler function functions feature data server someone somebody anyone get new handled used page'
      .split(' ')
      .map(stem),
  ),
};

/** Words that a question's typing errors are corrected to. */
export const correctWords: readonly string[] = [
  ...new Set([
    ...meanings.flatMap(([words]) => words.split(' ')),
    ...weaknesses.flatMap(({ name = '', id }) => [...name.toLowerCase().split(/[^a-z]+/), ...id.split('-')]),
    ...[...sameWords, ...nearWords].flatMap((line) => line.split(' ')),
    ...['critical', 'medium', 'authenticated'],
  ]),
].filter((word) => word.length >= 5);
