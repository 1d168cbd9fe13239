import type { DependencyTopic } from '../request.ts';

/** What is asked about packages, in English and German, over text in lower case without accents (`normalised`). */

export interface DependencyQuestion {
  readonly about: DependencyTopic;
  /** The package that is meant, or a part of its name. */
  readonly query?: string;
  /** An advisory's id, as its publisher writes it. */
  readonly advisory?: string;
}

/** Longer messages are stories; the question stands at their beginning. */
const longestRead = 500;

const name = '([@a-z0-9][\\w@./:+-]{0,150}\\w)';
const end = '[?.! ]*$';
const project = '(?:i|we|you|it|(?:my|our|this|the) (?:project|app|application|code|service|repository))';
const thing =
  '(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?|abhangigkeit(?:en)?|pakete?|bibliothek(?:en)?)';
const called = '(?:(?:the|das|die) )?(?:(?:package|library|module|paket|bibliothek|modul) )?';

const named: readonly (readonly [DependencyTopic, RegExp])[] = [
  [
    'use',
    `\\b(?:do|does|are|is|did|have|has) ${project}(?: really| actually| still| even)? (?:use|using|have|depend on|depending on|include|contain|ship) ${called}${name}(?: at all| anywhere| somewhere| in (?:my|our|this|the) (?:project|code|app))?${end}`,
  ],
  ['use', `\\b(?:which|what) versions? of ${called}${name}\\b`],
  ['use', `^(?:is|ist) ${called}${name} (?:used|installed|included|a dependency)\\b`],
  [
    'use',
    `\\b(?:benutz|verwend|nutz|brauch|hab)(?:e|en|t)? (?:ich|wir)(?: eigentlich| noch| irgendwo)? ${called}${name}${end}`,
  ],
  ['use', `\\bwelche version(?:en)? von ${called}${name}\\b`],
  [
    'brings',
    `\\b(?:who|what|which ${thing}) (?:brings?|pulls?|drags?|requires?|installs?|depends on)(?: in)? ${called}${name}(?: in)?${end}`,
  ],
  [
    'brings',
    `\\bwhy is ${called}${name} (?:installed|included|here|there|a dependency|in (?:my|our|the|this) (?:project|lock ?file|dependencies|tree))\\b`,
  ],
  ['brings', `\\bwhy do (?:i|we) (?:have|need) ${called}${name}(?: at all| installed)?${end}`],
  ['brings', `\\bwhere does ${called}${name} come from\\b`],
  [
    'brings',
    `\\b(?:wer|was|welches paket) (?:bringt|zieht|braucht|benotigt|verlangt|installiert) ${called}${name}(?: mit| herein| rein| hinein)?${end}`,
  ],
  ['brings', `\\b(?:warum|wieso|weshalb) ist ${called}${name} (?:installiert|da|dabei|drin|im projekt)\\b`],
  ['brings', `\\b(?:warum|wieso|weshalb) (?:haben wir|habe ich|brauchen wir) ${called}${name}${end}`],
  ['brings', `\\bwoher kommt ${called}${name}${end}`],
  ['brings', `\\bwas hangt von ${called}${name} ab\\b`],
  [
    'licence',
    `\\b(?:licen[cs]e|lizenz)(?: does| has| of| for| is| hat| von| fur)* ${called}${name}(?: have| has| use| under)?${end}`,
  ],
  ['upgrade', `^(?:please |bitte |can you )?(?:upgrade|bump|aktualisiere?) ${called}${name}${end}`],
].map(([about, words]) => [about as DependencyTopic, new RegExp(words ?? '')] as const);

