import type { Category, IssueStatus, Severity } from '../../../../api/contract/vocabulary.ts';
import type { Threat } from '../../../../engine/weaknesses/index.ts';
import type { Decision, Language } from './request.ts';

/**
 * The words for what issues have, in English and German, as regular expressions over text in lower case without
 * accents (`normalised`). Data only: what is done with them is in `slots.ts`.
 */

export const severityWords: readonly (readonly [Severity, string])[] = [
  ['CRITICAL', 'criticals?|kritisch(?:e[nrsm]?)?'],
  ['HIGH', 'highs?|hohe[nrsm]?|hoch|schwere[nr]?'],
  ['MEDIUM', 'mediums?|moderate|mittlere[nrsm]?|mittel'],
  ['LOW', 'lows?|niedrige?[nrsm]?|geringe?[nrsm]?|leichte[nr]?'],
  ['INFO', 'info|informational|informativ(?:e[nrsm]?)?'],
];

const someone =
  '\\b(?:attackers?|hackers?|someone|somebody|anyone|anybody|people|users?|they|angreifer|hacker|jemand|man)\\b.{0,60}';

/** What people fear, where they name no weakness: "can an attacker read my database?" */
export const threatWords: Readonly<Record<Threat, string>> = {
  'reads-database': `${someone}\\b(?:read|steal|dump|access|get (?:at|into|to)|delete|change|drop|les\\w+|stehlen|auslesen|zugreifen|loschen)\\b.{0,60}\\b(?:databases?|db|tables?|records?|data|datenbank(?:en)?|daten)\\b|${someone}\\b(?:datenbank(?:en)?|daten)\\b.{0,60}\\b(?:lesen|auslesen|stehlen|loschen|zugreifen|andern)\\b`,
  'runs-code': `${someone}\\b(?:(?:run|execute|inject)\\b.{0,60}\\b(?:commands?|code|programs?|shell)|take over|befehle?\\b.{0,60}ausfuhren|code\\b.{0,60}ausfuhren|ubernehmen)\\b`,
  'reads-files': `${someone}\\b(?:read|access|steal|download|overwrite|write|lesen|uberschreiben)\\b.{0,60}\\b(?:my |our |any |other |system )*(?:files?)\\b|${someone}\\bdateien?\\b.{0,60}\\b(?:lesen|stehlen|uberschreiben)\\b`,
  'leaks-secrets':
    '\\b(?:passwords?|api keys?|keys?|tokens?|credentials|passworter|schlussel|zugangsdaten)\\b.{0,60}\\b(?:leak\\w*|exposed|visible|hard-?coded|in (?:the|my|our) (?:code|repo\\w*|source)|im (?:code|quelltext)|offen|sichtbar)\\b',
};

/** Any injection: several classes at once. */
export const anyInjection = 'injections?|injektion(?:en)?';

export const languageWords: readonly (readonly [Language, string])[] = [
  ['javascript', 'javascript|js|node(?:\\.?js)?'],
  ['typescript', 'typescript|ts'],
  ['java', 'java'],
  ['python', 'python|py'],
];

export const categoryWords: readonly (readonly [Category, string])[] = [
  ['IAC', 'iac|infrastructure(?: as code)?|docker ?files?|terraform|kubernetes'],
  ['SCA', 'sca'],
  ['SAST', 'sast'],
];

export const statusWords: readonly (readonly [readonly IssueStatus[], string])[] = [
  [['FALSE_POSITIVE'], 'false[- ]?positives?|fehlalarme?n?|falsch[- ]?positive?n?'],
  [['NON_EXPLOITABLE'], 'non-?exploitable|not exploitable|unexploitable|nicht ausnutzbar(?:e[nrs]?)?'],
  [
    ['ACCEPTED_RISK'],
    'accept(?:ed)?(?: as)?(?: an?)? risks?|risks? (?:that )?(?:we )?accepted|akzeptierte[ns]? risik(?:o|en)',
  ],
  [['BACKLOG'], 'backlog|archived|archivierte[nrs]?|zuruckgestellte?[nrs]?'],
  [
    ['RESOLVED'],
    '(?<!(?:be|get|been) )(?:resolved|fixed|closed|solved)|did (?:we|i|you|they) (?:fix|solve|resolve|close)|behobene?[nrs]?|geloste?[nrs]?|geschlossene?[nrs]?',
  ],
  [
    ['BACKLOG', 'NON_EXPLOITABLE', 'FALSE_POSITIVE', 'ACCEPTED_RISK'],
    'suppressed|dismissed|ignored|hidden issues|unterdruckte?[nrs]?|ignorierte?[nrs]?',
  ],
  [['REVIEWING'], 'confirmed|in review|being reviewed|bestatigte?[nrs]?'],
  [['PATCHING'], 'being patched|patched but not rescanned'],
];

/** What a person decides; words of statuses are not read as a filter where one of these fits a decision. */
export const decisionWords: readonly (readonly [Decision, string])[] = [
  [
    'falsePositive',
    'false[- ]?positives?|fehlalarme?|falsch[- ]?positive?|not (?:a |an )?(?:real|issue|vulnerab\\w+)(?: issue)?',
  ],
  ['nonExploitable', 'non-?exploitable|not exploitable|unexploitable|nicht ausnutzbar'],
  [
    'acceptedRisk',
    'accept(?:ed)?\\b.*?\\brisks?|risks? (?:is )?accepted|risiko\\b.*?\\bakzeptier\\w*|akzeptier\\w*\\b.*?\\brisiko',
  ],
  ['backlog', 'backlog|archive|for later|zuruckstellen|archivier\\w*'],
  ['informational', 'informational|informativ'],
  ['reopen', 're-?open|unarchive|undismiss|wieder offnen|wieder ?eroffnen|offne\\b.*?\\bwieder'],
  ['confirm', 'confirm(?:ed)?|true[- ]?positives?|real issues?|bestatige[n]?'],
];

/** Ordinals up to ten; others are written as digits. */
export const ordinalWords: readonly string[] = [
  'first|erste[nrsm]?',
  'second|zweite[nrsm]?',
  'third|dritte[nrsm]?',
  'fourth|vierte[nrsm]?',
  'fifth|funfte[nrsm]?',
  'sixth|sechste[nrsm]?',
  'seventh|siebte[nrsm]?',
  'eighth|achte[nrsm]?',
  'ninth|neunte[nrsm]?',
  'tenth|zehnte[nrsm]?',
];

/** From one up. "The first one" is no count, so one is not among them. */
export const smallNumbers: readonly string[] = [
  'a single|ein einziges',
  'two|zwei|couple of',
  'three|drei',
  'four|vier',
  'five|funf',
  'six|sechs',
  'seven|sieben',
  'eight|acht',
  'nine|neun',
  'ten|zehn',
];
