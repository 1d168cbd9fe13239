import type { IssueStatus, Severity } from '../../api/contract/vocabulary.ts';
import { classTerm, stem, termsOf } from '../store/terms.ts';
import { correctWords, meantBy, sameAs, stopWords, weaknessesNamedIn } from './vocabulary.ts';

/** One thing that a query asks for; any of its terms shows it. */
export interface Wanted {
  /** The terms that were written. */
  readonly terms: readonly string[];
  /** Terms that mean much the same, and count less. */
  readonly related: readonly string[];
  /** Whether the terms may be the beginning of longer ones. */
  readonly isPrefix: boolean;
}

/** A query as it is understood. */
export interface Understood {
  readonly wanted: readonly Wanted[];
  readonly severities: readonly Severity[];
  readonly statuses: readonly IssueStatus[];
  /** A path or file that the query names, as written. */
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  /** What is asked of endpoints: those with this protection. */
  readonly authentication: readonly ('REQUIRED' | 'NONE' | 'UNKNOWN')[];
}

const maximumWanted = 12;

/** Reads a query: what it names, how bad, in which state, where. */
export function understand(query: string, what: 'issues' | 'endpoints'): Understood {
  const text = query.normalize('NFKC');
  const lower = text.toLowerCase();
  const isOfIssues = what === 'issues';
  // Endpoints have no weakness; there, "missing authentication" is about what protects them.
  const classes = isOfIssues ? weaknessesNamedIn(text) : [];
  const protection = isOfIssues ? undefined : authenticationAsked(lower);
  const byWeakness = [...Map.groupBy(classes, ({ words }) => words.toLowerCase()).values()].map(
    (same): Wanted => ({ terms: same.map(({ id }) => classTerm(id)), related: [], isPrefix: false }),
  );
  let rest = text;
  for (const { words } of classes) rest = rest.replaceAll(words, ' ');
  if (isOfIssues)
    for (const { expression } of [...severityWords, ...statusWords]) rest = rest.replaceAll(expression, ' ');
  else
    rest = rest
      .replaceAll(protection ? protection.expression : isProtected, ' ')
      .replaceAll(methodWords, ' ');
  const methods = isOfIssues ? [] : [...text.matchAll(methodWords)].map(([method]) => method);
  const words = [...new Set(termsOf(rest))].filter((term) => !stopWords.has(term));
  const byWord = words.map(
    (term): Wanted => ({
      terms: [term],
      related: [...new Set([...meantBy(term).map(classTerm), ...sameAs(term)])].filter((one) => one !== term),
      isPrefix: false,
    }),
  );
  return {
    wanted: [...byWeakness, ...byWord].slice(0, maximumWanted),
    severities: isOfIssues ? severityWords.filter(isIn(lower)).map(({ value }) => value) : [],
    statuses: isOfIssues ? statusWords.filter(isIn(lower)).flatMap(({ value }) => value) : [],
    paths:
      text
        .match(/[^\s"'?!,;()]*[/][^\s"'?!,;()]*/g)
        ?.filter((path) => path.length > 1)
        .slice(0, 4) ?? [],
    methods,
    authentication: protection ? [protection.value] : [],
  };
}

const severityWords: readonly { readonly expression: RegExp; readonly value: Severity }[] = [
  { expression: /\b(?:critical|kritische?[nr]?)\b/gi, value: 'CRITICAL' },
  { expression: /\b(?:high)(?:[- ](?:severity|risk))?\b/gi, value: 'HIGH' },
  { expression: /\bmedium(?:[- ]severity)?\b/gi, value: 'MEDIUM' },
  { expression: /\blow[- ](?:severity|risk)\b/gi, value: 'LOW' },
];

const statusWords: readonly { readonly expression: RegExp; readonly value: readonly IssueStatus[] }[] = [
  { expression: /\bfalse[- ]positives?\b/gi, value: ['FALSE_POSITIVE'] },
  { expression: /\b(?:resolved|fixed)\b/gi, value: ['RESOLVED'] },
];

const isIn =
  (text: string) =>
  ({ expression }: { readonly expression: RegExp }): boolean =>
    text.search(expression) >= 0;

const methodWords = /\b(?:GET|POST|PUT|PATCH|DELETE)\b/g;

/** Of endpoints: who may call them. */
const protections = [
  {
    value: 'NONE',
    expression:
      /\b(?:no|without|missing|lacks?|lacking|not) (?:any |require |requiring |an? )?(?:auth\w{0,20}|logins?|sign-?in)\b|\bun(?:authenticated|protected|authorized)\b|\b(?:public|anonymous)(?:ly)?(?: accessible)?\b|\bohne (?:anmeldung|authentifizierung)\b/gi,
  },
  {
    value: 'REQUIRED',
    expression: /\b(?:requires?|needs?|behind) (?:an? )?(?:auth\w{0,20}|logins?|sign-?in)\b/gi,
  },
] as const;

const authenticationAsked = (text: string) => protections.find(isIn(text));

/** "Is /ping authenticated?" asks about one endpoint, and narrows nothing down. */
const isProtected = /\b(?:authenticated|protected|secured|authorized)\b/gi;

/** What is asked instead where no text has a word: the nearest word that is known, else what begins alike. */
export function corrected(wanted: Wanted): Wanted {
  const [term = ''] = wanted.terms;
  if (term.length < 4 || term.startsWith('xclass')) return wanted;
  const near = correctWords.find((word) => isNear(term, stem(word)) || isNear(term, word));
  if (near !== undefined) {
    const known = stem(near);
    return { terms: [known], related: [...meantBy(known).map(classTerm), ...sameAs(known)], isPrefix: false };
  }
  return { ...wanted, terms: [term.slice(0, Math.max(3, term.length - 2))], isPrefix: true };
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
