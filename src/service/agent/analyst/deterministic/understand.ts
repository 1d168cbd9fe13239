import { trimEndOf } from '../../../../api/text-runs.ts';
import { asksForEndpoints } from './endpoints/question.ts';
import type { IntentPattern, Need } from './intent-pattern.ts';
import { intentPatterns } from './intents.ts';
import { type Mentions, mentionsIn } from './mentions.ts';
import { advisoryIn, dependencyQuestion, generalTopic } from './packages/question.ts';
import type { Decision, Filter, Intent, Reference, Request, ScanTarget } from './request.ts';
import {
  categoriesIn,
  classesIn,
  decisionIn,
  isNew,
  isWorst,
  languagesIn,
  limitIn,
  normalised,
  referenceIn,
  severitiesIn,
  statusesIn,
  withoutLimit,
} from './slots.ts';
import { respelled } from './spelling.ts';

const patterns = intentPatterns.map((pattern) => ({ ...pattern, expression: new RegExp(pattern.words) }));

/** Longer messages are stories, or code; the question stands at their beginning. */
const longestRead = 2_000;

/** Intents of a first paragraph that only leads up to the question. */
const leadsUp: ReadonlySet<Intent> = new Set(['unknown', 'greeting', 'thanks', 'help']);

/**
 * What a person asks, as far as words tell. Never fails: what is not understood is `unknown`. Of several paragraphs the
 * first is the question and the others are about how to answer it, unless it is none.
 */
export function understand(said: string): Request {
  const [first = ''] = said.trimStart().split(/\n\s*\n/, 1);
  const asked = understandWhole(first);
  return leadsUp.has(asked.intent) && first.length < said.trim().length ? understandWhole(said) : asked;
}

function understandWhole(said: string): Request {
  const mentions = mentionsIn(said.slice(0, longestRead));
  const text = respelled(normalised(mentions.rest));
  const filter = filterOf(text, mentions);
  const isAlone =
    /^(?:please )?(?:compare|fix|explain|why|show|open|investigate|repair|patch|vergleiche?|behebe|repariere|erklare?|zeige?|put|mark|dismiss|confirm|apply|ignore|\d)|^(?:which|what|welche).*\d|\bbetween\b|\bzwischen\b|^(?:and|und|is|ist) \d/.test(
      text,
    );
  const refers = referenceOf(text, isAlone, Object.keys(filter).length > 0);
  const decision = decisionIn(text) ?? decisionAboutAdvisory(text);
  if (decision === undefined && mentions.quoted === undefined && asksForEndpoints(normalised(said)))
    return { intent: 'endpoints', filter: {}, query: said.trim() };
  const question =
    decision === undefined ? dependencyQuestion(normalised(said.slice(0, longestRead))) : undefined;
  if (question && (question.advisory !== undefined || filter.vulnClasses === undefined))
    return { intent: 'dependencies', filter: ofPackages, ...question };
  const facts = factsOf(mentions, filter, refers, decision !== undefined);
  const intent = intentOf(text, facts);
  return complete(intent, { said, text, mentions, filter, refers, facts, decision });
}

/** "Ignore CVE-…", as scanners of packages have lists of advisories to ignore: the risk is accepted, with a reason. */
const decisionAboutAdvisory = (text: string): Decision | undefined =>
  ignores.test(text) && advisoryIn(text) !== undefined ? 'acceptedRisk' : undefined;

const ignores =
  /^(?:please |can you |could you |bitte |kannst du )*(?:ignore|dismiss|suppress|silence|accept|ignoriere?n?|unterdrucke?n?|akzeptiere?n?)\b/;

/** Verbs after which "all critical issues" are those to do something about. */
const acts =
  /^(?:please |can you |could you |bitte |kannst du |and |now |then |jetzt )*(?:fix|patch|repair|triage|dismiss|suppress|ignore|silence|mark|set|investigate|accept|close|apply|confirm|behebe?|repariere?|ignoriere?|markiere?|setze?|untersuche?|akzeptiere?)\b/;
const every = /\b(?:all|every|each|any|alle[nrs]?|jede[nrs]?|samtliche)\b/;

function referenceOf(text: string, isAlone: boolean, isFiltered: boolean): Reference | undefined {
  const found = referenceIn(withoutLimit(text), isAlone);
  // "CVE-… is a false positive because it is not used": what is meant was named.
  if (found?.kind === 'this' && advisoryIn(text) !== undefined) return undefined;
  if (acts.test(text) && isFiltered && every.test(text) && (!found || found.kind === 'all'))
    return { kind: 'all' };
  return found ?? (isWorst(text) ? { kind: 'worst' } : undefined);
}

interface Read {
  readonly said: string;
  readonly text: string;
  readonly mentions: Mentions;
  readonly filter: Filter;
  readonly refers: Reference | undefined;
  readonly facts: ReadonlySet<Need>;
  readonly decision: Decision | undefined;
}

