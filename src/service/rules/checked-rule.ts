import type { FieldProblem } from '../../api/contract/errors.ts';
import type { RuleExample } from '../../api/contract/rules/rules.ts';
import { ScanError } from '../analysis/errors.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { impossible, Refusal } from '../core/errors.ts';
import type { DefinitionRow } from './definition-rows.ts';

/** What a rule's text says, as it is kept beside it. */
export interface CheckedRule extends Pick<DefinitionRow, 'subject' | 'severity' | 'languages'> {
  readonly message: string;
}

/**
 * Compiles one rule and runs it on its examples.
 * @throws Refusal 422 with line, column and reason; or which example differs, and how
 */
export async function checkedRule(
  runner: Pick<ScanRunner, 'tryRule'>,
  content: string,
  examples: readonly RuleExample[],
): Promise<CheckedRule> {
  const { rules, disabled, problems, wrong } = await runner
    .tryRule({ file: { file: 'rule', text: content }, examples })
    .catch((error: unknown): never => {
      if (error instanceof ScanError && error.code === 'not-analysed')
        throw impossible('content', error.message);
      throw error;
    });
  if (problems.length > 0)
    throw refused(
      'The rule does not compile.',
      problems.map(({ line, column, message }) => ({
        path: 'content',
        message: `Line ${line}, column ${column}: ${message}`,
        line,
      })),
    );
  if (disabled.length > 0)
    throw impossible(
      'content',
      'The text has "enabled: false". Leave it out: the field "enabled" of the request says whether the rule is on.',
    );
  const [rule, ...others] = rules;
  if (!rule || others.length > 0)
    throw impossible('content', `The text has ${rules.length} rules. Give one, below "rules:".`);
  if (wrong.length > 0)
    throw refused(
      'The rule does not do what its examples say.',
      wrong.map(({ at, message, line }) => ({
        path: `examples[${at}]`,
        message,
        ...(line !== undefined && { line }),
      })),
    );
  const { id, severity, languages = [], message } = rule;
  return { subject: id, severity, languages: JSON.stringify(languages), message: message.trim() };
}

const listed = 20;

function refused(sentence: string, problems: readonly FieldProblem[]): Refusal {
  const [first] = problems;
  return new Refusal(422, `${sentence} ${first?.message ?? ''}`.trim(), {
    extra: { issues: problems.slice(0, listed) },
  });
}
