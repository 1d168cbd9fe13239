import * as l10n from '@vscode/l10n';
import type { RuleKey } from './words.ts';

const meanings: Readonly<Record<RuleKey, () => string>> = {
  rules: () => l10n.t('The rules of this file.'),
  id: () =>
    l10n.t('The name of the rule: letters, digits, “-”, “_” and “.”. Findings have the id custom/<id>.'),
  message: () =>
    l10n.t('What is wrong, and what to do instead. Metavariables such as $X show what they matched.'),
  severity: () => l10n.t('ERROR is high, WARNING medium, INFO low; or CRITICAL, HIGH, MEDIUM, LOW.'),
  languages: () => l10n.t('The languages of the patterns. “generic” and “regex” search any file.'),
  enabled: () => l10n.t('false switches the rule off: scans leave it out.'),
  mode: () => l10n.t('search finds code that matches a pattern; taint follows data from sources to sinks.'),
  metadata: () => l10n.t('Facts for findings, and whatever your team notes.'),
  paths: () => l10n.t('The files that the rule searches.'),
  options: () => l10n.t('How patterns match.'),
  fix: () =>
    l10n.t('The code to write instead, with the metavariables of the pattern. It is offered as a patch.'),
  'fix-regex': () => l10n.t('Replaces a part of the matched code, by a regular expression.'),
  pattern: () => l10n.t('Code to find. $X stands for an expression, “...” for any arguments or statements.'),
  patterns: () => l10n.t('Patterns and conditions that hold together.'),
  'pattern-either': () => l10n.t('Patterns of which one has to match.'),
  'pattern-not': () => l10n.t('Leaves out matches that match this pattern, too.'),
  'pattern-inside': () => l10n.t('Keeps matches that lie in code that matches this pattern.'),
  'pattern-not-inside': () => l10n.t('Leaves out matches that lie in code that matches this pattern.'),
  'pattern-regex': () => l10n.t('A regular expression that is searched in the text of the file.'),
  'pattern-not-regex': () => l10n.t('Leaves out matches whose text this regular expression matches.'),
  'metavariable-regex': () =>
    l10n.t('Keeps matches where a regular expression matches what a metavariable holds.'),
  'metavariable-pattern': () => l10n.t('Keeps matches where patterns match what a metavariable holds.'),
  'metavariable-comparison': () => l10n.t('Keeps matches where a comparison of metavariables is true.'),
  'metavariable-type': () => l10n.t('Keeps matches where a metavariable has one of these types.'),
  'metavariable-analysis': () =>
    l10n.t('Keeps matches where an analysis of what a metavariable holds says yes.'),
  'focus-metavariable': () => l10n.t('Narrows the match to what this metavariable holds.'),
  'pattern-sources': () => l10n.t('Where untrusted data comes from.'),
  'pattern-sinks': () => l10n.t('Where that data must not arrive.'),
  'pattern-sanitizers': () => l10n.t('What makes that data safe.'),
  'by-side-effect': () =>
    l10n.t('true: the data is tainted, or safe, after this place, too. only: after it alone.'),
  cwe: () => l10n.t('The weaknesses of the findings, such as CWE-89.'),
  references: () => l10n.t('Pages to read, as https addresses.'),
  confidence: () => l10n.t('How sure a finding is: HIGH, MEDIUM or LOW.'),
  include: () => l10n.t('Only files that one of these globs matches are searched.'),
  exclude: () => l10n.t('Files that one of these globs matches are left out.'),
  constant_propagation: () =>
    l10n.t('Whether names that stand for a constant match literals. On unless false.'),
  symbolic_propagation: () =>
    l10n.t('Whether a name that is assigned once stands for what it was assigned. Off unless true.'),
  regex: () => l10n.t('A regular expression.'),
  replacement: () => l10n.t('The text to write; \\1 is the first group.'),
  count: () => l10n.t('How many places are replaced; all when omitted.'),
  metavariable: () => l10n.t('The metavariable that is meant, such as $X.'),
  language: () =>
    l10n.t('How what the metavariable holds is read: as generic text or by regular expressions.'),
  comparison: () => l10n.t('A comparison in Python’s syntax, such as $X > 1000.'),
  base: () => l10n.t('The base of whole numbers, such as 16.'),
  type: () => l10n.t('The name of a type.'),
  types: () => l10n.t('Names of types, of which the metavariable has one.'),
  analyzer: () =>
    l10n.t('entropy: the text looks random. redos: the regular expression may take exponential time.'),
};

const byName: ReadonlyMap<string, () => string> = new Map(Object.entries(meanings));

/** What a key of a rule file means; undefined for one that has no meaning there. */
export const meaningOf = (key: string): string | undefined => byName.get(key)?.();
