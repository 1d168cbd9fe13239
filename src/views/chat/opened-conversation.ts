import type { Conversation } from '../../api/contract/agent/conversations.ts';
import type { AgentMessage, ToolCall } from '../../api/contract/agent/message.ts';
import type { ConversationPage, JobEvent } from './agent-service.ts';

/** The conversation that is open, as far as it was fetched: to answer what it asks, and to ask again. */
export class OpenedConversation {
  readonly conversation: Conversation;
  /** Leads to earlier messages; undefined at the beginning. */
  cursor: string | undefined;
  /** Oldest first. */
  #messages: Map<string, AgentMessage>;

  constructor({ conversation, messages, nextCursor }: ConversationPage) {
    this.conversation = conversation;
    this.cursor = nextCursor;
    this.#messages = new Map(messages.map((message) => [message.id, message]));
  }

  get id(): string {
    return this.conversation.id;
  }

  addEarlier({ messages, nextCursor }: ConversationPage): void {
    this.cursor = nextCursor;
    this.#messages = new Map([...messages.map((one) => [one.id, one] as const), ...this.#messages]);
  }

  add(message: AgentMessage): void {
    this.#messages.set(message.id, message);
  }

  /** Takes notice of what a job says. */
  take(event: JobEvent): void {
    if (event.event === 'message.completed') this.add(event.data.message);
    if (event.event !== 'tool.started' && event.event !== 'tool.completed') return;
    const { messageId, part, call } = event.data;
    const message = this.#messages.get(messageId);
    // Of a message that is still being said, the whole comes with its end.
    if (!message || part >= message.parts.length) return;
    this.add({ ...message, parts: message.parts.with(part, { type: 'tool', call }) });
  }

  call(toolCallId: string): ToolCall | undefined {
    for (const { parts } of [...this.#messages.values()].reverse()) {
      for (const part of parts) if (part.type === 'tool' && part.call.id === toolCallId) return part.call;
    }
    return undefined;
  }

  /** What a person said that the job was to answer; of a job that went on after a decision, what was said last before. */
  askedFor(jobId: string): AgentMessage | undefined {
    const all = [...this.#messages.values()];
    const end = all.findLastIndex((message) => message.jobId === jobId);
    return (end < 0 ? all : all.slice(0, end + 1)).findLast(({ role }) => role === 'user');
  }

  /** Messages that are there and that a job does not say anew. */
  idsBesides(jobId: string): readonly string[] {
    return [...this.#messages.values()]
      .filter((one) => one.jobId !== jobId || one.role === 'user')
      .map(({ id }) => id);
  }
}
