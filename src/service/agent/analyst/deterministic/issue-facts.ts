import * as z from 'zod';
import { IssueRow } from '../../../../agent/tools/issue-words.ts';
import { Exposure } from '../../../../api/contract/issue.ts';
import { FlowRole, Speaks } from '../../../../api/contract/vocabulary.ts';
import { type Asked, type Called, call } from './asked.ts';

/** One issue as the tool explains it. */

const Step = z.object({
  role: FlowRole,
  file: z.string(),
  line: z.int(),
  code: z.string(),
  message: z.string(),
});

export const IssueFacts = IssueRow.extend({
  description: z.string(),
  exposure: Exposure.optional(),
  flows: z.array(z.object({ steps: z.array(Step), stepsLeftOut: z.int() })),
  preconditions: z.array(z.object({ text: z.string(), met: z.boolean().nullable() })),
  attackSteps: z.array(z.string()),
  impact: z.string().optional(),
  remediation: z.string().optional(),
  scoreReason: z.string().optional(),
  cvss4: z.object({ vector: z.string(), severity: z.string(), score: z.number().optional() }).optional(),
  investigated: z
    .object({
      summary: z.string().optional(),
      evidence: z.array(z.object({ speaks: Speaks, text: z.string() })),
    })
    .optional(),
  triageReason: z.string().optional(),
});
export type IssueFacts = z.output<typeof IssueFacts>;

export async function factsOf(asked: Asked, issueId: string): Promise<Called<IssueFacts>> {
  return await call(asked, 'explain_issue', { issueId }, IssueFacts);
}

/** Whether code of tests or examples holds it: real, and seldom what an attacker meets. */
export function isInTests(file: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|mocks?|examples?|samples?|demos?|e2e)\/|[._-](?:test|spec)\.\w+$/i.test(
    file,
  );
}

/** Who chooses the data, as part of a sentence. */
export const chosenBy = {
  remote: 'anyone who can send it a request',
  library: 'whoever calls this library',
  response: 'whoever controls the server that answers',
  file: 'whoever wrote the file or the archive',
  database: 'whoever wrote what is stored',
  environment: 'whoever sets the environment',
  arguments: 'whoever runs the program',
  system: 'whoever controls the other program',
} as const;
