import { type AnalyzerOptions, defaultLimits } from '../analysis.ts';
import { Parsing } from '../languages/parsing.ts';
import { languageParts } from '../languages/parts.generated.ts';
import { families } from '../languages/registry.ts';
import { textPattern } from './generic/text-pattern.ts';
import { compilePattern, prepareGrammars } from './patterns/compile.ts';
import { withSharedFormulas } from './patterns/shared-formulas.ts';
import { type ReadRules, readRules } from './reading/read-rules.ts';
import type { CompiledRule, Formula, RuleProblem, Target } from './rule.ts';

/** A file of rules as it was read. */
export interface RuleFile {
  /** As problems name it. */
  readonly file: string;
  readonly text: string;
}

/** Rules of all files together. */
const maximumRules = 5_000;

/**
 * Reads and compiles files of rules, in the syntax of Semgrep's. A rule that is wrong is left out and named, the others hold; the
 * first one with an id counts.
 * @throws the signal's reason when cancelled; where the parser's runtime cannot be loaded
 */
export async function compileRules(
  files: readonly RuleFile[],
  options: AnalyzerOptions,
  signal?: AbortSignal,
): Promise<ReadRules> {
  const parsing = await Parsing.create(options, defaultLimits.parseSteps);
  for (const family of families) await prepareGrammars(parsing, family);
  const rules = new Map<string, CompiledRule>();
  const disabled: CompiledRule[] = [];
  const problems: RuleProblem[] = [];
  for (const { file, text } of files) {
    signal?.throwIfAborted();
    // Others get their turn between two files.
    await new Promise((resolve) => setImmediate(resolve));
    options.onWork?.();
    const read = readRules(file, text, (source, target) => compiled(source, target, parsing));
    problems.push(...read.problems);
    disabled.push(...read.disabled);
    for (const rule of read.rules) {
      const { id, line } = rule;
      const known = rules.get(id);
      if (known)
        problems.push({
          file,
          line,
          column: 1,
          rule: id,
          message: `The rule ${id} is in ${known.file}, too.`,
        });
      else if (rules.size >= maximumRules)
        problems.push({
          file,
          line,
          column: 1,
          rule: id,
          message: `At most ${maximumRules} rules are read.`,
        });
      else rules.set(id, rule);
    }
  }
  return { rules: withSharedFormulas([...rules.values()]), disabled, problems };
}

function compiled(source: string, target: Target, parsing: Parsing): Formula | undefined {
  if (target === 'text') return textPattern(source);
  const { terms } = languageParts[target];
  return terms && compilePattern(source, target, parsing, terms);
}
