import type { ServiceCalls, Tool } from '../../agent/tool.ts';
import type { PatchStatusItem } from '../../api/contract/patches.ts';
import type { Caller } from '../core/context.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';
import type { Analyst } from './analyst/analyst.ts';

/** What the agent's jobs work with, put together once when the service starts. */
export interface AgentSetup {
  /** Who answers in an organization at present, about a repository or none. @throws with a reason fit for a person */
  readonly chooseAnalyst: (organizationId: string, repositoryId: string | null) => Promise<Analyst>;
  /** Begins to load what jobs are answered with: whoever opens a chat is about to ask. */
  readonly warm: () => void;
  /** Loaded when they are first needed: the service starts without them. */
  readonly tools: () => Promise<readonly Tool[]>;
  /** What the agent remembers that is of use in a conversation about a repository, or about none. */
  readonly memories: (
    db: Queries,
    organizationId: string,
    repositoryId: string | null,
  ) => Promise<readonly string[]>;
  /** The interface as a person reaches it, within this process. */
  readonly calls: CallsFor;
  readonly limits: AgentLimits;
}

/** What the agent's own jobs are executed with. Operations do without it, so that no feature knows the agent. */
export interface AgentCore extends ServiceCore {
  readonly agent: AgentSetup;
}

export interface CallsOptions {
  readonly organizationId: string;
  /** False: only operations that ask are let through, whatever a tool tries. */
  readonly mayChange: boolean;
  /** Told of each patch that is looked at and is ready. */
  readonly onPatch?: (patch: PatchStatusItem, title: string) => void;
}

export type CallsFor = (caller: Caller, options: CallsOptions) => ServiceCalls;

export interface AgentLimits {
  /** Of a whole job. */
  readonly jobMs: number;
  /** Of one call of a tool. */
  readonly toolMs: number;
  /** Calls of tools in a job, failed ones included. */
  readonly toolCalls: number;
  /** Characters that one answer may have. */
  readonly answerCharacters: number;
  /** Times that an analyst may say how far it is, and the like, in a job. */
  readonly steps: number;
}

export const usualLimits: AgentLimits = {
  jobMs: 15 * 60_000,
  toolMs: 5 * 60_000,
  toolCalls: 60,
  answerCharacters: 200_000,
  steps: 1_000,
};
