import {
  type AgentConfig,
  maximumConcurrentRuns,
  usualConcurrentRuns,
} from '../../api/contract/agent/config.ts';
import { type Core, instant } from '../core/context.ts';
import { conflict } from '../core/errors.ts';
import type { Queries } from '../store/dialect.ts';
import type { AgentConfigTable } from '../store/tables/agent-schema.ts';

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

/** Changes what is given. Belongs into a transaction. */
export async function putConfig(
  core: Pick<Core, 'now'>,
  db: Queries,
  organizationId: string,
  change: Partial<Omit<AgentConfigTable, 'organization_id' | 'updated_at'>>,
): Promise<void> {
  const before = await configOf(db, organizationId);
  const row: AgentConfigTable = {
    organization_id: organizationId,
    enabled: Number(before.enabled),
    chat_channel: before.chatChannel,
    max_concurrent_runs: before.maxConcurrentRuns,
    global_instructions: before.globalInstructions,
    updated_at: instant(core),
    ...change,
  };
  await db
    .insertInto('agent_config')
    .values(row)
    .onConflict((on) => on.column('organization_id').doUpdateSet(row))
    .execute();
}

/** @throws Refusal 409 where the agent is switched off */
export async function requireEnabled(db: Queries, organizationId: string): Promise<void> {
  const { enabled } = await configOf(db, organizationId);
  if (!enabled)
    throw conflict('The agent is switched off in this organization. An ADMIN can switch it on again.');
}
