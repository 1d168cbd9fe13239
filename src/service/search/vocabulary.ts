import { weaknesses } from '../../engine/weaknesses/index.ts';
import { stem } from '../store/terms.ts';

/** What people call weaknesses: their names, CWE and words of the chat, and things by which they mean one. */

interface Named {
  readonly id: string;
  readonly expression: RegExp;
}

const named: readonly Named[] = weaknesses.map(({ id, chat, name, cwes }) => ({
  id,
  expression: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...chat.words, plain(id.replaceAll('-', ' ')), ...(name === undefined ? [] : [plain(name.toLowerCase())]), ...cwes.map((cwe) => `${cwe.toLowerCase()}(?!\\d)`)].join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  ),
}));

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, '.').replaceAll(' ', '[- ]');
}

/** A weakness that a text names, and the words that name it. */
export interface NamedWeakness {
  readonly id: string;
  readonly words: string;
}

/** Returns the weaknesses that a text names, each with the words. */
export function weaknessesNamedIn(text: string): readonly NamedWeakness[] {
  return named.flatMap(({ id, expression }) =>
    [...text.matchAll(expression)].slice(0, 1).map(([words]) => ({ id, words })),
  );
}

/** Things and doings that stand for weaknesses; each line is one meaning. */
const meanings: readonly (readonly [words: string, classes: string])[] = [
  ['shell process spawn bash', 'command-injection argument-injection'],
  ['sql query database statement', 'sql-injection'],
  ['mongo mongodb', 'nosql-injection'],
  ['script html browser markup', 'xss'],
  ['outbound intranet', 'ssrf'],
  ['traversal directory folder upload download', 'path-traversal link-following'],
  ['eval', 'code-injection'],
  ['credential password secret apikey', 'hard-coded-secret exposed-secret'],
  ['certificate tls ssl', 'tls-verification-disabled weak-transport'],
  ['pickle deserialize unserialize marshal', 'unsafe-deserialization'],
  ['entity', 'xxe'],
  ['md5 sha1 digest', 'weak-hash'],
  ['des cipher encryption ecb', 'weak-cipher'],
  ['predictable guessable random', 'weak-random'],
  ['redirect phishing', 'open-redirect'],
  ['slow backtracking regex denial', 'redos'],
  ['token jwt', 'jwt-misuse'],
  ['template', 'template-injection'],
  ['forgery csrf', 'csrf-disabled'],
  ['origin cors', 'cors-misconfiguration'],
  ['package dependency outdated cve advisory', 'vulnerable-dependency'],
  ['prototype pollute', 'prototype-pollution'],
  ['cookie', 'insecure-cookie'],
  ['log newline', 'log-injection'],
  ['stacktrace leak disclose', 'information-exposure'],
  ['unauthenticated anonymous', 'missing-authentication'],
];

const byWord: ReadonlyMap<string, readonly string[]> = new Map(
  meanings.flatMap(([words, classes]) =>
    words.split(' ').map((word) => [stem(word), classes.split(' ')] as const),
  ),
);

/** The weaknesses that a stemmed word may mean. */
export const meantBy = (term: string): readonly string[] => byWord.get(term) ?? [];

/** Stemmed words that mean the same in queries; each list is one meaning. */
const sameWords = [
  'login signin signon logon',
  'logout signout',
  'authenticate auth authentication',
  'authorize authorization permission role',
  'user account member profile',
  'delete remove erase destroy',
  'create add new insert register',
  'update edit change modify',
  'list all index overview',
  'file upload attachment',
  'pay payment billing checkout invoice',
  'admin administrator administration',
  'password credential',
  'search find query lookup',
  'config configuration setting',
].map((line) => line.split(' ').map(stem));

/** Other words for a stemmed one. */
export const sameAs = (term: string): readonly string[] => [
  ...new Set(sameWords.filter((list) => list.includes(term)).flat()),
];

/** Words that say nothing about what is looked for. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the of in on at to for from by with without and or is are was were be been do does did has have had which what where when who
  how why that this these those it its all any some show me find list give please can could may there about into my our your we i you
  not no as if than then so issue issues problem problems vulnerability vulnerabilities finding findings bug bugs endpoint endpoints
  route routes code service application app der die das und oder ist sind welche mit ohne`
    .split(/\s+/)
    .map(stem),
);

/** Words that a query's typing errors are corrected to. */
export const correctWords: readonly string[] = [
  ...new Set([
    ...meanings.flatMap(([words]) => words.split(' ')),
    ...weaknesses.flatMap(({ name = '', id }) => [...name.toLowerCase().split(/[^a-z]+/), ...id.split('-')]),
    ...[
      'critical',
      'medium',
      'authentication',
      'authenticated',
      'authorization',
      'payment',
      'password',
      'login',
    ],
  ]),
].filter((word) => word.length >= 5);
