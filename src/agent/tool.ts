import type * as z from 'zod';
import type { Consent, ToolResult } from '../api/contract/agent/message.ts';
import type { ToolEffect } from '../api/contract/agent/vocabulary.ts';
import type { Endpoint, RequestOf, ResponseOf, StreamEndpoint } from '../api/contract/endpoint.ts';

/**
 * The interface as a tool reaches it: the typed client's `call` from the editor and the command line, the operations
 * themselves inside the service. Either way with the permissions of the person who asks.
 */
export interface ServiceCalls {
  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ResponseOf<E>>;
  /** The events of a job, where there is a connection that carries them. */
  events?<E extends StreamEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: { readonly signal?: AbortSignal },
  ): AsyncIterable<unknown>;
}

/** What can be done where the person works; each method says in Markdown what it did, or throws with the reason. */
export interface WorkspaceActions {
  applyPatch(issueId: string, signal: AbortSignal): Promise<string>;
}

export interface ToolContext {
  readonly service: ServiceCalls;
  readonly organizationId?: string | undefined;
  /** The repository that is spoken of, where a tool is not given another. */
  readonly repositoryId?: string | undefined;
  /** None in the service: the client runs those calls. */
  readonly workspace?: WorkspaceActions | undefined;
  /** The `version` of the consent that a person gave to this call. */
  readonly agreedVersion?: string | undefined;
  /** The host of a service that is not on this machine, where code that is given to a tool would be sent there. */
  readonly elsewhere?: string | undefined;
  readonly signal: AbortSignal;
  /** Says how far a longer call is, in a few words. */
  readonly progress: (stage: string) => void;
}

/** One thing the agent can do, declared once for the agent's jobs, the editor's language models and MCP. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  /** Lower case with underscores, stable. */
  readonly name: string;
  readonly title: string;
  /** For a language model: what it does, when to use it, what it answers. */
  readonly description: string;
  readonly input: Input;
  /** What `data` of its result is. */
  readonly output?: z.ZodObject;
  readonly effect: ToolEffect;
  /**
   * Has the service work something out and keep it: a verdict, a proposal, the results of a scan on demand. It decides
   * nothing, changes no file and can be done again, so nobody is asked.
   */
  readonly derives?: boolean;
  /** What to ask before it runs; there for every tool with an effect. */
  readonly consent?: (input: z.output<Input>, context: ToolContext) => Promise<Consent>;
  /** @throws ToolFailure with a reason that a person can act upon */
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolResult>;
}

/** A tool could not do what it was asked; the message says why and what to do. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}
