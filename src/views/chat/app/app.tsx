import * as l10n from '@vscode/l10n';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ListQuery } from '../messages.ts';
import { activeJob, everything, type PageAction, type PageState } from '../page-state.ts';
import { withDraft } from '../saved-state.ts';
import { Announcer } from './announcer.tsx';
import { Composer, type SendKeys } from './composer.tsx';
import { Provide } from './contexts.tsx';
import { Conversations } from './conversations.tsx';
import { useDropping } from './dropping.ts';
import { FailureBanner } from './failure.tsx';
import { Header } from './header.tsx';
import { keep, kept, tell } from './host.ts';
import { wordsOf } from './message.tsx';
import { MessageList } from './message-list.tsx';
import { ModelQuestion } from './model-question.tsx';
import { Icon } from './parts.tsx';
import { Welcome } from './welcome.tsx';

interface Props {
  readonly state: PageState;
  readonly act: (action: PageAction) => void;
  readonly keys: SendKeys;
}

export function App({ state, act, keys }: Props) {
  const { screen, open, service, failure } = state;
  const conversationId = open?.conversation.id ?? null;
  const draftName = screen === 'conversation' ? (conversationId ?? '') : '';
  const [draft, setDraft] = useDraft(draftName, state);
  const [repositoryId, setRepository] = useRepository(state);
  const failures = useFailureCount(state);
  useKept(state);
  const goTo = (next: 'list' | 'new') => {
    tell({ type: 'leave' });
    act({ type: 'screen', screen: next });
  };
  const send = (text: string) => {
    act({ type: 'sending' });
    const attachments = state.chips.map(({ value }) => value);
    tell({ type: 'send', conversationId, repositoryId, text, attachments });
  };
  const canTalk =
    screen === 'conversation' ? open !== null && !open.conversation.isArchived : canBegin(state);
  const isOver = useDropping(canTalk);
  const busy = open ? activeJob(open) : undefined;
  const list = useList(state, act);
  return (
    <Provide patches={state.patches} failures={failures}>
      <div class="page">
        <Header state={state} onList={() => goTo('list')} onNew={() => goTo('new')} />
        {failure && <FailureBanner failure={failure} onDismiss={() => act({ type: 'dismiss' })} />}
        {screen === 'list' && <Conversations list={state.list} {...list} />}
        {screen === 'new' && (
          <Welcome
            service={service}
            repositoryId={repositoryId}
            onRepository={setRepository}
            onAsk={(question) => send(question)}
          />
        )}
        {screen === 'conversation' && <OpenConversation state={state} act={act} />}
        {screen !== 'list' && service?.state === 'ready' && service.analyst.asks && (
          <ModelQuestion {...service.analyst.asks} />
        )}
        {screen !== 'list' && (
          <Composer
            draft={draft}
            chips={state.chips}
            keys={keys}
            isSending={state.isSending}
            busyJobId={busy?.id}
            isDisabled={!canTalk}
            service={service}
            previous={lastQuestion(state)}
            onDraft={setDraft}
            onRemove={(chip) => act({ type: 'unchip', chip })}
            onSend={send}
            onToMessages={() => document.querySelector<HTMLElement>('article[tabindex="0"]')?.focus()}
          />
        )}
        {isOver && (
          <div class="drop" aria-hidden="true">
            <Icon name="add" /> {l10n.t('Drop to add')}
          </div>
        )}
        <Announcer open={open} />
      </div>
    </Provide>
  );
}

/** What can be done in the list of conversations, which is asked for as soon as it is seen. */
function useList({ screen, list }: PageState, act: Props['act']) {
  const onQuery = useCallback(
    (query: ListQuery) => {
      act({ type: 'listing', query, isMore: false });
      tell({ type: 'list', query, isMore: false });
    },
    [act],
  );
  useEffect(() => {
    if (screen === 'list') onQuery(kept().screen === 'list' ? list.query : everything);
  }, [screen, onQuery]);
  return {
    onQuery,
    onMore: () => {
      act({ type: 'listing', query: list.query, isMore: true });
      tell({ type: 'list', query: list.query, isMore: true });
    },
    onOpen: (id: string) => {
      keep({ anchor: null });
      act({ type: 'opening', conversationId: id });
      tell({ type: 'open', conversationId: id });
    },
    onArchive: (id: string, isArchived: boolean) => tell({ type: 'archive', conversationId: id, isArchived }),
  };
}

/** The messages of the conversation that is open, or that is fetched now. */
function OpenConversation({ state, act }: Pick<Props, 'state' | 'act'>) {
  const { open } = state;
  if (!open)
    return (
      <p class="welcome quiet" role="status">
        {l10n.t('Loading…')}
      </p>
    );
  return (
    <MessageList
      key={open.conversation.id}
      open={open}
      isTalking={state.isTalking}
      isLoadingEarlier={state.isLoadingEarlier}
      onEarlier={() => {
        act({ type: 'loadingEarlier' });
        tell({ type: 'earlier', conversationId: open.conversation.id });
      }}
    />
  );
}

/** A new conversation needs a folder, and a service that has the agent. */
function canBegin({ service }: PageState): boolean {
  return service?.state === 'idle' || service?.state === 'ready';
}

function lastQuestion({ open }: PageState): string {
  const message = open?.messages.findLast(({ role }) => role === 'user');
  return message ? wordsOf(message.parts) : '';
}

/** What is being written, kept over a reload; done with once it was accepted. */
function useDraft(name: string, { accepted, suggested }: PageState) {
  const [draft, setDraft] = useState(kept().drafts[name] ?? '');
  const before = useRef({ name, accepted, suggested: suggested.count });
  const write = (text: string) => {
    setDraft(text);
    keep((state) => withDraft(state, name, text));
  };
  useEffect(() => {
    const last = before.current;
    before.current = { name, accepted, suggested: suggested.count };
    if (last.accepted !== accepted) {
      keep((state) => withDraft(state, last.name, ''));
      setDraft(kept().drafts[name] ?? '');
    } else if (last.name !== name) setDraft(kept().drafts[name] ?? '');
    if (last.suggested !== suggested.count && (kept().drafts[name] ?? '') === '') write(suggested.text);
    if (last.suggested !== suggested.count) document.getElementById('draft')?.focus();
  });
  return [draft, write] as const;
}

/** The repository of what is open in the editor, until another one is chosen. */
function useRepository({ service }: PageState) {
  const [chosen, setChosen] = useState<{ readonly id: string | null } | null>(null);
  return [
    chosen ? chosen.id : (service?.repositoryId ?? null),
    (id: string | null) => setChosen({ id }),
  ] as const;
}

function useFailureCount({ failure }: PageState): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (failure) setCount((before) => before + 1);
  }, [failure]);
  return count;
}

function useKept({ screen, open, isOpening, chips }: PageState): void {
  const conversationId = open?.conversation.id ?? null;
  useEffect(() => {
    // While it is fetched, the one that is kept is the one that is meant.
    if (!isOpening) keep({ screen, conversationId });
  }, [screen, conversationId, isOpening]);
  useEffect(() => keep({ chips: [...chips] }), [chips]);
}
