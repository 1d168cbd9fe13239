import { type AnalyzerOptions, defaultLimits, type SourceFile } from '../analysis.ts';
import { createAnalyzer } from '../analyzer.ts';
import type { Finding } from '../finding.ts';
import { Parsing } from '../languages/parsing.ts';
import { annotationsOf, type Disagreement, disagreements } from './annotations.ts';
import { compileRules, type RuleFile } from './compile-rules.ts';
import { FollowedFiles } from './follow-data.ts';
import type { CompiledRule, RuleProblem } from './rule.ts';
import { searchFile } from './rule-set.ts';
import { SearchedFile } from './search-file.ts';
import type { RuleMark } from './taint/rule-marks.ts';
import { linesOf } from './try-rule.ts';

/** Code with comments such as `ruleid: my-rule`. Its path says its language. */
export interface AnnotatedCode {
  readonly path: string;
  readonly text: string;
}

export interface RuleCheckRequest {
  readonly file: RuleFile;
  readonly examples: readonly AnnotatedCode[];
  /** Read one by one; it may end early. */
  readonly sources: Iterable<SourceFile>;
  readonly maximumMatches: number;
  /**
   * Data is followed for rules that ask about it, until the signal that this begins ends that; without it they are run on
   * examples alone.
   */
  readonly follow?: (() => AbortSignal) | undefined;
}

/** What a file of rules does. */
export interface CheckedRules {
  /** In the order of the file, with those that it switches off. */
  readonly rules: readonly (Pick<CompiledRule, 'id' | 'line' | 'severity'> & { readonly enabled: boolean })[];
  readonly problems: readonly RuleProblem[];
  readonly findings: readonly Finding[];
  /** Whether every source was searched, and all that was found is told. */
  readonly isWhole: boolean;
  readonly filesSearched: number;
  /** Ids of rules whose data was not followed, or not to its end: a scan finds what they describe. */
  readonly notSearched: readonly string[];
  /** Ids of rules that took too many steps in a file. */
  readonly stopped: readonly string[];
  /** Where rules do not do what examples say. */
  readonly differences: readonly (Disagreement & { readonly path: string; readonly ruleId: string })[];
  /** Examples that say something of one of the rules. */
  readonly examplesRun: number;
}

/**
 * Compiles a file of rules, runs its examples and looks in sources for what the rules describe.
 * @param expected how many sources there are
 * @throws where the parser's runtime cannot be loaded
 */
export async function checkRules(
  { file, examples, sources, maximumMatches, follow }: RuleCheckRequest,
  options: AnalyzerOptions,
  expected: number,
): Promise<CheckedRules> {
  const { rules, disabled, problems } = await compileRules([file], options);
  const parsing = await Parsing.create(options, defaultLimits.parseSteps);
  const tried = await tryExamples(rules, examples, options);
  const findings: Finding[] = [];
  const stopped = new Set<string>();
  let seen = 0;
  let searched = 0;
  const aboutData = rules.filter(({ searches }) =>
    Object.values(searches).some(({ mode }) => mode === 'taint'),
  );
  const followed = new FollowedFiles(aboutData);
  // To follow data takes an analysis of the whole project.
  const searchable = follow ? rules : rules.filter((rule) => !aboutData.includes(rule));
  for (const source of searchable.length === 0 ? [] : sources) {
    if (findings.length > maximumMatches) break;
    seen++;
    // Others get their turn between two files.
    await new Promise((resolve) => setImmediate(resolve));
    const found = await search(searchable, source, parsing, options);
    followed.add(source, found?.marks ?? []);
    if (!found) continue;
    searched++;
    findings.push(...found.findings);
    for (const id of found.stopped) stopped.add(id);
  }
  const flows = follow && (await followed.follow(options, follow()));
  findings.push(...(flows?.findings ?? []));
  const told = ({ id, line, severity }: CompiledRule, enabled: boolean) => ({ id, line, severity, enabled });
  return {
    rules: [...rules.map((rule) => told(rule, true)), ...disabled.map((rule) => told(rule, false))].toSorted(
      (a, b) => a.line - b.line,
    ),
    problems,
    findings: findings.slice(0, maximumMatches),
    isWhole:
      findings.length <= maximumMatches &&
      (searchable.length === 0 || seen >= expected) &&
      flows?.isWhole !== false,
    filesSearched: searched,
    notSearched: flows ? [] : aboutData.map(({ id }) => id),
    stopped: [...stopped],
    ...tried,
  };
}

interface SearchedSource {
  readonly findings: readonly Finding[];
  readonly marks: readonly RuleMark[];
  readonly stopped: readonly string[];
}

/** What rules find in one file; undefined where none of them is about it. */
async function search(
  rules: readonly CompiledRule[],
  source: SourceFile,
  parsing: Parsing,
  { onWork }: AnalyzerOptions,
): Promise<SearchedSource | undefined> {
  const file = new SearchedFile(source.path, source.text, parsing);
  const about = rules.filter((rule) => file.searchesOf(rule).length > 0);
  if (about.length === 0) return undefined;
  await parsing.prepare(source.path, source.text);
  const findings: Finding[] = [];
  const marks: RuleMark[] = [];
  const stopped: string[] = [];
  for (const rule of about) {
    const found = searchFile(source, { digest: '', rules: [rule] }, { parsing, onWork });
    findings.push(...found.findings);
    marks.push(...found.marks);
    if (found.skips.length > 0) stopped.push(rule.id);
  }
  return { findings, marks, stopped };
}

/** Runs rules on examples, each as a scan of it by itself would. */
async function tryExamples(
  rules: readonly CompiledRule[],
  examples: readonly AnnotatedCode[],
  options: AnalyzerOptions,
): Promise<Pick<CheckedRules, 'differences' | 'examplesRun'>> {
  const differences: CheckedRules['differences'][number][] = [];
  const analyzer = await createAnalyzer(options);
  let examplesRun = 0;
  for (const example of examples) {
    const said = rules.flatMap((rule) => {
      const annotations = annotationsOf(example.text, rule.id);
      // An example lies in no folder.
      const anywhere = { ...rule, include: [], exclude: [] };
      return annotations.expected.size + annotations.clean.size === 0
        ? []
        : [{ rule: anywhere, annotations }];
    });
    if (said.length === 0) continue;
    examplesRun++;
    for (const { rule, annotations } of said) {
      const { lines } = await linesOf(rule, example, analyzer);
      for (const difference of disagreements(annotations, lines))
        differences.push({ ...difference, path: example.path, ruleId: rule.id });
    }
  }
  return { differences, examplesRun };
}
