import * as z from 'zod';
import { anySpelling } from '../spelling.ts';
import { tolerance } from '../tolerance.ts';

/** The words of the agent's part of the interface. */

export const AgentJobStatus = z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']);
export type AgentJobStatus = z.output<typeof AgentJobStatus>;
anySpelling.add(AgentJobStatus);
tolerance.add(AgentJobStatus, {
  words: {
    queued: 'PENDING',
    in_progress: 'RUNNING',
    succeeded: 'COMPLETED',
    error: 'FAILED',
    canceled: 'CANCELLED',
  },
});

/** What a conversation began with, and what a job was started by. */
export const AgentSource = z.enum(['manual', 'scheduled', 'event', 'chatTool']);
export type AgentSource = z.output<typeof AgentSource>;
anySpelling.add(AgentSource);
tolerance.add(AgentSource, { words: { chat_tool: 'chatTool', schedule: 'scheduled' }, otherwise: 'manual' });

/** What a tool changes: nothing, something that the service keeps, or files where the person works. */
export const ToolEffect = z.enum(['none', 'service', 'workspace']);
export type ToolEffect = z.output<typeof ToolEffect>;

export const ToolCallStatus = z.enum(['RUNNING', 'AWAITING_CONSENT', 'COMPLETED', 'FAILED', 'DECLINED']);
export type ToolCallStatus = z.output<typeof ToolCallStatus>;

/** Who answers: rules over the tools, or a language model with them. */
export const AnalystKind = z.enum(['deterministic', 'model']);
export type AnalystKind = z.output<typeof AnalystKind>;

/** What a member may do with the agent. AGENT_RUN implies AGENT_VIEW. */
export const AgentPermission = z.enum(['AGENT_VIEW', 'AGENT_RUN']);
export type AgentPermission = z.output<typeof AgentPermission>;
anySpelling.add(AgentPermission);
