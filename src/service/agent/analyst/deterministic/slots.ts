import type { IssueStatus, Severity } from '../../../../api/contract/vocabulary.ts';
import { Severity as SeverityWord } from '../../../../api/contract/vocabulary.ts';
import { weaknesses } from '../../../../engine/weaknesses/index.ts';
import {
  anyInjection,
  categoryWords,
  decisionWords,
  languageWords,
  ordinalWords,
  severityWords,
  smallNumbers,
  statusWords,
  threatWords,
} from './lexicon.ts';
import type { Decision, Filter, Language, Reference } from './request.ts';

const contractions =
  /(?<![\w'])(what|who|how|where|that|there|it)s(?![\w'])(?= (?!own\b))|(?<![\w'])(don|can|isn|doesn|won)t(?![\w'])/g;

/** Lower case, no accents, plain quotation marks, apostrophes that were left out, one space between words. */
export function normalised(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(contractions, (_, is?: string, not?: string) =>
      not === undefined ? (is === 'it' ? 'its' : `${is}'s`) : `${not}'t`,
    );
}

const bounded = (words: string): RegExp => new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`);
const compiled = <T>(entries: readonly (readonly [T, string])[]): readonly (readonly [T, RegExp])[] =>
  entries.map(([value, words]) => [value, bounded(words)]);

const severities = compiled(severityWords);
const classes = compiled(weaknesses.map(({ id, chat }) => [id, chat.words.join('|')]));
const injection = bounded(anyInjection);
const threats = weaknesses.flatMap(({ id, chat: { threat } }) =>
  threat === undefined ? [] : [[id, new RegExp(threatWords[threat])] as const],
);
const languages = compiled(languageWords);
const categories = compiled(categoryWords);
const statuses = compiled(statusWords);
const decisions = compiled(decisionWords);
const severityNames = severityWords.map(([, words]) => words).join('|');

const orWorse = new RegExp(
  `(?:at least|minimum|mindestens|ab|from)(?: of)? (${severityNames})|(${severityNames})(?: severity)?(?:,)? ?(?:\\+|(?:and|or|und|oder) (?:above|worse|higher|up|more|hoher|schlimmer|schwerer|daruber))`,
);
const worseThan = new RegExp(
  `(?:worse|higher|more(?: severe)?|above|over|schlimmer|hoher|uber)(?: than| als)? (${severityNames})(?![\\w-])`,
);
const milderThan = new RegExp(
  `(?:below|under|less(?: severe)?|lower|milder|unter)(?: than| als)? (${severityNames})(?![\\w-])`,
);
const orMilder = new RegExp(
  `(?:at most|maximal|hochstens) (${severityNames})|(${severityNames}) (?:and|or|und|oder) (?:below|lower|less|niedriger|darunter)`,
);

/** @param text as `normalised` gives it */
export function severitiesIn(text: string): readonly Severity[] {
  const order = SeverityWord.options;
  const bound = (pattern: RegExp): number => {
    const found = pattern.exec(text);
    const word = found?.[1] ?? found?.[2];
    if (word === undefined) return -1;
    const named = severities.find(([, words]) => words.test(word))?.[0];
    return named === undefined ? -1 : order.indexOf(named);
  };
  const least = bound(orWorse);
  if (least >= 0) return order.slice(0, least + 1);
  const above = bound(worseThan);
  if (above >= 0) return order.slice(0, above);
  const most = bound(orMilder);
  if (most >= 0) return order.slice(most);
  const below = bound(milderThan);
  if (below >= 0) return order.slice(below + 1);
  return order.filter((name) => severities.find(([is]) => is === name)?.[1].test(text));
}

/** Of names that overlap the longest counts, so that "nosql injection" is not one of SQL too. */
export function classesIn(text: string): readonly string[] {
  let rest = text;
  const found: string[] = [];
  const named = classes
    .flatMap(([vulnClass, words]) => {
      const [match] = words.exec(text) ?? [];
      return match === undefined ? [] : [{ vulnClass, words, length: match.length }];
    })
    .sort((a, b) => b.length - a.length);
  for (const { vulnClass, words } of named) {
    const without = rest.replace(words, ' ');
    if (without !== rest) found.push(vulnClass);
    rest = without;
  }
  if (found.length === 0) found.push(...threats.flatMap(([name, words]) => (words.test(text) ? [name] : [])));
  if (found.length === 0 && injection.test(rest))
    return weaknesses.map(({ id }) => id).filter((id) => id.endsWith('-injection'));
  return found;
}

export function languagesIn(text: string): readonly Language[] {
  return languages.filter(([, words]) => words.test(text)).map(([language]) => language);
}

export function categoriesIn(text: string): Filter['categories'] {
  return categories.filter(([, words]) => words.test(text)).map(([category]) => category);
}

export function statusesIn(text: string): readonly IssueStatus[] {
  return [...new Set(statuses.filter(([, words]) => words.test(text)).flatMap(([status]) => status))];
}

export function decisionIn(text: string): Decision | undefined {
  return decisions.find(([, words]) => words.test(text))?.[0];
}

const asksForNew = /(?<![\w-])(?:new(?:ly)?|neue[nrsm]?|neu|introduced|just appeared)(?![\w-])/;
export const isNew = (text: string): boolean => asksForNew.test(text);

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const counted = smallNumbers.map((words) => `(${words})`).join('|');
const number = `(?:(?<digits>\\d{1,3})|${counted})`;
const before = '(?:top|first|worst|next|show|list|ersten|schlimmsten|wichtigsten)(?: me)?(?: the)?';
const after = '(?:worst|most|top|biggest|highest|issues|problems|vulnerabilities|schlimmsten|wichtigsten)';
const limits = [`${before} ${number}`, `(?:the |die )?${number} ${after}`].map(
  (words) => new RegExp(`(?<![\\w-])${words}(?![\\w-])`),
);

/** The text without the words that say how many are asked for: "the first 10" is no first one. */
export function withoutLimit(text: string): string {
  return limitIn(text) === undefined ? text : limits.reduce((rest, words) => rest.replace(words, ' '), text);
}

/** How many are asked for: "the 3 worst", "top five". */
export function limitIn(text: string): number | undefined {
  for (const words of limits) {
    const found = words.exec(text);
    if (!found) continue;
    const { digits } = found.groups ?? {};
    const word = found.slice(2).findIndex((group) => group !== undefined) + 1;
    const value = digits === undefined ? word : Number(digits);
    if (value >= 1 && value <= 200) return value;
  }
  return undefined;
}

/** "What should be fixed first?" speaks of an order, not of the first one. */
const inOrder =
  '(?<!(?:fix|fixed|do|done|tackle|tackled|solve|solved|handle|handled|come|comes|go|goes|addressed?) )';
const ordinals = ordinalWords.map((words) => new RegExp(`${inOrder}(?<![\\w-])(?:${words})(?![\\w-])`));
const last =
  /(?<![\w-])(?:last|letzte[nrsm]?)(?! (?:scan|week|month|day|commit|time|run|list|woche))(?![\w-])/;
const numbered =
  /(?:#|(?<![\w-])(?:number|no\.?|nr\.?|nummer|issues?|problem(?:e|s)?|finding|items?|entry|punkt)) ?(\d{1,3})((?:(?: ?, ?| ?& ?| and | und | or | oder | with | mit )(?:#|number |nummer |issue )?\d{1,3})*)(?![\w.%-])/;
const bareNumbers =
  /(?<![\w.:%/-])(\d{1,3})((?:(?: ?, ?| ?& ?| and | und | or | oder | with | mit | vs\.? | to )(?:#|number )?\d{1,3})*)(?![\w.:%/-]|, ?\w+ lines)/g;
const everything =
  /(?<![\w-])(?:all of (?:them|these|those)|them all|all (?:these|those)|each of them|everything|every one|all$|all (?:as|is)|alle(?:s)?(?: davon)?(?= |$))(?![\w-])/;
const them = /(?<![\w-])(?:them|these|those|both|beide[ns]?)(?![\w-])/;
/** The worst of all, not of a list: "fix the worst one". */
const worst =
  /(?<![\w-])(?:the |das |die |den )?(?:worst|most (?:critical|dangerous|severe|important|urgent|serious)|schlimmste[nrs]?|gefahrlichste[nrs]?|kritischste[nrs]?)(?: one| issue| problem| vulnerability| finding| schwachstelle)?[?.!]*$/;
export const isWorst = (text: string): boolean => worst.test(text);

const points =
  /(?<![\w-])(?:this|that|it|its|the issue|the problem|the vulnerability|the finding|that one|this one|das(?: problem)?|dies(?:e[srnm]?)?|es|ihn|the details)(?![\w-])/;

/** @param isAlone whether numbers that stand alone mean issues, as after "compare" and "fix" */
export function referenceIn(text: string, isAlone: boolean): Reference | undefined {
  const ids = text.match(uuid);
  if (ids) return { kind: 'ids', ids: [...new Set(ids)] };
  const numbers = [
    ...listedIn(numbered.exec(text)),
    ...ordinals.flatMap((words, index) => (words.test(text) ? [index + 1] : [])),
    ...(last.test(text) ? [-1] : []),
  ];
  if (numbers.length > 0) return { kind: 'numbers', numbers: unique([...numbers, ...otherNumbers(text)]) };
  const alone = isAlone ? [...text.matchAll(bareNumbers)].flatMap(listedIn) : [];
  if (alone.length > 0) return { kind: 'numbers', numbers: unique(alone) };
  if (everything.test(text) || them.test(text)) return { kind: 'all' };
  return points.test(text) ? { kind: 'this' } : undefined;
}

/** "number 1 or number 2": the second is found apart from the first. */
function otherNumbers(text: string): number[] {
  return [...text.matchAll(new RegExp(numbered.source, 'g'))].flatMap(listedIn);
}

function listedIn(found: RegExpExecArray | null): number[] {
  if (!found) return [];
  const rest = (found[2] ?? '').match(/\d+/g) ?? [];
  return [Number(found[1]), ...rest.map(Number)].filter((number) => number >= 1);
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
