import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization } from '../../core/agent-access.ts';
import type { Caller } from '../../core/context.ts';
import { takePage } from '../../core/paging.ts';
import { inReach, reachOf } from '../../core/reach.ts';
import { repositoryOf } from '../../repositories/repositories.ts';
import type { ServiceCore } from '../../service-core.ts';
import { askForStates } from './states.ts';

type Operation = typeof contract.agentResults.listPullRequests;

/** Pull requests that jobs of the agent opened, the latest first, with their state at the host. */
export async function listPullRequests(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const { cursor, limit, repositoryId } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const scope = { operation: 'agent.listPullRequests', filters: { organizationId, repositoryId } };
  const before = cursor === undefined ? undefined : core.cursors.read(scope, cursor, z.tuple([z.int()]));
  if (repositoryId !== undefined) await repositoryOf(core, caller, { organizationId, repositoryId });
  const reach = await reachOf(core.db, caller, organizationId);
  let query = core.db
    .selectFrom('patch_pull_requests as opened')
    .innerJoin('agent_jobs', 'agent_jobs.id', 'opened.job_id')
    .selectAll('opened')
    .select(['agent_jobs.id as jobId', 'agent_jobs.conversation_id as conversationId'])
    .where('opened.organization_id', '=', organizationId)
    .where(({ ref }) => inReach(reach, ref('opened.organization_id'), ref('opened.repository_id')))
    .orderBy('opened.seq', 'desc')
    .limit(limit + 1);
  if (repositoryId !== undefined) query = query.where('opened.repository_id', '=', repositoryId);
  if (before) query = query.where('opened.seq', '<', before[0]);
  const { items, end } = takePage(core, scope, limit, await query.execute(), ({ seq }) => [seq]);
  const now = await askForStates(
    core,
    items.map(({ id }) => id),
  );
  return {
    pullRequests: items.map((row) => ({
      id: row.id,
      repositoryId: row.repository_id,
      title: row.title,
      url: row.url,
      status: now.get(row.id) ?? row.state,
      jobId: row.jobId,
      conversationId: row.conversationId,
      createdAt: row.created_at,
    })),
    ...end,
  };
}