function intentOf(text: string, facts: ReadonlySet<Need>): Intent {
  let best: IntentPattern | undefined;
  for (const pattern of patterns) {
    if (best && pattern.weight <= best.weight) continue;
    if (pattern.needs?.some((need) => !facts.has(need))) continue;
    if (pattern.expression.test(text)) best = pattern;
  }
  return best?.intent ?? 'unknown';
}

function factsOf(
  mentions: Mentions,
  filter: Filter,
  refers: Reference | undefined,
  decides: boolean,
): Set<Need> {
  const { path, quoted } = mentions;
  const facts = new Set<Need>();
  const add = (is: boolean, yes: Need, no?: Need): void => {
    if (is) facts.add(yes);
    else if (no !== undefined) facts.add(no);
  };
  add(filter.vulnClasses !== undefined, 'class', 'noClass');
  add(path !== undefined, 'path', 'noPath');
  add(path !== undefined && /\.\w+$|(?:^|\/)[A-Z]\w+file$/.test(path), 'file');
  add(quoted !== undefined, 'quoted');
  add(refers !== undefined && refers.kind !== 'worst', 'reference', 'noReference');
  add(filter.cwes !== undefined, 'cwe');
  add(filter.text === undefined, 'noText');
  add(refers?.kind === 'numbers', 'numbers');
  add(Object.keys(filter).length > 0, 'filter');
  add(decides, 'decision');
  return facts;
}

/** What issues are to be about: "issues about login", "anything wrong with my login code?" */
const topics = [
  /(?:about|containing|mentioning|named|zum thema|mit dem wort) ([\w-]{3,40})$/,
  /\b(?:with|in|of|mit|im|in der) (?:my|our|the|meine[mr]?|unsere[mr]?|dem|der) ([\w-]{3,30})[ -](?:code|module|page|form|flow|logic|handler|feature|part|endpoint|modul|seite|teil)\b/,
];

const generic =
  /^(?:source|whole|entire|same|first|last|new|changed|own|main|above|ganzen?|code|projects?|projekt|repo|repository|workspace|general|detail|details|short|depth|total|here|there|them|it|this|that|these|those|file|files|folder|production|english|german|deutsch|englisch|app|application|list|order|quelltext|datei|allgemein|kurz|use|mind|tests?)$/;
/** "issues in login": a part of a path, or of a name. */
const somewhere = /(?<!results |interested )\b(?:in|under|inside|unter|im|in der) ([\w-]{3,40})[?.!]*$/;

function filterOf(text: string, { path, quoted }: Mentions): Filter {
  const severities = severitiesIn(text);
  const vulnClasses = classesIn(text);
  const categories = categoriesIn(text) ?? [];
  const statuses = statusesIn(text);
  const languages = languagesIn(text);
  const cwes = [...new Set((text.match(/\bcwe-\d{1,5}\b/g) ?? []).map((name) => name.toUpperCase()))];
  const isTopic = (word: string | undefined): word is string =>
    word !== undefined &&
    !generic.test(word) &&
    languagesIn(word).length === 0 &&
    classesIn(word).length === 0 &&
    severitiesIn(word).length === 0 &&
    statusesIn(word).length === 0;
  const topic = topics.map((words) => words.exec(text)?.[1]).find(isTopic);
  const place = somewhere.exec(text)?.[1];
  const about = vulnClasses.length === 0 ? (quoted ?? advisoryIn(text) ?? topic) : undefined;
  const within = about ?? (path === undefined && isTopic(place) ? place : undefined);
  return {
    ...(severities.length > 0 && { severities }),
    ...(vulnClasses.length > 0 && { vulnClasses }),
    ...(categories.length > 0 && { categories }),
    ...(statuses.length > 0 && { statuses }),
    ...(languages.length > 0 && { languages }),
    ...(cwes.length > 0 && { cwes }),
    ...(path !== undefined && { path }),
    ...(isNew(text) && { newOnly: true }),
    ...(within !== undefined && { text: within }),
  };
}

