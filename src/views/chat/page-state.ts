import type {
  Change,
  Chip,
  ConversationView,
  JobView,
  ListQuery,
  MessageView,
  PartView,
  PatchCardView,
  ServiceView,
  ToPage,
} from './messages.ts';
import { mostChips } from './messages.ts';

/** What the page shows, and how it changes with what the extension says. */

export interface OpenConversation {
  readonly conversation: ConversationView;
  readonly messages: readonly MessageView[];
  readonly jobs: ReadonlyMap<string, JobView>;
  readonly hasEarlier: boolean;
}

export interface ListState {
  readonly query: ListQuery;
  readonly conversations: readonly ConversationView[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
}

export type PageFailure = Omit<Extract<ToPage, { type: 'failed' }>, 'type'>;
export type Screen = 'list' | 'new' | 'conversation';

export interface PageState {
  readonly screen: Screen;
  readonly service: ServiceView | null;
  readonly list: ListState;
  readonly open: OpenConversation | null;
  readonly isOpening: boolean;
  readonly isLoadingEarlier: boolean;
  readonly isSending: boolean;
  readonly chips: readonly Chip[];
  readonly patches: ReadonlyMap<string, PatchCardView>;
  readonly failure: PageFailure | null;
  /** Something was said in the conversation since it was opened: what is asked last is kept in view. */
  readonly isTalking: boolean;
  /** Grows with each message that was accepted: the draft is done with. */
  readonly accepted: number;
  /** Words that the extension puts into an empty draft. */
  readonly suggested: { readonly text: string; readonly count: number };
}

export const everything: ListQuery = { search: '', source: null, isArchived: false };

export const blank: PageState = {
  screen: 'new',
  service: null,
  list: { query: everything, conversations: [], hasMore: false, isLoading: false },
  open: null,
  isOpening: false,
  isLoadingEarlier: false,
  isSending: false,
  chips: [],
  patches: new Map(),
  failure: null,
  isTalking: false,
  accepted: 0,
  suggested: { text: '', count: 0 },
};

/** What the person does in the page, where that shows before the extension answers. */
export type PageAction =
  | { readonly type: 'opening'; readonly conversationId: string }
  | { readonly type: 'screen'; readonly screen: Screen }
  | { readonly type: 'listing'; readonly query: ListQuery; readonly isMore: boolean }
  | { readonly type: 'loadingEarlier' }
  | { readonly type: 'sending' }
  | { readonly type: 'unchip'; readonly chip: Chip }
  | { readonly type: 'rechip'; readonly chips: readonly Chip[] }
  | { readonly type: 'dismiss' };

export function act(state: PageState, action: PageAction): PageState {
  switch (action.type) {
    case 'opening':
      return {
        ...state,
        screen: 'conversation',
        isOpening: true,
        isTalking: false,
        open: null,
        failure: null,
      };
    case 'screen':
      return {
        ...state,
        screen: action.screen,
        failure: null,
        ...(action.screen === 'conversation'
          ? {}
          : { open: null, isOpening: false, isTalking: false, isLoadingEarlier: false }),
      };
    case 'listing':
      return { ...state, list: { ...state.list, query: action.query, isLoading: true } };
    case 'loadingEarlier':
      return { ...state, isLoadingEarlier: true };
    case 'sending':
      return { ...state, isSending: true, failure: null };
    case 'unchip':
      return { ...state, chips: state.chips.filter((chip) => chip !== action.chip) };
    case 'rechip':
      return { ...state, chips: action.chips };
    case 'dismiss':
      return { ...state, failure: null };
  }
}

export function take(state: PageState, message: ToPage): PageState {
  switch (message.type) {
    case 'begin':
      return state;
    case 'service':
      return { ...state, service: message.service };
    case 'list':
      return { ...state, list: nextList(state.list, message) };
    case 'opened':
      return {
        ...state,
        screen: 'conversation',
        isOpening: false,
        isLoadingEarlier: false,
        open: { ...message, jobs: byId(message.jobs) },
        failure: null,
      };
    case 'earlier':
      return {
        ...withOpen(state, message.conversationId, (open) => before(open, message)),
        isLoadingEarlier: false,
      };
    case 'changes':
      return withOpen(state, message.conversationId, (open) => message.changes.reduce(change, open));
    case 'conversation':
      return renewed(state, message.conversation);
    case 'deleted':
      return without(state, message.conversationId);
    case 'chips':
      return { ...state, chips: withChips(state.chips, message.chips) };
    case 'patch':
      return { ...state, patches: new Map(state.patches).set(message.issueId, message.patch) };
    case 'accepted':
      return {
        ...state,
        isSending: false,
        isTalking: true,
        chips: [],
        failure: null,
        accepted: state.accepted + 1,
      };
    case 'failed':
      return failed(state, message);
    case 'forget':
      return { ...blank, accepted: state.accepted, suggested: state.suggested };
    case 'show':
      return act(state, { type: 'screen', screen: message.screen });
    case 'draft':
      return { ...state, suggested: { text: message.text, count: state.suggested.count + 1 } };
  }
}

function nextList(list: ListState, message: Extract<ToPage, { type: 'list' }>): ListState {
  // An answer to a question that is no longer asked.
  if (JSON.stringify(message.query) !== JSON.stringify(list.query)) return list;
  const known = new Set(message.isMore ? list.conversations.map(({ id }) => id) : []);
  return {
    query: list.query,
    conversations: [
      ...(message.isMore ? list.conversations : []),
      ...message.conversations.filter(({ id }) => !known.has(id)),
    ],
    hasMore: message.hasMore,
    isLoading: false,
  };
}

/** A conversation that is gone is not listed, and not shown: the list is, where it was open. */
function without(state: PageState, conversationId: string): PageState {
  const conversations = state.list.conversations.filter(({ id }) => id !== conversationId);
  const next = { ...state, list: { ...state.list, conversations } };
  return state.open?.conversation.id === conversationId
    ? act(next, { type: 'screen', screen: 'list' })
    : next;
}

function withOpen(
  state: PageState,
  conversationId: string,
  next: (open: OpenConversation) => OpenConversation,
): PageState {
  const { open } = state;
  return open?.conversation.id === conversationId ? { ...state, open: next(open) } : state;
}

function before(open: OpenConversation, message: Extract<ToPage, { type: 'earlier' }>): OpenConversation {
  const known = new Set(open.messages.map(({ id }) => id));
  const earlier = message.messages.filter(({ id }) => !known.has(id));
  return {
    ...open,
    messages: [...earlier, ...open.messages],
    jobs: new Map([...byId(message.jobs), ...open.jobs]),
    hasEarlier: message.hasEarlier,
  };
}

function change(open: OpenConversation, one: Change): OpenConversation {
  switch (one.type) {
    case 'restart':
      return {
        ...open,
        messages: open.messages.filter(({ role, jobId }) => role === 'user' || jobId !== one.jobId),
      };
    case 'job':
      return { ...open, jobs: new Map(open.jobs).set(one.job.id, one.job) };
    case 'message':
      return { ...open, messages: withMessage(open.messages, one.message) };
    case 'text':
      return {
        ...open,
        messages: changed(open.messages, one.messageId, one.part, (part) =>
          part?.type === 'text'
            ? { type: 'text', text: part.text + one.text }
            : { type: 'text', text: one.text },
        ),
      };
    case 'part':
      return { ...open, messages: changed(open.messages, one.messageId, one.index, () => one.part) };
  }
}

function withMessage(messages: readonly MessageView[], message: MessageView): readonly MessageView[] {
  const index = lastIndexOf(messages, message.id);
  return index < 0 ? [...messages, message] : messages.with(index, message);
}

function changed(
  messages: readonly MessageView[],
  id: string,
  part: number,
  next: (part: PartView | undefined) => PartView,
): readonly MessageView[] {
  const index = lastIndexOf(messages, id);
  const message = messages[index];
  if (!message) return messages;
  const parts = [...message.parts];
  while (parts.length < part) parts.push({ type: 'text', text: '' });
  parts[part] = next(message.parts[part]);
  return messages.with(index, { ...message, parts });
}

/** What changes is at the end, whatever came before. */
function lastIndexOf(messages: readonly MessageView[], id: string): number {
  return messages.findLastIndex((message) => message.id === id);
}

function renewed(state: PageState, conversation: ConversationView): PageState {
  const { list, open } = state;
  const isListed = conversation.isArchived === list.query.isArchived;
  const conversations = isListed
    ? list.conversations.map((one) => (one.id === conversation.id ? conversation : one))
    : list.conversations.filter(({ id }) => id !== conversation.id);
  return {
    ...state,
    list: { ...list, conversations },
    open: open?.conversation.id === conversation.id ? { ...open, conversation } : open,
  };
}

function failed(
  state: PageState,
  { what, message, actions }: Extract<ToPage, { type: 'failed' }>,
): PageState {
  return {
    ...state,
    failure: { what, message, actions },
    isSending: what === 'send' ? false : state.isSending,
    isOpening: what === 'open' ? false : state.isOpening,
    isLoadingEarlier: what === 'earlier' ? false : state.isLoadingEarlier,
    screen: what === 'open' ? 'list' : state.screen,
    list: what === 'list' ? { ...state.list, isLoading: false } : state.list,
  };
}

/** Each thing once, and no more than a message takes. */
function withChips(present: readonly Chip[], added: readonly Chip[]): readonly Chip[] {
  const known = new Set(present.map(({ value }) => JSON.stringify(value)));
  const fresh = added.filter(({ value }) => !known.has(JSON.stringify(value)));
  return [...present, ...fresh].slice(0, mostChips);
}

function byId(jobs: readonly JobView[]): ReadonlyMap<string, JobView> {
  return new Map(jobs.map((job) => [job.id, job]));
}

/** The job that the conversation waits for, the latest one. */
export function activeJob(open: OpenConversation): JobView | undefined {
  return [...open.jobs.values()].findLast(({ status }) => status === 'PENDING' || status === 'RUNNING');
}

/** A job ends here: the last message that belongs to it. */
export function endsOf(open: OpenConversation): ReadonlyMap<string, JobView> {
  const last = new Map<string, string>();
  for (const { id, jobId } of open.messages) if (jobId !== null) last.set(jobId, id);
  const ends = new Map<string, JobView>();
  for (const [jobId, messageId] of last) {
    const job = open.jobs.get(jobId);
    if (job) ends.set(messageId, job);
  }
  return ends;
}