const unnamed: readonly (readonly [DependencyTopic, RegExp])[] = [
  [
    'licence',
    '^(?:which|what|under|list|show|welche|unter|zeige?)\\b.*\\b(?:licen[cs]es?|lizenz(?:en)?)\\b(?! file)',
  ],
  [
    'reachable',
    `^(?:and |und )?(?:which|what|welche)(?: ones?| of (?:them|these|those)| davon)?(?: (?:of )?(?:my |our |the |meine[nr]? )?(?:vulnerable |verwundbaren? )?(?:${thing}|vulnerabilities|schwachstellen|cves))?(?: of (?:my|our|the) ${thing})? (?:are|is|can be|sind|ist|werden|konnen)(?: really| actually| wirklich| tatsachlich)? (?:reachable|reached|called|erreichbar|erreicht|aufgerufen)\\b`,
  ],
  [
    'upgrade',
    `^(?:please |bitte )?(?:how|what|which|wie|was|welche)\\b.*\\b(?:i|we|ich|wir)\\b.*\\b(?:upgrade|bump|aktualisier\\w*)\\b`,
  ],
  [
    'upgrade',
    `^(?:please |bitte )?(?:how|wie|upgrade|update|bump|aktualisiere?|fix|behebe?|repariere?)\\b.*\\b(?:fix|repair|update|upgrade|bump|aktualisier\\w*|behebe\\w*|beheben|reparier\\w*)\\b.*\\b${thing}\\b`,
  ],
  ['upgrade', `^(?:please |bitte )?(?:upgrade|update|bump|aktualisiere?)\\b.{0,40}\\b${thing}\\b`],
].map(([about, words]) => [about as DependencyTopic, new RegExp(words ?? '')] as const);

const advisories =
  /\b(cve-\d{4}-\d{4,19}|ghsa(?:-[a-z0-9]{4}){3}|rustsec-\d{4}-\d{4}|pysec-\d{4}-\d{1,6}|go-\d{4}-\d{4,6})\b/;
const fixes = /\b(?:fix|repair|upgrade|update|patch|behebe?n?|reparieren?|aktualisier\w*)\b/;
/** What is to be decided or found out about an issue that the advisory names. */
const decides =
  /^(?:please |bitte )?(?:ignore|dismiss|suppress|mark|accept|triage|investigate|ignoriere?|markiere?|akzeptiere?|untersuche?)\b/;
/** Words in the place of a name that name nothing. */
const noName =
  /^(?:its?|this|that|these|those|them|they|any|some|all|the|an?|my|our|more|other|another|issues?|problems?|vulnerabilit(?:y|ies)|code|here|there|der|die|das|den|dem|es|sie|ihn|dies\w*|alle\w*|mehr|probleme?|schwachstellen?|vulnerable|outdated|files?)$/;
const isThing = new RegExp(`^${thing}$`);

/**
 * Returns what is asked about packages or an advisory; undefined for every other question.
 * @param said the whole message, normalised: names of packages look like paths
 */
export function dependencyQuestion(said: string): DependencyQuestion | undefined {
  const text = said.slice(0, longestRead).replace(/["'`]/g, '');
  const advisory = advisoryIn(text);
  if (advisory !== undefined)
    return decides.test(text) ? undefined : { about: fixes.test(text) ? 'upgrade' : 'affected', advisory };
  for (const [about, words] of named) {
    const query = words.exec(text)?.[1];
    if (query !== undefined && !noName.test(query) && !isThing.test(query)) return { about, query };
  }
  const about = unnamed.find(([, words]) => words.test(text))?.[0];
  return about && { about };
}

/** Returns the id of an advisory that a text names, as its publisher writes it. */
export function advisoryIn(text: string): string | undefined {
  const found = advisories.exec(text.toLowerCase())?.[1];
  return found === undefined ? undefined : spelled(found);
}

/** GHSA's last parts are in lower case, all else is in capitals. */
const spelled = (id: string): string =>
  id.startsWith('ghsa') ? `GHSA${id.slice('ghsa'.length)}` : id.toUpperCase();

const lists = new RegExp(`^(?:list|show|which|what|zeige?|liste|welche|nenne?)\\b.*\\b${thing}\\b`);
const faults =
  /vulnerab|insecure|outdated|affected|unsafe|risk|problem|cve|schwachstell|lucken|unsicher|verwundbar|veraltet|betroffen/;

/** Of a question that is about packages in general: whether it is about all, or about the vulnerable ones. */
export const generalTopic = (text: string): DependencyTopic =>
  lists.test(text) && !faults.test(text) ? 'packages' : 'vulnerable';
