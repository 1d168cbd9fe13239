import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization } from '../../core/agent-access.ts';
import { type Caller, instant } from '../../core/context.ts';
import { takePage } from '../../core/paging.ts';
import { inReach, reachOf } from '../../core/reach.ts';
import { pathBelow } from '../../providers/connected.ts';
import { repositoryOf } from '../../repositories/repositories.ts';
import type { ServiceCore } from '../../service-core.ts';

type Operation = typeof contract.agentResults.listPullRequests;

/** How old the known state of an open pull request may be. */
const staleMs = 5 * 60_000;
/** States that are asked for at once, and the longest wait for them. */
const mostAsked = 20;
const longestMs = 10_000;

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
    .innerJoin('repositories', 'repositories.id', 'opened.repository_id')
    .selectAll('opened')
    .select([
      'agent_jobs.id as jobId',
      'agent_jobs.conversation_id as conversationId',
      'repositories.installation_id',
      'repositories.url as repositoryUrl',
    ])
    .where('opened.organization_id', '=', organizationId)
    .where(({ ref }) => inReach(reach, ref('opened.organization_id'), ref('opened.repository_id')))
    .orderBy('opened.seq', 'desc')
    .limit(limit + 1);
  if (repositoryId !== undefined) query = query.where('opened.repository_id', '=', repositoryId);
  if (before) query = query.where('opened.seq', '<', before[0]);
  const { items, end } = takePage(core, scope, limit, await query.execute(), ({ seq }) => [seq]);
  const now = await statesOf(core, items);
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

interface Row {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly checked_at: string;
  readonly installation_id: string | null;
  readonly repositoryUrl: string | null;
}

type States = ReadonlyMap<string, 'OPEN' | 'MERGED' | 'CLOSED'>;

/** Asks hosts for states that are not known of late; one that does not answer leaves what is known. */
async function statesOf(core: ServiceCore, rows: readonly Row[]): Promise<States> {
  const stale = new Date(core.now().getTime() - staleMs).toISOString();
  const asked = rows.filter(({ state, checked_at }) => state === 'OPEN' && checked_at < stale);
  const signal = AbortSignal.timeout(longestMs);
  const states = new Map<string, 'OPEN' | 'MERGED' | 'CLOSED'>();
  await Promise.allSettled(
    asked.slice(0, mostAsked).map(async ({ id, number, installation_id, repositoryUrl }) => {
      if (installation_id === null) return;
      const { installation, provider } = await core.providers.of(installation_id);
      const path = pathBelow(installation.base_url, repositoryUrl ?? '');
      if (path === undefined) return;
      const { state } = await provider.pullRequest(path, number, signal);
      states.set(id, state);
      const changed = { state, checked_at: instant(core) };
      await core.db.updateTable('patch_pull_requests').set(changed).where('id', '=', id).execute();
    }),
  );
  return states;
}
