import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { requireAdmin } from '../core/access.ts';
import { agentOrganization, agentPermissions } from '../core/agent-access.ts';
import type { Caller } from '../core/context.ts';
import { reachOf } from '../core/reach.ts';
import type { ServiceCore } from '../service-core.ts';
import { eventTriggersOf } from './automations/triggers.ts';
import { giveUpWaiting, turnOff } from './channel/messages.ts';
import { configOf, putConfig } from './config-row.ts';
import { endJobs } from './conversations/finish-job.ts';
import { isActive, jobRows } from './conversations/rows.ts';

type Operations = typeof contract.agentConfig;

export async function getConfig(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['getConfig']>,
): Promise<ResponseOf<Operations['getConfig']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  return {
    config: await configOf(core.db, organizationId),
    eventTriggers: await eventTriggersOf(core, await reachOf(core.db, caller, organizationId)),
    permissions: await agentPermissions(core.db, organizationId, caller.userId),
  };
}

/** Takes an ADMIN: what is set here holds for everyone's jobs. */
export async function updateConfig(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateConfig']>,
): Promise<ResponseOf<Operations['updateConfig']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  await requireAdmin(core, caller, organizationId, 'change how the agent works');
  const config = await core.db.transaction().execute(async (transaction) => {
    const { enabled, chatChannel, maxConcurrentRuns, globalInstructions } = request;
    await putConfig(core, transaction, organizationId, {
      ...(enabled !== undefined && { enabled: Number(enabled) }),
      ...(chatChannel !== undefined && { chat_channel: chatChannel }),
      ...(maxConcurrentRuns !== undefined && { max_concurrent_runs: maxConcurrentRuns }),
      ...(globalInstructions !== undefined && { global_instructions: globalInstructions }),
    });
    if (chatChannel === null)
      await turnOff(core, transaction, organizationId, 'The chat channel was taken away.', null);
    if (enabled === false)
      await giveUpWaiting(core, transaction, organizationId, 'The agent was switched off.');
    return configOf(transaction, organizationId);
  });
  if (!config.enabled) {
    const active = await jobRows(core.db)
      .where('agent_jobs.organization_id', '=', organizationId)
      .where('agent_jobs.status', 'in', ['PENDING', 'RUNNING'])
      .execute();
    await endJobs(core, active.filter(isActive), {
      status: 'CANCELLED',
      reason: 'The agent was switched off.',
    });
  }
  // More may run at once now.
  core.work.wake();
  return { config };
}
