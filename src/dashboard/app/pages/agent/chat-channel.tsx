import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  type ChatChannel,
  deleteChatChannel,
  getChatChannel,
  testChatChannel,
  turnOffChatChannel,
} from '../../../../api/contract/agent/chat-channel.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Previewing, Setting } from './chat-dialogs.tsx';
import { ChatMessages } from './chat-messages.tsx';
import { channelStateWord, chatEventWord, toolWord } from './chat-words.ts';

interface SectionProps {
  readonly organizationId: string;
  readonly isAdmin: boolean;
}

type Open = 'setting' | 'preview' | 'deleting' | 'tested';

/** The channel of a chat tool that the agent posts to. */
export function ChatChannelSection({ organizationId, isAdmin }: SectionProps) {
  const [open, setOpen] = useState<Open>();
  const [tests, setTests] = useState(0);
  const answer = useAnswer(`chat channel ${organizationId}`, (signal) =>
    call(getChatChannel, { organizationId }, signal),
  );
  const put = (chatChannel: ChatChannel | null): void => answer.put(() => ({ chatChannel }));
  const test = async (): Promise<void> => {
    try {
      await call(testChatChannel, { organizationId });
      setOpen('tested');
    } finally {
      setTests((before) => before + 1);
      answer.again();
    }
  };
  return (
    <section aria-labelledby="agent-chat">
      <h2 id="agent-chat">{l10n.t('Chat channel')}</h2>
      <Shown answer={answer}>
        {({ chatChannel: channel }) => (
          <>
            {channel ? (
              <Facts channel={channel} />
            ) : (
              <Empty title={l10n.t('The agent posts to no channel')}>
                <p>
                  {l10n.t('An administrator can have it tell Slack or Microsoft Teams what needs attention.')}
                </p>
              </Empty>
            )}
            {isAdmin && (
              <div class="buttons">
                {channel && <Buttons {...{ organizationId, channel, setOpen, put, test }} />}
                <button type="button" class={channel ? '' : 'main'} onClick={() => setOpen('setting')}>
                  {channel ? l10n.t('Change Chat Channel') : l10n.t('Set Chat Channel')}
                </button>
                {channel && (
                  <button type="button" onClick={() => setOpen('deleting')}>
                    {l10n.t('Remove Chat Channel')}
                  </button>
                )}
              </div>
            )}
            {isAdmin && channel && (
              <ChatMessages
                organizationId={organizationId}
                version={`${channel.state} ${channel.updatedAt} ${tests}`}
              />
            )}
            <OpenDialog {...{ organizationId, channel, open, setOpen, put }} />
          </>
        )}
      </Shown>
    </section>
  );
}

interface Changing {
  readonly organizationId: string;
  readonly setOpen: (open: Open | undefined) => void;
  readonly put: (channel: ChatChannel | null) => void;
}

interface ButtonsProps extends Changing {
  readonly channel: ChatChannel;
  readonly test: () => Promise<void>;
}

function Buttons({ organizationId, channel, setOpen, put, test }: ButtonsProps) {
  const isOn = channel.state === 'ON';
  return (
    <>
      <button type="button" class={isOn ? '' : 'main'} onClick={() => setOpen('preview')}>
        {isOn ? l10n.t('Preview') : l10n.t('Preview and Turn On')}
      </button>
      <ActionButton act={test}>{l10n.t('Send Test Message')}</ActionButton>
      {isOn && (
        <ActionButton act={async () => put((await call(turnOffChatChannel, { organizationId })).chatChannel)}>
          {l10n.t('Turn Off')}
        </ActionButton>
      )}
    </>
  );
}

interface OpenDialogProps extends Changing {
  readonly channel: ChatChannel | null;
  readonly open: Open | undefined;
}

function OpenDialog({ organizationId, channel, open, setOpen, put }: OpenDialogProps) {
  const close = (): void => setOpen(undefined);
  const changed = (next: Open | undefined) => (after: ChatChannel | null) => {
    put(after);
    setOpen(next);
  };
  if (open === 'setting')
    return <Setting {...{ organizationId, channel }} onChanged={changed('preview')} onClose={close} />;
  if (!channel) return null;
  switch (open) {
    case undefined:
      return null;
    case 'preview':
      return <Previewing {...{ organizationId, channel }} onChanged={changed(undefined)} onClose={close} />;
    case 'tested':
      return (
        <Dialog title={l10n.t('The test message was sent')} onClose={close}>
          <p>{l10n.t('Look for it in {0}.', channel.name)}</p>
        </Dialog>
      );
    case 'deleting':
      return (
        <Dialog
          title={l10n.t('Remove the chat channel {0}?', channel.name)}
          action={l10n.t('Remove')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deleteChatChannel, { organizationId });
            changed(undefined)(null);
          }}
        >
          <p>
            {l10n.t(
              'Its webhook and the list of its messages are deleted here. The channel keeps what it was sent.',
            )}
          </p>
        </Dialog>
      );
  }
}

function Facts({ channel }: { readonly channel: ChatChannel }) {
  const { state, errorMessage, name, tool, webhook, events, repositoryIds } = channel;
  return (
    <>
      {errorMessage !== undefined && (
        <p class="notice failed" role="alert">
          {errorMessage}
        </p>
      )}
      <dl class="facts">
        <Fact name={l10n.t('Status')}>{channelStateWord(state)}</Fact>
        <Fact name={l10n.t('Channel')}>
          {name} <span class="quiet">{toolWord(tool)}</span>
        </Fact>
        {webhook !== undefined && <Fact name={l10n.t('Webhook')}>{webhook}</Fact>}
        <Fact name={l10n.t('What is sent')}>{events.map((event) => chatEventWord(event)).join(' · ')}</Fact>
        {repositoryIds !== undefined && (
          <Fact name={l10n.t('Repositories')}>
            {repositoryIds.length === 0 ? l10n.t('All') : repositoryIds.length}
          </Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
