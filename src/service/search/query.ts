import type { IssueStatus, Severity } from '../../api/contract/vocabulary.ts';
import { classTerm, stem, termsOf } from '../store/terms.ts';
import { inEnglish } from './german.ts';
import { type Protection, protectionAsked } from './protection.ts';
import {
  commonWords,
  correctWords,
  familyOf,
  folded,
  meantBy,
  nearTo,
  sameAs,
  stopWords,
  weaknessesNamedIn,
} from './vocabulary.ts';

/** One thing that a query asks for; any of its terms shows it. */
export interface Wanted {
  /** The terms that were written, or what they name. */
  readonly terms: readonly string[];
  /** Terms that mean much the same, and count less. */
  readonly related: readonly string[];
  /** Terms of what often goes with it, which count least. */
  readonly near: readonly string[];
  /** Whether the terms may be the beginning of longer ones. */
  readonly isPrefix: boolean;
  /** What it says about what is looked for; 1 for a word. */
  readonly weight: number;
}

/** A query as it is understood. */
export interface Understood extends Protection {
  readonly wanted: readonly Wanted[];
  readonly severities: readonly Severity[];
  readonly statuses: readonly IssueStatus[];
  /** A path or file that the query names, as written. */
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  /** Names that repositories may have: words of the query, and two that follow each other. */
  readonly names: readonly string[];
}

const maximumWanted = 12;
const commonWeight = 0.3;
/** A weakness says more than a word beside it. */
const weaknessWeight = 2;

