import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, organizationScope } from '../fields.ts';

/** What is said about one issue: a conversation that began with the issue attached is its chat thread. */

export const deleteChatThread = endpoint({
  id: 'issues.deleteChatThread',
  method: 'POST',
  path: '/api/v2/issues/deleteChatThread',
  summary: 'Delete a chat thread of an issue: its root question and everything that followed',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    issueId: Id,
    conversationId: Id.describe('The thread, as agent.listConversations with issueId has it.'),
  }),
  response: z.object({ deleted: z.literal(true) }),
});
