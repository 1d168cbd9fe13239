import { defaultLimits } from '../../../../src/engine/analysis.ts';
import { compileRules } from '../../../../src/engine/custom-rules/compile-rules.ts';
import type { CompiledRule, RuleProblem } from '../../../../src/engine/custom-rules/rule.ts';
import { searchFile } from '../../../../src/engine/custom-rules/rule-set.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { engineOptions } from '../../../support/engine.ts';

export async function problemsOf(text: string): Promise<readonly RuleProblem[]> {
  return (await compileRules([{ file: 'rules.yml', text }], engineOptions)).problems;
}

/** @throws where a rule is wrong */
export async function rulesOf(text: string): Promise<readonly CompiledRule[]> {
  const { rules, problems } = await compileRules([{ file: 'rules.yml', text }], engineOptions);
  if (problems.length > 0)
    throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return rules;
}

/** A rule of one language with what it looks for, as YAML that is indented by four. */
export const ruleText = (language: string, formula: string, more = ''): string =>
  `rules:
  - id: rule
    languages: [${language}]
    severity: ERROR
    message: found
${more}${formula.replaceAll(/^/gm, '    ')}
`;

/** What rules find in one file. */
export async function findings(
  rules: readonly CompiledRule[],
  path: string,
  text: string,
): Promise<readonly Finding[]> {
  const parsing = await Parsing.create(engineOptions, defaultLimits.parseSteps);
  await parsing.prepare(path, text);
  return searchFile({ path, text }, { digest: '', rules }, { parsing }).findings;
}

const extensions: Readonly<Record<string, string>> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  java: 'java',
  generic: 'txt',
  regex: 'txt',
};

/** The lines of a text, from 1, that a formula is found in. */
export async function lines(
  language: string,
  formula: string,
  text: string,
  more = '',
): Promise<readonly number[]> {
  const rules = await rulesOf(ruleText(language, formula, more));
  const found = await findings(rules, `file.${extensions[language]}`, text);
  return [...new Set(found.map(({ range }) => range.startLine))];
}
