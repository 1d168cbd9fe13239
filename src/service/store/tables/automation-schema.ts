import type { Generated } from 'kysely';
import type { TriggerEventStatus, TriggerKind } from '../../../api/contract/agent/triggers.ts';

/** The tables of what has the agent work by itself, of what it remembers, and of tags. Part of `Schema`. */
export interface AutomationSchema {
  tags: TagTable;
  tag_repositories: TagRepositoryTable;
  agent_playbooks: AgentPlaybookTable;
  agent_schedules: AgentScheduleTable;
  agent_triggers: AgentTriggerTable;
  agent_trigger_events: AgentTriggerEventTable;
  agent_outbox: AgentOutboxTable;
  agent_causes: AgentCauseTable;
  agent_patches: AgentPatchTable;
  agent_memories: AgentMemoryTable;
}

export interface TagTable {
  id: string;
  organization_id: string;
  name: string;
  /** The name in lower case: no two tags of an organization share it. */
  name_key: string;
  created_at: string;
  updated_at: string;
}

export interface TagRepositoryTable {
  tag_id: string;
  repository_id: string;
}

/** What schedules, triggers and playbooks are for; both empty: the organization as a whole. */
export interface ScopeColumns {
  /** JSON of identifiers. Those of deleted repositories stay, so that the scope never becomes wider by itself. */
  repository_ids: string;
  /** JSON of identifiers. */
  tag_ids: string;
}

export interface AgentPlaybookTable extends ScopeColumns {
  id: string;
  organization_id: string;
  template_id: string;
  name: string;
  /** JSON of values by parameter. */
  parameters: string;
  active: number;
  /** Of templates that run by a schedule. */
  expression: string | null;
  time_zone: string;
  user_id: string;
  created_at: string;
  updated_at: string;
}

export interface AgentScheduleTable extends ScopeColumns {
  id: string;
  organization_id: string;
  playbook_id: string | null;
  name: string;
  prompt: string;
  expression: string;
  time_zone: string;
  enabled: number;
  /** On whose behalf it runs. */
  user_id: string;
  /** Null while it is not enabled. */
  next_run_at: string | null;
  /** JSON of the last run. */
  last_run: string | null;
  created_at: string;
  updated_at: string;
}

export interface AgentTriggerTable extends ScopeColumns {
  id: string;
  organization_id: string;
  playbook_id: string | null;
  name: string;
  kind: TriggerKind;
  /** JSON of the condition, its kind included. */
  condition: string;
  prompt: string;
  enabled: number;
  maximum_per_hour: number;
  include_agent_events: number;
  user_id: string;
  /** Of kind `schedule`, while it is enabled. */
  next_run_at: string | null;
  last_fired_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface AgentTriggerEventTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  trigger_id: string;
  kind: TriggerKind;
  repository_id: string | null;
  status: TriggerEventStatus;
  /** JSON of what happened; see `Happening`. */
  happening: string;
  event_count: number;
  /** While it is pending: when it starts a job. */
  due_at: string | null;
  /** JSON of the values that the prompt was filled in with. */
  values: string | null;
  prompt: string | null;
  reason: string | null;
  conversation_id: string | null;
  job_id: string | null;
  started_at: string | null;
  occurred_at: string;
  updated_at: string;
}

/** What happened and was not yet held against the triggers. Written with what happened, in its transaction. */
export interface AgentOutboxTable {
  seq: Generated<number>;
  organization_id: string;
  repository_id: string | null;
  kind: TriggerKind;
  /** JSON of the occurrence. */
  occurrence: string;
  /** The agent's job that caused it. */
  job_id: string | null;
  at: string;
}

/** Scans and patches that a job of the agent asked for: what they bring about is that job's doing. */
export interface AgentCauseTable {
  subject_id: string;
  job_id: string;
  at: string;
}

/** The job of the agent that had to do with the patch of an issue last. */
export interface AgentPatchTable {
  issue_id: string;
  organization_id: string;
  job_id: string;
  at: string;
}

export interface AgentMemoryTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  repository_id: string | null;
  text: string;
  /** The text in lower case. */
  search_text: string;
  source: 'person' | 'agent';
  job_id: string | null;
  created_at: string;
  updated_at: string;
}