function complete(intent: Intent, read: Read): Request {
  const { text, mentions, filter, refers } = read;
  const follows = /^(?:and|und|only|just|nur|what about|how about|was ist mit|also|auch|but|aber)\b/.test(
    text,
  );
  const limit = limitIn(text);
  const base = {
    intent,
    filter,
    ...(refers && { refers }),
    ...(mentions.lines && { lines: mentions.lines }),
  };
  switch (intent) {
    case 'list':
    case 'count':
    case 'prioritise':
      return {
        ...base,
        ...(follows && intent === 'list' && { follows }),
        ...(limit !== undefined && { limit }),
      };
    case 'explain':
    case 'why':
    case 'fix':
    case 'showPatch':
    case 'applyPatch':
    case 'investigate':
    case 'locate': {
      // "Is it a false positive?" asks about one, and lists none of those.
      const { statuses: _, ...others } = filter;
      return { ...base, ...(refers && { filter: others }), ...pointing(read) };
    }
    case 'compare':
      return {
        ...base,
        ...(!refers &&
          limit !== undefined && {
            refers: { kind: 'numbers', numbers: Array.from({ length: limit }, (_, index) => index + 1) },
          }),
      };
    case 'triage': {
      // The words of a decision are no filter, but for "all low issues".
      const { statuses: _, severities, ...rest } = filter;
      const others = refers?.kind === 'all' && severities ? { ...rest, severities } : rest;
      const { decision } = read;
      const reason = reasonIn(read.said);
      return {
        ...base,
        filter: others,
        ...pointing(read),
        ...(decision && { decision }),
        ...(reason && { reason }),
      };
    }
    case 'scan': {
      const target = scanTarget(text, mentions);
      const since = /branch|\bmain\b|master|merge base|zweig|pull request/.test(text) ? 'branch' : 'commit';
      const deep = target === 'repository' && /\bdeep(?:er|ly)?\b|\btiefer\b|larger limits/.test(text);
      return { ...base, scan: target, ...(target === 'changes' && { since }), ...(deep && { deep }) };
    }
    case 'dependencies': {
      const query = asksOf.exec(text)?.[1];
      const about = query === undefined ? generalTopic(text) : 'vulnerable';
      return { ...base, filter: ofPackages, about, ...(query !== undefined && { query }) };
    }
    case 'remember': {
      const query = remembered.exec(read.said)?.[1]?.trim();
      return { ...base, ...(query !== undefined && query !== '' && { query: query.slice(0, 2_000) }) };
    }
    case 'searchCode': {
      const query = mentions.quoted ?? searched(read.said);
      const { text: _, vulnClasses: __, ...others } = filter;
      return { ...base, filter: others, ...(query === undefined ? {} : { query }) };
    }
    default:
      return base;
  }
}

/** What “show more” and numbers go on with. */
const ofPackages: Filter = { categories: ['SCA'] };

const asksOf =
  /^(?:is|ist) (?:my |our |the |unser |das )?([\w@.-]{2,40}) (?:vulnerable|outdated|up to date|deprecated|verwundbar|veraltet|aktuell|anfallig)\b/;
const remembered =
  /(?:remember|keep in mind|note(?: down)?|do not forget|don['’]t forget|merke? dir|vergiss nicht)\b[,:]?\s*(?:that\s+|dass\s+)?(\S.*)$/is;

/** Who says neither which nor where means the one that is spoken of. */
function pointing({ refers, filter }: Read): Pick<Request, 'refers'> {
  if (refers) return { refers };
  const { vulnClasses, path, severities, cwes, text } = filter;
  const isNamed = text !== undefined && advisoryIn(text) === text;
  return vulnClasses || path || severities || cwes || isNamed ? {} : { refers: { kind: 'this' } };
}

function scanTarget(text: string, { path }: Mentions): ScanTarget {
  if (
    /chang|diff|uncommitted|staged|working tree|anderung|geandert|bearbeitet|edit|modif|commit|\bbranch\b|pull request|\bmain\b|master|\bhead\b/.test(
      text,
    )
  )
    return 'changes';
  if (path !== undefined || /\b(?:file|datei)\b/.test(text)) return 'file';
  if (
    /selection|selected|snippet|auswahl|\b(?:this|these|dieser?) (?:code|function|lines|funktion)/.test(text)
  )
    return 'selection';
  return 'repository';
}

const causes =
  /(?:\bbecause(?: of)?\b|\bsince\b|\breason(?: is)?:?|\bas in\b|:\s|\bweil\b|\bda\b(?= )|\bdenn\b|\bgrund:?|\s[–—-]\s)\s*(\S.{2,})$/is;

/** A decision with its reason, said as an answer: "false positive, because …" */
export function decisionSaid(said: string): Pick<Request, 'decision' | 'reason'> {
  const decision = decisionIn(respelled(normalised(mentionsIn(said.slice(0, longestRead)).rest)));
  const reason = reasonIn(said);
  return { ...(decision && { decision }), ...(reason !== undefined && { reason }) };
}

/** What a person gives as the reason of a decision, in their own words. */
function reasonIn(said: string): string | undefined {
  const found = causes.exec(said.slice(0, 2 * longestRead))?.[1] ?? '';
  const reason = trimEndOf(found.trim(), ',.;! \t\r\n');
  return reason === '' ? undefined : reason.slice(0, longestRead);
}

const searchWords =
  /\b(?:search(?: the)?(?: code)?(?: for)?|grep(?: for)?|look for|such(?:e|en)?(?: im code)?(?: nach)?|durchsuche?n?|usages? of|where (?:is|are|do we use|does)|wo (?:wird|werden|ist))\s+(\S.*)?$/i;

/** What to search for, where it stands in no quotes. */
function searched(said: string): string | undefined {
  const rest = searchWords.exec(said.slice(0, longestRead))?.[1] ?? '';
  const query = rest
    .replace(/\s+(?:in|im|under|unter)\s+(?:the\s+|my\s+|dem\s+)?\S+$/i, '')
    .replace(/\s+(?:used|called|defined|declared|verwendet|benutzt|aufgerufen|definiert)\b.*$/i, '')
    .replace(/^(?:the|a|an|all|function|der|die|das)\s+/i, '')
    .trim();
  const named = trimEndOf(query, '?.! \t\r\n');
  return named.length < 2 ? undefined : named.slice(0, 200);
}
