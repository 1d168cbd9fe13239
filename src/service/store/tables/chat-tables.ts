import type { Generated } from 'kysely';
import type { ChatEvent, ChatMessageState, ChatTool } from '../../../api/contract/agent/chat-channel.ts';

/** The chat channels of organizations, and what is sent to them (migration 0051). */
export interface ChatSchema {
  chat_channels: ChatChannelTable;
  chat_events: ChatEventTable;
  chat_messages: ChatMessageTable;
}

/** Its name is in `agent_config`. */
export interface ChatChannelTable {
  organization_id: string;
  tool: ChatTool;
  /** Sealed. */
  webhook: string;
  webhook_host: string;
  /** The last four characters. */
  webhook_end: string;
  /** JSON of `ChatEvent[]`. */
  events: string;
  /** JSON of identifiers. Those of deleted repositories stay, so that the scope never becomes wider by itself. */
  repository_ids: string;
  enabled: number;
  /** Changes with the settings. */
  version: string;
  error_message: string | null;
  created_at: string;
  updated_at: string;
}

/** What happened and is in no message yet. */
export interface ChatEventTable {
  seq: Generated<number>;
  organization_id: string;
  repository_id: string | null;
  kind: ChatEvent;
  /** JSON of `ChatOccurrence`. */
  occurrence: string;
  at: string;
}

export interface ChatMessageTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  state: ChatMessageState;
  is_test: number;
  /** JSON: how many of each kind of event. */
  counts: string;
  /** The JSON to send; null once nothing more is tried. */
  body: string | null;
  /** Counted when an attempt begins, so that one that ends the service is counted, too. */
  attempts: Generated<number>;
  next_attempt_at: string | null;
  error_message: string | null;
  created_at: string;
  finished_at: string | null;
}
