import type { Generated } from 'kysely';
import type { AgentJobStatus, AgentSource, ToolEffect } from '../../../api/contract/agent/vocabulary.ts';

/** The agent's conversations and jobs (migration 0008). */
export interface AgentSchema {
  agent_config: AgentConfigTable;
  agent_conversations: AgentConversationTable;
  agent_texts: AgentTextTable;
  agent_messages: AgentMessageTable;
  agent_jobs: AgentJobTable;
  agent_events: AgentEventTable;
  agent_tool_calls: AgentToolCallTable;
}

/** Of an organization that changed anything; the others have what is usual. */
export interface AgentConfigTable {
  organization_id: string;
  enabled: number;
  chat_channel: string | null;
  max_concurrent_runs: number;
  global_instructions: string;
  updated_at: string;
}

export interface AgentConversationTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  repository_id: string | null;
  /** The issue that the first message came with. */
  issue_id: string | null;
  /** '' until something is said. */
  title: string;
  source: AgentSource;
  message_count: Generated<number>;
  preview: Generated<string>;
  created_by: string;
  archived_at: string | null;
  created_at: string;
  /** When something was said last. */
  updated_at: string;
}

/** What conversations are searched by, in lower case. Rows are added and deleted, never changed. */
export interface AgentTextTable {
  seq: Generated<number>;
  conversation_id: string;
  kind: 'title' | 'message';
  text: string;
}

export interface AgentMessageTable {
  id: string;
  seq: Generated<number>;
  conversation_id: string;
  job_id: string | null;
  role: 'user' | 'assistant';
  state: 'streaming' | 'complete' | 'stopped';
  /** JSON; empty while it streams, for then the job's events have them. */
  parts: string;
  /** JSON. */
  attachments: string;
  created_at: string;
}

export interface AgentJobTable {
  id: string;
  seq: Generated<number>;
  conversation_id: string;
  organization_id: string;
  /** With whose permissions it runs. */
  user_id: string;
  status: AgentJobStatus;
  trigger: AgentSource;
  trigger_id: string | null;
  stage: string | null;
  error_message: string | null;
  /** JSON of what was used so far. */
  trace: string;
  /** JSON of a person's answer to a call that waited for it, where the job goes on from that. */
  answer: string | null;
  /** How often it was begun, interruptions included. */
  attempts: Generated<number>;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface AgentEventTable {
  id: Generated<number>;
  job_id: string;
  type: string;
  /** JSON. */
  data: string;
}

/** A call that waits for a person, or waited: with all of its input, of which the message shows a part. */
export interface AgentToolCallTable {
  id: string;
  conversation_id: string;
  job_id: string;
  message_id: string;
  part: number;
  name: string;
  effect: ToolEffect;
  /** JSON. */
  input: string;
  /** JSON of the call as it is shown. */
  call: string;
  /** The job that took the answer; null while it waits. */
  answered_in: string | null;
  created_at: string;
}
