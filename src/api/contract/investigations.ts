import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, organizationScope } from './fields.ts';
import { InvestigationSummary } from './issue.ts';
import { tolerance } from './tolerance.ts';

/**
 * Investigations: an issue looked at more deeply than a scan does. How far one is shows in the issue itself; there is
 * no operation to ask for it (specification, section 4.2).
 */

export const maximumInvestigationContext = 20_000;

export const InvestigationItem = InvestigationSummary.extend({ issueId: Id });
export type InvestigationItem = z.output<typeof InvestigationItem>;
tolerance.add(InvestigationItem, { missing: { issueId: '' } });

const issueIds = z.array(Id).min(1);

export const requestInvestigation = endpoint({
  id: 'issues.requestInvestigation',
  method: 'POST',
  path: '/api/v2/issues/requestInvestigation',
  summary: 'Have issues investigated, all or none; one that is being investigated goes on',
  source: 'specified',
  effect: 'changes',
  success: 202,
  errors: [422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    issueIds,
    context: z
      .string()
      .max(maximumInvestigationContext)
      .optional()
      .describe('What a person knows about it and the code does not say.'),
  }),
  response: z.object({ investigations: z.array(InvestigationItem) }),
});

export const cancelInvestigation = endpoint({
  id: 'issues.cancelInvestigation',
  method: 'POST',
  path: '/api/v2/issues/cancelInvestigation',
  summary: 'Stop investigations; one that has ended stays as it is',
  source: 'extended',
  effect: 'changes',
  errors: [422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueIds }),
  response: z.object({ investigations: z.array(InvestigationItem) }),
});
