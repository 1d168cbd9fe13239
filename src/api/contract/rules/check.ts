import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Branch, Count, Id, organizationScope, RepositoryPath } from '../fields.ts';
import { tolerance } from '../tolerance.ts';
import { Severity } from '../vocabulary.ts';

/** Trying custom rules on the code of a repository, before they are kept anywhere. */

/** Characters of a file of rules. */
export const maximumRuleFileLength = 500_000;
/** Matches in one answer; `truncated` says that there are more. */
export const maximumRuleMatches = 1_000;

const Line = z.int().min(1);
const range = { startLine: Line, startColumn: Line, endLine: Line, endColumn: Line };

export const CheckedRule = z.object({
  id: z.string(),
  line: Line,
  severity: Severity,
  enabled: z.boolean().describe('False where its text says `enabled: false`.'),
});
tolerance.add(CheckedRule, { missing: { enabled: true } });

export const RuleMatch = z.object({
  ruleId: z.string().describe('As the text has it, without `custom/`.'),
  file: z.string(),
  ...range,
  snippet: z.string(),
  message: z.string(),
  flow: z
    .array(z.object({ file: z.string(), ...range, message: z.string() }))
    .optional()
    .describe('Of a rule that follows data: the steps of the first flow, from its source to its sink.'),
});
export type RuleMatch = z.output<typeof RuleMatch>;

export const checkRules = endpoint({
  id: 'rules.check',
  method: 'POST',
  path: '/api/v2/rules/check',
  summary: 'Say what is wrong in a file of rules, what its rules find in a repository, and run its examples',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422, 429],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id,
    branch: Branch.optional(),
    pathPrefix: RepositoryPath.optional().describe('Only files whose paths begin with it are searched.'),
    content: z.string().max(maximumRuleFileLength).describe('A file of rules in the syntax of Semgrep’s.'),
    examples: z
      .array(z.strictObject({ path: RepositoryPath.min(1), text: z.string().max(100_000) }))
      .max(20)
      .optional()
      .describe('Code with comments such as `ruleid: my-rule` above lines that are found.'),
    followData: z
      .boolean()
      .optional()
      .describe('Whether data is followed through the repository for rules that ask about it.'),
  }),
  response: z.object({
    rules: z.array(CheckedRule),
    problems: z
      .array(z.object({ line: Line, column: Line, ruleId: z.string().optional(), message: z.string() }))
      .describe('A rule with a problem does not hold; the others do.'),
    matches: z.array(RuleMatch).describe('In the order of files and rules.'),
    truncated: z.boolean().describe('True when there are more matches, or time ended before the last file.'),
    filesSearched: Count,
    notSearched: z
      .array(z.string())
      .describe('Rules whose data was not followed, or not to its end: a scan finds what they describe.'),
    stopped: z.array(z.string()).describe('Rules that took too many steps in some file.'),
    differences: z
      .array(
        z.object({
          path: z.string(),
          line: Line,
          ruleId: z.string(),
          kind: z.enum(['missing', 'unexpected']),
        }),
      )
      .describe('Lines of examples where a rule does not do what the comment says.'),
    examplesRun: Count.describe('Examples with a comment about one of the rules.'),
  }),
});
