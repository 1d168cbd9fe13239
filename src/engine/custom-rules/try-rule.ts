import type { AnalysisEvent, Analyzer, AnalyzerOptions, SourceFile } from '../analysis.ts';
import { createAnalyzer } from '../analyzer.ts';
import { annotationsOf, disagreements } from './annotations.ts';
import { compileRules, type RuleFile } from './compile-rules.ts';
import { ruleIdOf } from './findings.ts';
import { targetOf } from './reading/languages.ts';
import type { CompiledRule, RuleProblem } from './rule.ts';

/** A text with what a rule does in it. Without `match` and `lines`, comments such as `ruleid: my-rule` say it. */
export interface RuleExample {
  readonly text: string;
  /** As rules name it; the rule's first language when omitted. */
  readonly language?: string | undefined;
  /** Whether anything is found. */
  readonly match?: boolean | undefined;
  /** 1-based: exactly these are found. */
  readonly lines?: readonly number[] | undefined;
}

/** An example that a rule does not do what it says in. */
export interface WrongExample {
  /** Index of the example. */
  readonly at: number;
  /** A sentence for the author. */
  readonly message: string;
  /** The first line that the rule gets wrong. */
  readonly line?: number | undefined;
}

export interface TriedRule {
  readonly rules: readonly CompiledRule[];
  /** Rules with `enabled: false`, which are not run. */
  readonly disabled: readonly CompiledRule[];
  readonly problems: readonly RuleProblem[];
  /** Of the first rule. */
  readonly wrong: readonly WrongExample[];
}

const extensions: Readonly<Record<string, string>> = {
  ts: 'ts',
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  java: 'java',
  text: 'txt',
};

/**
 * Compiles a file of rules and runs its first rule on examples, as a scan of each by itself would.
 * @throws where the parser's runtime cannot be loaded
 */
export async function tryRule(
  file: RuleFile,
  examples: readonly RuleExample[],
  options: AnalyzerOptions,
): Promise<TriedRule> {
  const read = await compileRules([file], options);
  const [first] = read.rules;
  if (!first) return { ...read, wrong: [] };
  // An example lies in no folder.
  const rule = { ...first, include: [], exclude: [] };
  const analyzer = await createAnalyzer(options);
  const wrong: WrongExample[] = [];
  for (const [at, example] of examples.entries()) {
    const fault = await faultOf(rule, example, analyzer);
    if (fault) wrong.push({ at, ...fault });
  }
  return { ...read, wrong };
}

async function faultOf(
  rule: CompiledRule,
  example: RuleExample,
  analyzer: Analyzer,
): Promise<Omit<WrongExample, 'at'> | undefined> {
  const { text, match } = example;
  const language = (example.language ?? rule.languages?.[0] ?? 'generic').toLowerCase();
  const target = targetOf(language);
  if (!target) return { message: `${language} is not a language that rules are supported for.` };
  const path = `example.${extensions[language] ?? extensions[target]}`;
  const { lines, isStopped } = await linesOf(rule, { path, text }, analyzer);
  if (isStopped) return { message: 'The rule took too many steps in this example and was stopped.' };
  if (match === true && lines.length === 0)
    return { message: 'The rule was expected to match and does not.' };
  if (match === false && lines.length > 0)
    return { message: `The rule was expected not to match and matches ${shown(lines)}.`, line: lines[0] };
  if (match !== undefined && example.lines === undefined) return undefined;
  const expected = example.lines
    ? { expected: new Set(example.lines), clean: new Set<number>(), open: new Set<number>() }
    : annotationsOf(text, rule.id);
  const differing = disagreements(expected, lines);
  if (differing.length === 0) return undefined;
  const missing = differing.filter(({ kind }) => kind === 'missing').map(({ line }) => line);
  const unexpected = differing.filter(({ kind }) => kind === 'unexpected').map(({ line }) => line);
  const message = [
    ...(missing.length > 0 ? [`The rule was expected to match ${shown(missing)} and does not.`] : []),
    ...(unexpected.length > 0 ? [`The rule matches ${shown(unexpected)}, which was not expected.`] : []),
  ].join(' ');
  return { message, line: differing[0]?.line };
}

/** The lines at which a rule finds something in a text that is a project by itself. */
export async function linesOf(
  rule: CompiledRule,
  file: SourceFile,
  analyzer: Analyzer,
): Promise<{ readonly lines: readonly number[]; readonly isStopped: boolean }> {
  const lines = new Set<number>();
  let isStopped = false;
  const ruleId = ruleIdOf(rule);
  const on = (event: AnalysisEvent): void => {
    if (event.type === 'skip' && event.skip.reason === 'step-limit') isStopped = true;
    if (event.type !== 'finding') return;
    for (const one of [event.finding, ...(event.finding.others ?? [])])
      if (one.ruleId === ruleId) lines.add(one.range.startLine);
  };
  const rules = { digest: rule.id, rules: [rule] };
  await analyzer.analyse({ files: [file], fileCount: 1, rules }, on);
  await analyzer.analyse({ files: [], fileCount: 0, removed: [file.path], rules }, () => undefined);
  return { lines: [...lines].toSorted((a, b) => a - b), isStopped };
}

const shown = (lines: readonly number[]): string =>
  `line${lines.length === 1 ? '' : 's'} ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ', …' : ''}`;
