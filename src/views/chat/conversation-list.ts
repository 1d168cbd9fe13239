import * as l10n from '@vscode/l10n';
import type { Conversation } from '../../api/contract/agent/conversations.ts';
import type { ConversationQuery } from './agent-service.ts';
import type { ChatHostParts } from './chat-ports.ts';
import type { toConversationView } from './chat-words.ts';
import type { FromPage, ListQuery } from './messages.ts';

type Parts = Pick<ChatHostParts, 'service' | 'window' | 'post'>;

/** The list of conversations that the page shows, page by page. */
export class ConversationList {
  readonly #parts: Parts;
  readonly #view: (conversation: Conversation) => ReturnType<typeof toConversationView>;
  #cursor: string | undefined;
  #listing: AbortController | undefined;

  constructor(parts: Parts, view: (conversation: Conversation) => ReturnType<typeof toConversationView>) {
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

  async archive(conversationId: string, isArchived: boolean): Promise<void> {
    const { signal } = new AbortController();
    const conversation = await this.#parts.service.archive(conversationId, isArchived, signal);
    this.#parts.post({ type: 'conversation', conversation: this.#view(conversation) });
  }

  /**
   * Deletes what was said about an issue, once the person is sure: there is no way back.
   * @returns whether it was deleted
   */
  async delete({ conversationId, issueId, title }: Extract<FromPage, { type: 'delete' }>): Promise<boolean> {
    const { service, window, post } = this.#parts;
    const isSure = await window.confirm(
      l10n.t('Delete “{0}”?', title),
      l10n.t('The question and everything that followed are deleted for everybody.'),
      l10n.t('Delete'),
    );
    if (!isSure) return false;
    await service.delete(conversationId, issueId, new AbortController().signal);
    post({ type: 'deleted', conversationId });
    return true;
  }

  stop(): void {
    this.#listing?.abort();
  }

  /** The service is another one: its list begins anew. */
  forget(): void {
    this.#cursor = undefined;
  }
}
