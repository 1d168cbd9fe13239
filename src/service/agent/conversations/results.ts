import * as z from 'zod';
import type { AgentPatch } from '../../../api/contract/agent/results.ts';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization } from '../../core/agent-access.ts';
import type { Caller, Core } from '../../core/context.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { inReach, reachOf } from '../../core/reach.ts';
import { contentOf, patchRows, toStatusItem } from '../../patches/patch-rows.ts';
import { repositoryOf } from '../../repositories/repositories.ts';

type Operations = typeof contract.agentResults;

/** Patches that jobs of the agent had made or decided on. What goes with a repository is not in the list. */
export async function listPatches(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listPatches']>,
): Promise<ResponseOf<Operations['listPatches']>> {
  const { cursor, limit, repositoryId, status } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const scope = { operation: 'agent.listPatches', filters: { organizationId, repositoryId, status } };
  const before =
    cursor === undefined ? undefined : core.cursors.read(scope, cursor, z.tuple([z.string(), z.string()]));
  if (repositoryId !== undefined) await repositoryOf(core, caller, { organizationId, repositoryId });
  const reach = await reachOf(core.db, caller, organizationId);
  let query = core.db
    .selectFrom('agent_patches')
    .innerJoin('agent_jobs', 'agent_jobs.id', 'agent_patches.job_id')
    .innerJoin('issues', 'issues.id', 'agent_patches.issue_id')
    .innerJoin('repositories', 'repositories.id', 'issues.repository_id')
    .innerJoin('patches', 'patches.issue_id', 'agent_patches.issue_id')
    .select([
      'agent_patches.issue_id as issueId',
      'agent_patches.at as touchedAt',
      'agent_patches.job_id as jobId',
      'agent_jobs.conversation_id as conversationId',
      'issues.title as issueTitle',
      'issues.severity as severity',
      'issues.file as file',
      'issues.repository_id as repositoryId',
      'repositories.name as repositoryName',
    ])
    .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')))
    .where('agent_patches.organization_id', '=', organizationId)
    .orderBy('agent_patches.at', 'desc')
    .orderBy('agent_patches.issue_id', 'desc')
    .limit(limit + 1);
  if (repositoryId !== undefined) query = query.where('issues.repository_id', '=', repositoryId);
  if (status) query = query.where('patches.status', '=', status);
  if (before) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('agent_patches.at', 'agent_patches.issue_id'), '<', tuple(before[0], before[1])),
    );
  }
  const rows = await query.execute();
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.touchedAt, row.issueId]);
  const patches = await patchRows(
    core.db,
    items.map(({ issueId }) => issueId),
  );
  return {
    patches: items.map((item): AgentPatch => {
      const patch = patches.get(item.issueId);
      const title = patch?.status === 'READY' ? contentOf(patch)?.title : undefined;
      return {
        ...toStatusItem(item.issueId, patch),
        ...item,
        ...(title === undefined ? {} : { title }),
        ...(patch?.approved_at ? { approvedAt: patch.approved_at } : {}),
      };
    }),
    ...end,
  };
}
