import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, organizationScope } from '../fields.ts';
import { Scan } from './scans.ts';

/** Checks of pull requests at their code host. */

export const BypassReason = z.string().trim().min(1).max(1_000);

export const bypassPullRequestCheck = endpoint({
  id: 'scans.bypassPrCheck',
  method: 'POST',
  path: '/api/v2/scans/bypassPrCheck',
  summary: 'Let a pull request pass its check in spite of new issues, where scanner settings allow it',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    scanId: Id.describe('The latest scan of the pull request. Another commit needs a bypass of its own.'),
    reason: BypassReason,
  }),
  response: z.object({ scan: Scan }),
});
