import { type IntentPattern, intentPatterns, type Need } from './intents.ts';
import { type Mentions, mentionsIn } from './mentions.ts';
import type { Filter, Intent, Reference, Request, ScanTarget } from './request.ts';
import {
  categoriesIn,
  classesIn,
  decisionIn,
  isNew,
  languagesIn,
  limitIn,
  normalised,
  referenceIn,
  severitiesIn,
  statusesIn,
  withoutLimit,
} from './slots.ts';

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
  const text = normalised(mentions.rest);
  const filter = filterOf(text, mentions);
  const isAlone =
    /^(?:please )?(?:compare|fix|explain|why|show|open|investigate|repair|patch|vergleiche?|behebe|repariere|erklare?|zeige?|put|mark|dismiss|confirm|apply|ignore|\d)|^(?:which|what|welche).*\d|\bbetween\b|\bzwischen\b|^(?:and|und|is|ist) \d/.test(
      text,
    );
  const refers = referenceIn(withoutLimit(text), isAlone);
  const decision = decisionIn(text);
  const facts = factsOf(mentions, filter, refers, decision !== undefined);
  const intent = intentOf(text, facts);
  return complete(intent, { said, text, mentions, filter, refers, facts });
}

interface Read {
  readonly said: string;
  readonly text: string;
  readonly mentions: Mentions;
  readonly filter: Filter;
  readonly refers: Reference | undefined;
  readonly facts: ReadonlySet<Need>;
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
  add(refers !== undefined, 'reference', 'noReference');
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

const generic = /^(?:source|whole|entire|same|first|last|new|changed|own|main|above|ganzen?)$/;

function filterOf(text: string, { path, quoted }: Mentions): Filter {
  const severities = severitiesIn(text);
  const vulnClasses = classesIn(text);
  const categories = categoriesIn(text) ?? [];
  const statuses = statusesIn(text);
  const languages = languagesIn(text);
  const cwes = [...new Set((text.match(/\bcwe-\d{1,5}\b/g) ?? []).map((name) => name.toUpperCase()))];
  const topic = topics.map((words) => words.exec(text)?.[1]).find((word) => word !== undefined);
  const isTopic = topic !== undefined && languagesIn(topic).length === 0 && !generic.test(topic);
  const about = quoted ?? (isTopic ? topic : undefined);
  return {
    ...(severities.length > 0 && { severities }),
    ...(vulnClasses.length > 0 && { vulnClasses }),
    ...(categories.length > 0 && { categories }),
    ...(statuses.length > 0 && { statuses }),
    ...(languages.length > 0 && { languages }),
    ...(cwes.length > 0 && { cwes }),
    ...(path !== undefined && { path }),
    ...(isNew(text) && { newOnly: true }),
    ...(about !== undefined && vulnClasses.length === 0 && { text: about }),
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
      return { ...base, ...pointing(read) };
    case 'triage': {
      // The words of a decision are no filter.
      const { statuses: _, severities: __, ...others } = filter;
      const decision = decisionIn(text);
      const reason = reasonIn(read.said);
      return {
        ...base,
        filter: others,
        ...pointing(read),
        ...(decision && { decision }),
        ...(reason && { reason }),
      };
    }
    case 'scan':
      return { ...base, scan: scanTarget(text, mentions) };
    case 'searchCode': {
      const query = mentions.quoted ?? searched(read.said);
      const { text: _, vulnClasses: __, ...others } = filter;
      return { ...base, filter: others, ...(query === undefined ? {} : { query }) };
    }
    default:
      return base;
  }
}

/** Who says neither which nor where means the one that is spoken of. */
function pointing({ refers, filter }: Read): Pick<Request, 'refers'> {
  if (refers) return { refers };
  const { vulnClasses, path, severities, cwes } = filter;
  return vulnClasses || path || severities || cwes ? {} : { refers: { kind: 'this' } };
}

function scanTarget(text: string, { path }: Mentions): ScanTarget {
  if (/chang|diff|uncommitted|staged|working tree|anderung|commit/.test(text)) return 'changes';
  if (path !== undefined || /\b(?:file|datei)\b/.test(text)) return 'file';
  if (
    /selection|selected|snippet|auswahl|\b(?:this|these|dieser?) (?:code|function|lines|funktion)/.test(text)
  )
    return 'selection';
  return 'repository';
}

const causes =
  /(?:\bbecause(?: of)?\b|\bsince\b|\breason(?: is)?:?|\bas in\b|:\s|\bweil\b|\bda\b(?= )|\bdenn\b|\bgrund:?|\s[–—-]\s)\s*(.{3,})$/is;

/** What a person gives as the reason of a decision, in their own words. */
function reasonIn(said: string): string | undefined {
  const reason = causes
    .exec(said)?.[1]
    ?.trim()
    .replace(/[,.;!\s]+$/, '');
  return reason === undefined || reason === '' ? undefined : reason.slice(0, 2_000);
}

const searchWords =
  /\b(?:search(?: the)?(?: code)?(?: for)?|grep(?: for)?|look for|such(?:e|en)?(?: im code)?(?: nach)?|durchsuche?n?|usages? of|where (?:is|are|do we use|does)|wo (?:wird|werden|ist))\s+(.+)$/i;

/** What to search for, where it stands in no quotes. */
function searched(said: string): string | undefined {
  const rest = searchWords.exec(said)?.[1];
  const query = rest
    ?.replace(/\s+(?:in|im|under|unter)\s+(?:the\s+|my\s+|dem\s+)?\S+[?.!]*$/i, '')
    .replace(/\s+(?:used|called|defined|declared|verwendet|benutzt|aufgerufen|definiert)\b.*$/i, '')
    .replace(/^(?:the|a|an|all|function|der|die|das)\s+/i, '')
    .replace(/[?.!\s]+$/, '');
  return query === undefined || query.length < 2 ? undefined : query.slice(0, 200);
}
