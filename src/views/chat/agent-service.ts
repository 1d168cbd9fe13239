import type { Client } from '../../api/client.ts';
import { deleteChatThread } from '../../api/contract/agent/chat-threads.ts';
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
import { isNotThere } from './failure-kind.ts';

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

/** Does something with the client of the service in the organization of a folder, connecting first when needed. */
export type UseClient = <T>(
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
  folder: string | undefined,
) => Promise<T>;

/** The way to the service, and the organizations that the window works in. */
export interface AgentReach {
  readonly use: UseClient;
  /** A folder of each organization. */
  readonly scopes: () => readonly (string | undefined)[];
  /** A folder of the organization that a repository is in; null for none in particular. */
  readonly folderOf: (repositoryId: string | null) => string | undefined;
}

const messagesAtOnce = 50;
const conversationsAtOnce = 30;

/** The agent's part of the interface, as the chat asks for it. Each method throws a Failure that says what to do. */
export class AgentService {
  readonly #reach: AgentReach;
  /** A folder of the organization that a conversation or a job is in, by its id. */
  readonly #folders = new Map<string, string | undefined>();

  constructor(reach: AgentReach) {
    this.#reach = reach;
  }

  /** Whether the organization has the agent switched on, and whether the caller may have it do something. */
  async access(
    repositoryId: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly isEnabled: boolean; readonly mayRun: boolean }> {
    const { use, folderOf } = this.#reach;
    const ask = (client: Client) => client.call(getConfig, {}, { signal });
    const { config, permissions } = await use(signal, ask, folderOf(repositoryId));
    return { isEnabled: config.enabled, mayRun: permissions.includes('AGENT_RUN') };
  }

  /** A page of each organization's conversations, the latest first. */
  async list(
    { search, source, isArchived, cursor }: ConversationQuery,
    signal: AbortSignal,
  ): Promise<{ readonly conversations: readonly Conversation[]; readonly nextCursor?: string | undefined }> {
    const request = {
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(source === null ? {} : { source }),
      archived: isArchived,
      limit: conversationsAtOnce,
    };
    const { use, scopes } = this.#reach;
    const pages: readonly PageOf[] =
      cursor === undefined ? scopes().map((folder) => ({ folder })) : readCursor(cursor);
    const found: Conversation[] = [];
    const more: PageOf[] = [];
    for (const { folder, cursor: from } of pages) {
      const page = { ...request, ...(from === undefined ? {} : { cursor: from }) };
      const ask = (client: Client) => client.call(listConversations, page, { signal });
      const { conversations, nextCursor } = await use(signal, ask, folder);
      for (const conversation of conversations) this.#learn(conversation, folder);
      found.push(...conversations);
      if (nextCursor !== undefined) more.push({ folder, cursor: nextCursor });
    }
    const conversations = pages.length > 1 ? found.sort(byTime) : found;
    return { conversations, ...(more.length > 0 ? { nextCursor: JSON.stringify(more) } : {}) };
  }

  /** A conversation with its latest messages, or those before the cursor. */
  async open(
    conversationId: string,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<ConversationPage> {
    const request = { conversationId, limit: messagesAtOnce, ...(cursor === undefined ? {} : { cursor }) };
    const ask = (client: Client) => client.call(getConversation, request, { signal });
    const page = await this.#in(conversationId, signal, ask);
    for (const { id } of page.jobs) this.#folders.set(id, this.#folders.get(conversationId));
    this.#learn(page.conversation, this.#folders.get(conversationId));
    return page;
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
    const folder = this.#reach.folderOf(repositoryId);
    const ask = (client: Client) => client.call(createConversation, request, { signal });
    const { conversation } = await this.#reach.use(signal, ask, folder);
    this.#learn(conversation, folder);
    return conversation;
  }

  async say(
    conversationId: string,
    message: string,
    attachments: readonly Attachment[],
    signal: AbortSignal,
  ): Promise<{ readonly message: AgentMessage; readonly job: AgentJob }> {
    const request = { conversationId, message, attachments: [...attachments] };
    const said = await this.#in(conversationId, signal, (client) =>
      client.call(sendMessage, request, { signal }),
    );
    this.#folders.set(said.job.id, this.#folders.get(conversationId));
    return said;
  }

  async cancel(jobId: string, signal: AbortSignal): Promise<AgentJob> {
    return (await this.#in(jobId, signal, (client) => client.call(cancelJob, { jobId }, { signal }))).job;
  }

  /** @returns the job that goes on */
  async answer(answer: Answer, signal: AbortSignal): Promise<AgentJob> {
    const ask = (client: Client) => client.call(answerToolCall, answer, { signal });
    const { job } = await this.#in(answer.jobId, signal, ask);
    this.#folders.set(job.id, this.#folders.get(answer.jobId));
    return job;
  }

  async archive(conversationId: string, isArchived: boolean, signal: AbortSignal): Promise<Conversation> {
    const endpoint = isArchived ? archiveConversation : unarchiveConversation;
    const ask = (client: Client) => client.call(endpoint, { conversationId }, { signal });
    return (await this.#in(conversationId, signal, ask)).conversation;
  }

  /** Deletes a chat thread of an issue, with everything that was said in it. */
  async delete(conversationId: string, issueId: string, signal: AbortSignal): Promise<void> {
    const ask = (client: Client) => client.call(deleteChatThread, { conversationId, issueId }, { signal });
    await this.#in(conversationId, signal, ask);
  }

  /**
   * Everything a job says, from its beginning until it is done; after a lost connection from where that broke off, also
   * where the service was started anew.
   */
  async follow(jobId: string, take: (event: JobEvent) => void, signal: AbortSignal): Promise<void> {
    let lastEventId: string | undefined;
    await this.#in(jobId, signal, async (client) => {
      for await (const event of client.events(jobStream, { jobId }, { signal, lastEventId })) {
        lastEventId = event.id ?? lastEventId;
        take(event);
      }
    });
  }

  #learn({ id, activeJobId }: Conversation, folder: string | undefined): void {
    this.#folders.set(id, folder);
    if (activeJobId !== null) this.#folders.set(activeJobId, folder);
  }

  /** In the organization of a conversation or a job; where that is not known yet, it is looked for in each. */
  async #in<T>(id: string, signal: AbortSignal, work: (client: Client) => Promise<T>): Promise<T> {
    const { use, scopes } = this.#reach;
    const candidates = this.#folders.has(id) ? [this.#folders.get(id)] : scopes();
    for (const [index, folder] of candidates.entries()) {
      try {
        const answer = await use(signal, work, folder);
        this.#folders.set(id, folder);
        return answer;
      } catch (error) {
        if (index === candidates.length - 1 || !isNotThere(error)) throw error;
      }
    }
    return await use(signal, work, undefined);
  }
}

/** Where the next page of one organization's conversations begins. */
interface PageOf {
  readonly folder: string | undefined;
  readonly cursor?: string;
}

function readCursor(cursor: string): readonly PageOf[] {
  return JSON.parse(cursor) as readonly PageOf[];
}

function byTime(one: Conversation, other: Conversation): number {
  return one.updatedAt < other.updatedAt ? 1 : one.updatedAt > other.updatedAt ? -1 : 0;
}
