import type { Conversation } from '../../api/contract/agent/conversations.ts';
import type { ConversationQuery } from './agent-service.ts';
import type { ChatHostParts } from './chat-ports.ts';
import type { toConversationView } from './chat-words.ts';
import type { ListQuery } from './messages.ts';

/** The list of conversations that the page shows, page by page. */
export class ConversationList {
  readonly #parts: Pick<ChatHostParts, 'service' | 'post'>;
  readonly #view: (conversation: Conversation) => ReturnType<typeof toConversationView>;
  #cursor: string | undefined;
  #listing: AbortController | undefined;

  constructor(
    parts: Pick<ChatHostParts, 'service' | 'post'>,
    view: (conversation: Conversation) => ReturnType<typeof toConversationView>,
  ) {
    this.#parts = parts;
    this.#view = view;
  }

  /** Tells the page which conversations there are. @param isMore the next ones of a list that goes on */
  async list(query: ListQuery, isMore: boolean): Promise<void> {
    this.stop();
    const listing = new AbortController();
    this.#listing = listing;
    const asked: ConversationQuery = { ...query, cursor: isMore ? this.#cursor : undefined };
    if (isMore && this.#cursor === undefined) return;
    const { conversations, nextCursor } = await this.#parts.service.list(asked, listing.signal);
    if (listing.signal.aborted) return;
    this.#cursor = nextCursor;
    this.#parts.post({
      type: 'list',
      query,
      conversations: conversations.map(this.#view),
      hasMore: nextCursor !== undefined,
      isMore,
    });
  }

  stop(): void {
    this.#listing?.abort();
  }

  /** The service is another one: its list begins anew. */
  forget(): void {
    this.#cursor = undefined;
  }
}
