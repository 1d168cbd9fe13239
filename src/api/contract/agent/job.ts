import * as z from 'zod';
import { Count, Id, Instant } from '../fields.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { AgentJobStatus, AgentSource, AnalystKind } from './vocabulary.ts';

/** A run of the agent: one answer, with the tools it takes. */

/** What was done, with what and for how much. */
export const AgentTrace = z.object({
  analyst: AnalystKind,
  /** `<provider>/<model>`; none for the deterministic analyst. */
  model: z.string().optional(),
  /** Rounds of the model, or of the tools without one. */
  steps: Count,
  toolCalls: Count,
  inputTokens: Count,
  outputTokens: Count,
  durationMs: Count,
  /** What of the code went to a model, by file. */
  sent: z.array(z.object({ path: z.string(), bytes: Count })),
});
export type AgentTrace = z.output<typeof AgentTrace>;
const untold = {
  analyst: 'model',
  steps: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  durationMs: 0,
  sent: [],
};
tolerance.add(AgentTrace, { missing: untold });

export const AgentJob = z.object({
  id: Id,
  conversationId: Id,
  organizationId: Id,
  repositoryId: Id.nullable(),
  status: AgentJobStatus,
  trigger: AgentSource,
  /** The schedule, event trigger or playbook that started it. */
  triggerId: Id.nullable(),
  /** What it does now, in a few words. */
  stage: z.string().optional(),
  errorMessage: z.string().optional(),
  trace: AgentTrace,
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type AgentJob = z.output<typeof AgentJob>;
tolerance.add(AgentJob, {
  renamed: { error: 'errorMessage', completedAt: 'finishedAt' },
  missing: { organizationId: '', trigger: 'manual', trace: untold, createdAt: unknownInstant },
});
