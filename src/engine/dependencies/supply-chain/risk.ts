import type { Finding, Location, Range } from '../../finding.ts';
import { fingerprint } from '../../fingerprint.ts';
import { ecosystemNames } from '../ecosystem-names.ts';
import type { Ecosystem } from '../package.ts';

/** What a rule about packages says, whatever file it holds in. */
export interface SupplyChainRule {
  /** `<weakness>/<what>`, stable across releases; the weakness is a folder of `weaknesses/`. */
  readonly id: `${string}/${string}`;
  /** What is wrong, in a few words. */
  readonly title: string;
  readonly cwes: readonly string[];
  /** 0–100, as in `Finding.score`. */
  readonly score: number;
  readonly confidence: number;
  /** What to do about it: one or two sentences in the imperative. */
  readonly remediation: string;
  /** It may well be as it should be: reported only where a scan asks for hints. */
  readonly isHint?: true;
}

/** One place where a rule holds. */
export interface Risk {
  readonly rule: SupplyChainRule;
  readonly ecosystem: Ecosystem;
  readonly file: string;
  readonly range: Range;
  /** Why this place is an issue, in the names of this project: one or two sentences. */
  readonly message: string;
  /** What the issue is about, such as a package or a host: the same in other lines and after an update. */
  readonly subject: string;
}

/** The finding of a risk. @param snippetOf the lines of a place, as `Location.snippet` */
export function findingOf(
  { rule, ecosystem, file, range, message, subject }: Risk,
  snippetOf: (place: Omit<Location, 'snippet'>) => string,
): Finding {
  const vulnClass = rule.id.slice(0, rule.id.indexOf('/'));
  const language = ecosystemNames[ecosystem].rule;
  return {
    ruleId: `${language}/${rule.id}`,
    vulnClass,
    category: 'SCA',
    language,
    title: rule.title,
    message: `${message} ${rule.remediation}`,
    cwes: rule.cwes,
    score: rule.score,
    confidence: rule.confidence,
    codeFlows: [],
    sink: { kind: 'text' },
    fingerprint: fingerprint({ vulnClass, ruleId: rule.id, language: 'text', sink: subject }),
    file,
    range,
    snippet: withoutCredentials(snippetOf({ file, range })),
  };
}

/** Addresses of registries hold names and passwords of users; the snippet shows neither. */
const withoutCredentials = (snippet: string): string => snippet.replace(/:\/\/[^/@\s"']{1,400}@/g, '://…@');

/** Names in a sentence: three of them at most, and how many more. */
export function amongNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${name.slice(0, 100)}\``);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
