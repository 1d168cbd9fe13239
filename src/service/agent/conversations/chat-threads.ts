import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import type { Caller } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { ServiceCore } from '../../service-core.ts';
import { visibleConversation } from './conversations.ts';
import { endJobs } from './finish-job.ts';

type Operations = typeof contract.chatThreads;

/** Deletes a conversation about an issue with all that was said in it; its job stops. */
export async function deleteChatThread(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteChatThread']>,
): Promise<ResponseOf<Operations['deleteChatThread']>> {
  const row = await visibleConversation(core, caller, request, 'AGENT_RUN');
  if (row.issue_id !== request.issueId) throw notFound('chat thread of this issue');
  if (row.active_job_id !== null) {
    const reason = 'Its conversation was deleted.';
    await endJobs(core, [{ id: row.active_job_id }], { status: 'CANCELLED', reason });
  }
  await core.db.deleteFrom('agent_conversations').where('id', '=', row.id).execute();
  return { deleted: true };
}
