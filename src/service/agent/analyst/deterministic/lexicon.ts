import type { Category, IssueStatus, Severity } from '../../../../api/contract/vocabulary.ts';
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

/** The first that fits counts, so that longer names stand before what they contain. */
export const classWords: readonly (readonly [vulnClass: string, words: string])[] = [
  ['nosql-injection', 'no-?sql[- ]?(?:injections?|injektion(?:en)?)|nosqli|mongo(?:db)? injections?'],
  ['sql-injection', 'sql[- ]?(?:injections?|injektion(?:en)?)|sqli|injections? (?:into|in) sql'],
  [
    'command-injection',
    '(?:os |shell )?command[- ]injections?|shell[- ]injections?|befehlsinjektion(?:en)?|kommandoinjektion(?:en)?|rce|remote code execution',
  ],
  ['template-injection', '(?:server[- ]side )?template[- ]injections?|ssti'],
  ['code-injection', 'code[- ]?(?:injections?|injektion(?:en)?)|eval injections?'],
  ['ldap-injection', 'ldap[- ]?(?:injections?|injektion(?:en)?)?'],
  ['xpath-injection', 'xpath[- ]?(?:injections?|injektion(?:en)?)?'],
  ['regex-injection', 'reg(?:ular )?ex(?:pression)?[- ]injections?'],
  ['redos', 'redos|catastrophic backtracking|regex(?:es)? dos|slow reg(?:ular )?ex(?:pression|e)?s?'],
  [
    'path-traversal',
    '(?:path|directory|file)[- ]traversals?|zip ?slip|pfadmanipulation|verzeichniswechsel|lfi',
  ],
  ['xss', 'xss|cross[- ]?site[- ]?scripting'],
  ['ssrf', 'ssrf|server[- ]side request forger(?:y|ies)'],
  ['open-redirect', '(?:open|unvalidated|offene?) (?:redirect(?:ion)?s?|weiterleitung(?:en)?)'],
  ['xxe', 'xxe|(?:xml )?external entit(?:y|ies)'],
  ['unsafe-deserialization', '(?:unsafe |insecure |unsichere )?deseriali[sz](?:ation|ierung)s?'],
  ['log-injection', 'log(?:ging)?[- ](?:injections?|forging)'],
  ['header-injection', 'header[- ]injections?|crlf(?:[- ]injections?)?|response splitting'],
  ['trust-boundary', 'trust[- ]boundar(?:y|ies)(?: violations?)?'],
  ['prototype-pollution', 'prototype[- ]pollutions?'],
  ['unsafe-reflection', '(?:unsafe )?reflection'],
  ['mass-assignment', 'mass[- ]assignments?|overposting'],
  ['information-exposure', 'information (?:exposures?|disclosures?|leaks?)|stack traces? (?:leaks?|exposed)'],
  ['weak-hash', '(?:weak|broken|schwache) hash(?:es|ing|ings|funktionen)?|md5|sha-?1'],
  [
    'weak-cipher',
    '(?:weak|broken|schwache) (?:ciphers?|encryption|crypto(?:graphy)?|verschlusselung(?:en)?)',
  ],
  ['weak-random', '(?:weak|insecure|predictable) random(?:ness| numbers?)?|schwache zufallszahlen'],
  ['insecure-cookie', '(?:insecure )?cookies?(?: flags?)?|unsichere cookies?'],
  ['tls-verification-disabled', 'tls|ssl|certificate (?:checks?|validation|verification)|zertifikatsprufung'],
  ['jwt-misuse', 'jwts?(?: misuse)?|json web tokens?'],
  [
    'hard-coded-secret',
    '(?:hard[- ]?coded|hart ?[ck]odierte[nr]?|leaked|committed|exposed|stored|fest (?:eingebaute|codierte|hinterlegte)) (?:secrets?|passwords?|credentials?|keys?|tokens?|passworter|geheimnisse|schlussel|zugangsdaten)|secrets?|credentials?|geheimnisse|zugangsdaten|api keys?',
  ],
  ['cors-misconfiguration', 'cors(?: misconfigurations?)?'],
  ['csrf-disabled', 'csrf|xsrf|cross[- ]site request forger(?:y|ies)'],
  ['debug-enabled', 'debug mode|debugging enabled|debug-?modus'],
  ['insecure-temporary-file', '(?:insecure )?temp(?:orary)? files?|temporare dateien'],
  [
    'file-permissions',
    '(?:insecure |wide |loose )?file permissions?|world[- ]writable(?: files?)?|dateirechte',
  ],
  ['unpinned-dependency', 'unpinned (?:dependenc(?:y|ies)|packages?|versions?)'],
  ['hidden-text', 'hidden (?:text|characters?)|invisible characters?|trojan source'],
  ['unsafe-model', 'unsafe models?|pickled models?'],
  ['cleartext-transmission', 'clear[- ]?text(?: transmissions?)?|unencrypted connections?|klartext'],
];

const someone =
  '\\b(?:attackers?|hackers?|someone|somebody|anyone|anybody|people|users?|they|angreifer|hacker|jemand|man)\\b.{0,60}';

/** What people fear, where they name no class: "can an attacker read my database?" */
export const threatWords: readonly (readonly [vulnClasses: readonly string[], words: string])[] = [
  [
    ['nosql-injection', 'sql-injection'],
    `${someone}\\b(?:read|steal|dump|access|get (?:at|into|to)|delete|change|drop|les\\w+|stehlen|auslesen|zugreifen|loschen)\\b.{0,60}\\b(?:databases?|db|tables?|records?|data|datenbank(?:en)?|daten)\\b|${someone}\\b(?:datenbank(?:en)?|daten)\\b.{0,60}\\b(?:lesen|auslesen|stehlen|loschen|zugreifen|andern)\\b`,
  ],
  [
    ['command-injection', 'template-injection', 'code-injection', 'unsafe-deserialization'],
    `${someone}\\b(?:(?:run|execute|inject)\\b.{0,60}\\b(?:commands?|code|programs?|shell)|take over|befehle?\\b.{0,60}ausfuhren|code\\b.{0,60}ausfuhren|ubernehmen)\\b`,
  ],
  [
    ['path-traversal'],
    `${someone}\\b(?:read|access|steal|download|overwrite|write|lesen|uberschreiben)\\b.{0,60}\\b(?:my |our |any |other |system )*(?:files?)\\b|${someone}\\bdateien?\\b.{0,60}\\b(?:lesen|stehlen|uberschreiben)\\b`,
  ],
  [
    ['hard-coded-secret'],
    '\\b(?:passwords?|api keys?|keys?|tokens?|credentials|passworter|schlussel|zugangsdaten)\\b.{0,60}\\b(?:leak\\w*|exposed|visible|hard-?coded|in (?:the|my|our) (?:code|repo\\w*|source)|im (?:code|quelltext)|offen|sichtbar)\\b',
  ],
];

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
