import * as l10n from '@vscode/l10n';
import { type ChatMessage, listChatMessages } from '../../../../api/contract/agent/chat-channel.ts';
import { useRepeated } from '../../answer.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { messageStateWord, messageWord } from './chat-words.ts';

const columns = (): readonly Column<ChatMessage>[] => [
  { title: l10n.t('Message'), cell: messageWord },
  { title: l10n.t('Status'), cell: (message) => <State message={message} /> },
  { title: l10n.t('Attempts'), cell: ({ attempts }) => attempts, isNumber: true, isMinor: true },
  { title: l10n.t('Created'), cell: ({ createdAt }) => <When at={createdAt} />, isMinor: true },
];

function State({ message: { state, errorMessage, nextAttemptAt } }: { readonly message: ChatMessage }) {
  return (
    <>
      {state === 'FAILED' ? <strong class="bad">{messageStateWord(state)}</strong> : messageStateWord(state)}
      {errorMessage !== undefined && ` ${errorMessage}`}
      {state === 'WAITING' && nextAttemptAt !== undefined && (
        <>
          {' '}
          <span class="quiet">
            {l10n.t('Next attempt:')} <When at={nextAttemptAt} />
          </span>
        </>
      )}
    </>
  );
}

interface MessagesProps {
  readonly organizationId: string;
  /** Changes when the list has to be read again. */
  readonly version: string;
}

/** What was sent to the channel, and what could not be. */
export function ChatMessages({ organizationId, version }: MessagesProps) {
  const answer = usePages<ChatMessage>(`${organizationId} ${version}`, async (cursor, signal) => {
    const request = { organizationId, cursor, limit: 10 };
    const { messages, nextCursor } = await call(listChatMessages, request, signal);
    return { items: messages, nextCursor };
  });
  const isWaiting =
    answer.asked.kind === 'there' && answer.asked.value.items.some(({ state }) => state === 'WAITING');
  useRepeated(isWaiting, answer.again, 10_000);
  return (
    <>
      <h3>{l10n.t('Latest messages')}</h3>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">{l10n.t('No message yet.')}</p>
          ) : (
            <Table
              label={l10n.t('Messages to the chat channel')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
            />
          )
        }
      </Shown>
    </>
  );
}
