import {
  type AgentConfig,
  maximumConcurrentRuns,
  usualConcurrentRuns,
} from '../../api/contract/agent/config.ts';
import { conflict } from '../core/errors.ts';
import type { Queries } from '../store/dialect.ts';

/** How the agent works in an organization; what is usual where nothing was changed. */
export async function configOf(db: Queries, organizationId: string): Promise<AgentConfig> {
  const row = await db
    .selectFrom('agent_config')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return {
    enabled: row?.enabled !== 0,
    chatChannel: row?.chat_channel ?? null,
    maxConcurrentRuns: Math.min(row?.max_concurrent_runs ?? usualConcurrentRuns, maximumConcurrentRuns),
    globalInstructions: row?.global_instructions ?? '',
    updatedAt: row?.updated_at ?? null,
  };
}

/** @throws Refusal 409 where the agent is switched off */
export async function requireEnabled(db: Queries, organizationId: string): Promise<void> {
  const { enabled } = await configOf(db, organizationId);
  if (!enabled)
    throw conflict('The agent is switched off in this organization. An ADMIN can switch it on again.');
}