/** Reads a query: what it names, how bad, in which state, where. */
export function understand(query: string, what: 'issues' | 'endpoints'): Understood {
  const text = query.normalize('NFKC');
  return {
    ...(what === 'issues' ? ofIssues(text) : ofEndpoints(text)),
    paths: text
      .split(/[\s"'?!,;()]/)
      .filter((word) => word.includes('/') && /[\p{L}\p{N}]/u.test(word))
      .slice(0, 4),
    names: namesIn(text),
  };
}

type Read = Omit<Understood, 'paths' | 'names'>;

function ofIssues(text: string): Read {
  const lower = folded(text);
  const named = weaknessesNamedIn(lower);
  const byWeakness = named.map(
    ({ classes }): Wanted => ({
      ...whole(classes.map(classTerm)),
      weight: weaknessWeight,
      near: familyOf(classes).map(classTerm),
    }),
  );
  let rest = lower;
  for (const { words } of named) rest = rest.replaceAll(words, ' ');
  for (const { expression } of [...severityWords, ...statusWords]) rest = rest.replaceAll(expression, ' ');
  return {
    wanted: [...byWeakness, ...wordsOf(rest, 'issues')].slice(0, maximumWanted),
    severities: severityWords.filter(isIn(lower)).map(({ value }) => value),
    statuses: statusWords.filter(isIn(lower)).flatMap(({ value }) => value),
    methods: [],
    authentication: [],
    preferred: undefined,
  };
}

function ofEndpoints(text: string): Read {
  const methods = [...text.matchAll(methodWords)].map(([method]) => method);
  let rest = folded(text.replaceAll(methodWords, ' '));
  for (const [expression, word] of oneWord) rest = rest.replaceAll(expression, word);
  const protection = protectionAsked(rest);
  const wanted = wordsOf(protection.rest, 'endpoints').slice(0, maximumWanted);
  const { preferred } = protection;
  return {
    wanted,
    severities: [],
    statuses: [],
    methods,
    // "Public endpoints" asks for nothing else.
    authentication: wanted.length === 0 && preferred ? [preferred] : protection.authentication,
    preferred,
  };
}

const whole = (terms: readonly string[]): Wanted => ({
  ...{ terms: [...new Set(terms)], related: [], near: [], isPrefix: false, weight: 1 },
});

function wordsOf(text: string, what: 'issues' | 'endpoints'): readonly Wanted[] {
  const found = new Map<string, Wanted>();
  for (const written of termsOf(text)) {
    if (stopWords.has(written)) continue;
    const translated = inEnglish(written);
    const parts = translated.length > 0 ? translated : [[]];
    for (const english of parts) {
      const terms = parts.length > 1 ? english : [written, ...english];
      if (terms.length > 0 && terms.every((term) => !found.has(term)))
        found.set(terms[0] ?? '', wantedOf(terms, what));
    }
  }
  return [...found.values()];
}

function wantedOf(terms: readonly string[], what: 'issues' | 'endpoints'): Wanted {
  const others = (of: readonly string[]): readonly string[] =>
    [...new Set(of)].filter((term) => !terms.includes(term));
  const classes = what === 'issues' ? terms.flatMap(meantBy) : [];
  return {
    ...whole(terms),
    related: others([...classes.map(classTerm), ...terms.flatMap(sameAs)]),
    near: others(terms.flatMap(nearTo)),
    weight: terms.some((term) => commonWords[what].has(term)) ? commonWeight : 1,
  };
}

/** What people write in two words or in one. */
const oneWord: readonly (readonly [RegExp, string])[] = [
  [/\b(sign|log)(?:ed|s|ging|ing)?[- ](in|up|out|on|off)\b/g, '$1$2'],
  [/\bcheck[- ]out\b/g, 'checkout'],
  [/\bhealth[- ]checks?\b/g, 'healthcheck'],
  [
    /\b(?:(?:two|multi|2|second)[- ]?factor|zwei[- ]?faktor|one[- ]time)[- ]?(?:auth\w*|passwords?|codes?)?\b/g,
    'twofactor',
  ],
];

const severityWords: readonly { readonly expression: RegExp; readonly value: Severity }[] = [
  { expression: /\b(?:critical|kritische?[nrs]?)\b/g, value: 'CRITICAL' },
  { expression: /\bhigh(?:[- ](?:severity|risk))?\b|\bhohe[nrs]? (?:schwere|risik\w+)\b/g, value: 'HIGH' },
  { expression: /\bmedium(?:[- ]severity)?\b|\bmittlere[nrs]? (?:schwere|risik\w+)\b/g, value: 'MEDIUM' },
  {
    expression: /\blow[- ](?:severity|risk)\b|\b(?:niedrige|geringe)[nrs]? (?:schwere|risik\w+)\b/g,
    value: 'LOW',
  },
];

const statusWords: readonly { readonly expression: RegExp; readonly value: readonly IssueStatus[] }[] = [
  { expression: /\bfalse[- ]positives?\b|\bfehlalarme?n?\b/g, value: ['FALSE_POSITIVE'] },
  { expression: /\b(?:resolved|fixed|behobene?[nrs]?)\b/g, value: ['RESOLVED'] },
];

const isIn =
  (text: string) =>
  ({ expression }: { readonly expression: RegExp }): boolean =>
    text.search(expression) >= 0;

const methodWords = /\b(?:GET|POST|PUT|PATCH|DELETE)\b/g;

/** Words of a query that are looked up as names. */
const maximumNames = 40;

function namesIn(text: string): readonly string[] {
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}._-]*/gu)
      ?.slice(0, maximumNames) ?? [];
  const pairs = words
    .slice(1)
    .flatMap((word, index) => ['-', '_', '', ' '].map((link) => `${words[index]}${link}${word}`));
  return [...new Set([...words, ...pairs])];
}

/** What is asked instead where no text has a word: the nearest word that is known, else what begins alike. */
export function corrected(wanted: Wanted, what: 'issues' | 'endpoints'): Wanted {
  const [term = ''] = wanted.terms;
  if (term.length < 4 || term.startsWith('xclass')) return wanted;
  const near = correctWords.find((word) => isNear(term, stem(word)) || isNear(term, word));
  if (near !== undefined) return wantedOf([stem(near)], what);
  return { ...wanted, terms: [term.slice(0, Math.max(4, term.length - 2))], isPrefix: true };
}

/** Whether two words differ by one letter, left out, added, replaced, or by two that changed places. */
function isNear(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start++;
  let end = 0;
  const shorter = Math.min(left.length, right.length);
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const [from, to] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  return (
    from.length + to.length <= 1 ||
    (from.length === 1 && to.length === 1) ||
    (from.length === 2 && from === [...to].reverse().join(''))
  );
}
