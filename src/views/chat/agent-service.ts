import type { Client } from '../../api/client.ts';
import { getConfig } from '../../api/contract/agent/config.ts';
import {
  archiveConversation,
  type Conversation,
  createConversation,
  getConversation,
  listConversations,
  sendMessage,
  unarchiveConversation,
} from '../../api/contract/agent/conversations.ts';
import type { AgentJob } from '../../api/contract/agent/job.ts';
import { jobStream } from '../../api/contract/agent/job-stream.ts';
import { answerToolCall, cancelJob } from '../../api/contract/agent/jobs.ts';
import type { AgentMessage, Attachment, ToolResult } from '../../api/contract/agent/message.ts';
import type { AgentSource } from '../../api/contract/agent/vocabulary.ts';
import type { EventOf } from '../../api/contract/endpoint.ts';

export type JobEvent = EventOf<typeof jobStream>;

export interface ConversationQuery {
  readonly search: string;
  readonly source: AgentSource | null;
  readonly isArchived: boolean;
  readonly cursor?: string | undefined;
}

export interface ConversationPage {
  readonly conversation: Conversation;
  readonly jobs: readonly AgentJob[];
  readonly messages: readonly AgentMessage[];
  readonly nextCursor?: string | undefined;
}

/** How a person decided about a tool call, with what came of it where this window ran it. */
export interface Answer {
  readonly jobId: string;
  readonly toolCallId: string;
  readonly approved: boolean;
  readonly result?: ToolResult;
  readonly errorMessage?: string;
}

/** Does something with the client of the service, connecting first when needed. */
export type UseClient = <T>(signal: AbortSignal, work: (client: Client) => Promise<T>) => Promise<T>;

const messagesAtOnce = 50;
const conversationsAtOnce = 30;

/** The agent's part of the interface, as the chat asks for it. Each method throws a Failure that says what to do. */
export class AgentService {
  readonly #use: UseClient;

  constructor(use: UseClient) {
    this.#use = use;
  }

  /** Whether the organization has the agent switched on, and whether the caller may have it do something. */
  async access(signal: AbortSignal): Promise<{ readonly isEnabled: boolean; readonly mayRun: boolean }> {
    const { config, permissions } = await this.#use(signal, (client) =>
      client.call(getConfig, {}, { signal }),
    );
    return { isEnabled: config.enabled, mayRun: permissions.includes('AGENT_RUN') };
  }

  async list(
    { search, source, isArchived, cursor }: ConversationQuery,
    signal: AbortSignal,
  ): Promise<{ readonly conversations: readonly Conversation[]; readonly nextCursor?: string | undefined }> {
    const request = {
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(source === null ? {} : { source }),
      ...(cursor === undefined ? {} : { cursor }),
      archived: isArchived,
      limit: conversationsAtOnce,
    };
    return await this.#use(signal, (client) => client.call(listConversations, request, { signal }));
  }

  /** A conversation with its latest messages, or those before the cursor. */
  async open(
    conversationId: string,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<ConversationPage> {
    const request = { conversationId, limit: messagesAtOnce, ...(cursor === undefined ? {} : { cursor }) };
    return await this.#use(signal, (client) => client.call(getConversation, request, { signal }));
  }

  /** Begins a conversation with a message, which is answered at once. */
  async begin(
    repositoryId: string | null,
    initialMessage: string,
    attachments: readonly Attachment[],
    signal: AbortSignal,
  ): Promise<Conversation> {
    const request = {
      initialMessage,
      attachments: [...attachments],
      ...(repositoryId === null ? {} : { repositoryId }),
    };
    const { conversation } = await this.#use(signal, (client) =>
      client.call(createConversation, request, { signal }),
    );
    return conversation;
  }

  async say(
    conversationId: string,
    message: string,
    attachments: readonly Attachment[],
    signal: AbortSignal,
  ): Promise<{ readonly message: AgentMessage; readonly job: AgentJob }> {
    const request = { conversationId, message, attachments: [...attachments] };
    return await this.#use(signal, (client) => client.call(sendMessage, request, { signal }));
  }

  async cancel(jobId: string, signal: AbortSignal): Promise<AgentJob> {
    return (await this.#use(signal, (client) => client.call(cancelJob, { jobId }, { signal }))).job;
  }

  /** @returns the job that goes on */
  async answer(answer: Answer, signal: AbortSignal): Promise<AgentJob> {
    return (await this.#use(signal, (client) => client.call(answerToolCall, answer, { signal }))).job;
  }

  async archive(conversationId: string, isArchived: boolean, signal: AbortSignal): Promise<Conversation> {
    const endpoint = isArchived ? archiveConversation : unarchiveConversation;
    return (await this.#use(signal, (client) => client.call(endpoint, { conversationId }, { signal })))
      .conversation;
  }

  /**
   * Everything a job says, from its beginning until it is done; after a lost connection from where that broke off, also
   * where the service was started anew.
   */
  async follow(jobId: string, take: (event: JobEvent) => void, signal: AbortSignal): Promise<void> {
    let lastEventId: string | undefined;
    await this.#use(signal, async (client) => {
      for await (const event of client.events(jobStream, { jobId }, { signal, lastEventId })) {
        lastEventId = event.id ?? lastEventId;
        take(event);
      }
    });
  }
}
