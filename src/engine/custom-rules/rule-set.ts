import type { SourceFile } from '../analysis.ts';
import { LineIndex } from '../files/lines.ts';
import type { Finding, Skip } from '../finding.ts';
import type { Parsing } from '../languages/parsing.ts';
import { cleaned, type SeenSecret } from '../secrets/redaction.ts';
import { findingOf, maximumFindings, maximumOfFile } from './findings.ts';
import type { CompiledRule } from './rule.ts';
import { SearchedFile } from './search-file.ts';
import { isSuppressed } from './suppressions.ts';
import type { RuleMark } from './taint/rule-marks.ts';

/** The rules of people that hold in an analysis. */
export interface CustomRules {
  /** Of all that they say: other rules have another one. */
  readonly digest: string;
  readonly rules: readonly CompiledRule[];
}

export interface SearchOutcome {
  readonly findings: readonly Finding[];
  /** Rules that were stopped at their limit of steps, or have more findings than are kept. */
  readonly skips: readonly Skip[];
  /** Places that matter for rules about data. */
  readonly marks: readonly RuleMark[];
}

const nothing: SearchOutcome = { findings: [], skips: [], marks: [] };

export interface SearchWith {
  readonly parsing: Parsing;
  readonly onWork?: (() => void) | undefined;
}

/**
 * Looks for what custom rules describe in one file. The file's language has to be prepared.
 * @param secrets that were seen in the file: no message shows them
 */
export function searchFile(
  { path, text }: SourceFile,
  custom: CustomRules | undefined,
  { parsing, onWork = () => undefined }: SearchWith,
  secrets: readonly SeenSecret[] = [],
): SearchOutcome {
  if (!custom) return nothing;
  const searched = new SearchedFile(path, text, parsing);
  const findings: Finding[] = [];
  const stopped: string[] = [];
  const cut: string[] = [];
  const marks: RuleMark[] = [];
  let lines: LineIndex | undefined;
  for (const rule of custom.rules) {
    if (searched.searchesOf(rule).length === 0) continue;
    const result = searched.run(rule, onWork);
    lines ??= new LineIndex(text);
    if (result.stopped) stopped.push(rule.id);
    for (const mark of result.marks)
      if (mark.kind !== 'sink' || !isSuppressed(rule.id, lines.lineOf(mark.at), text, lines))
        marks.push(mark);
    const file = { path, text, language: searched.language?.id ?? 'text', lines };
    for (const found of result.found.slice(0, maximumFindings)) {
      if (isSuppressed(rule.id, lines.lineOf(found.at), text, lines)) continue;
      if (findings.length < maximumOfFile)
        findings.push(withoutSecrets(findingOf(rule, found, file), secrets));
      else if (cut.at(-1) !== rule.id) cut.push(rule.id);
    }
  }
  const skips = [
    ...(stopped.length === 0 ? [] : [stoppedAt(path, stopped)]),
    ...(cut.length === 0 ? [] : [cutAt(path, cut)]),
  ];
  return { findings, skips, marks };
}

/** A message shows what metavariables hold. */
const withoutSecrets = (finding: Finding, secrets: readonly SeenSecret[]): Finding => ({
  ...finding,
  message: cleaned({ snippet: finding.message, range: finding.range }, secrets),
});

const stoppedAt = (file: string, rules: readonly string[]): Skip => ({
  file,
  reason: 'step-limit',
  detail: `${capital(named(rules))} took too many steps in this file and ${rules.length === 1 ? 'was' : 'were'} stopped there.`,
  partial: true,
});

const cutAt = (file: string, rules: readonly string[]): Skip => ({
  file,
  reason: 'step-limit',
  detail: `Custom rules have more than ${maximumOfFile} findings in this file; of ${named(rules)} some are left out.`,
  partial: true,
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const named = (rules: readonly string[]): string =>
  `${rules.length === 1 ? 'the custom rule' : 'custom rules'} ${rules.slice(0, 3).join(', ')}${
    rules.length > 3 ? ` and ${rules.length - 3} more` : ''
  }`;
