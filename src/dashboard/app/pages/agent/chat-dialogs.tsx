import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  type ChatChannel,
  ChatEvent,
  type ChatPreview,
  ChatTool,
  previewChatChannel,
  setChatChannel,
  turnOnChatChannel,
} from '../../../../api/contract/agent/chat-channel.ts';
import { listRepositories } from '../../../../api/contract/repositories/repositories.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Checks } from '../../parts/checks.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { Shown } from '../../parts/states.tsx';
import { chatEventWord, toolWord } from './chat-words.ts';

interface DialogProps {
  readonly organizationId: string;
  readonly onChanged: (channel: ChatChannel) => void;
  readonly onClose: () => void;
}

/** At first, what calls for somebody at once. */
const usualEvents: readonly ChatEvent[] = ['newIssues', 'scanFailed'];

/** Asks where messages go and what they are about. */
export function Setting({
  organizationId,
  channel,
  onChanged,
  onClose,
}: DialogProps & { readonly channel: ChatChannel | null }) {
  const [tool, setTool] = useState<ChatTool>(channel?.tool ?? 'slack');
  const [events, setEvents] = useState<readonly ChatEvent[]>(channel?.events ?? usualEvents);
  const [repositoryIds, setRepositoryIds] = useState<readonly string[]>(channel?.repositoryIds ?? []);
  const [isAll, setAll] = useState(repositoryIds.length === 0);
  const isKept = channel?.tool === tool;
  return (
    <Dialog
      title={l10n.t('Chat Channel')}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        if (events.length === 0) throw new Error(l10n.t('Choose what is sent.'));
        if (!isAll && repositoryIds.length === 0)
          throw new Error(l10n.t('Choose at least one repository, or all of them.'));
        const webhookUrl = fieldOf(fields, 'webhookUrl');
        const { chatChannel } = await call(setChatChannel, {
          ...{ organizationId, tool, name: fieldOf(fields, 'name'), events: [...events] },
          repositoryIds: isAll ? [] : [...repositoryIds],
          ...(webhookUrl === '' ? {} : { webhookUrl }),
        });
        onChanged(chatChannel);
      }}
    >
      <p class="notice">
        {l10n.t(
          'Everyone in the channel reads the messages, also people who may not see the repositories here. Messages have titles, files and lines, but no code.',
        )}
      </p>
      <Choice
        label={l10n.t('Chat tool')}
        name="tool"
        value={tool}
        options={ChatTool.options.map((each) => [each, toolWord(each)] as const)}
        onChange={(value) => setTool(ChatTool.parse(value))}
      />
      <Field label={l10n.t('Channel')} hint={l10n.t('Its name, for people who read this page.')}>
        {(ties) => (
          <input {...ties} name="name" required maxLength={200} defaultValue={channel?.name ?? ''} />
        )}
      </Field>
      <Field label={isKept ? l10n.t('New webhook (optional)') : l10n.t('Webhook')} hint={webhookHint(tool)}>
        {(ties) => (
          <input
            {...ties}
            name="webhookUrl"
            type="password"
            maxLength={2000}
            autoComplete="off"
            required={!isKept}
          />
        )}
      </Field>
      <fieldset>
        <legend>{l10n.t('What is sent')}</legend>
        <Checks
          options={ChatEvent.options.map((each) => [each, chatEventWord(each)] as const)}
          chosen={events}
          onChange={setEvents}
        />
      </fieldset>
      <Choice
        label={l10n.t('Repositories')}
        name="scope"
        value={isAll ? 'all' : 'some'}
        options={[
          ['all', l10n.t('All')],
          ['some', l10n.t('Only these')],
        ]}
        onChange={(value) => setAll(value === 'all')}
      />
      {!isAll && (
        <Repositories organizationId={organizationId} chosen={repositoryIds} onChange={setRepositoryIds} />
      )}
    </Dialog>
  );
}

const webhookHint = (tool: ChatTool): string =>
  tool === 'slack'
    ? l10n.t('The address of an incoming webhook of Slack. It is kept sealed.')
    : l10n.t('The address of a workflow in Teams that posts what a webhook receives. It is kept sealed.');

/** As many as one request takes; more are chosen over the interface. */
const mostOffered = 100;

interface RepositoriesProps {
  readonly organizationId: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

function Repositories({ organizationId, chosen, onChange }: RepositoriesProps) {
  const answer = useAnswer(`repositories ${organizationId}`, (signal) =>
    call(listRepositories, { organizationId, limit: mostOffered }, signal),
  );
  return (
    <fieldset>
      <legend>{l10n.t('Send what happens in')}</legend>
      <Shown answer={answer}>
        {({ repositories }) => (
          <Checks
            options={repositories.map(({ id, name }) => [id, name] as const)}
            chosen={chosen}
            onChange={onChange}
          />
        )}
      </Shown>
    </fieldset>
  );
}

/** Shows exactly what would be sent; only from here it is turned on. */
export function Previewing({
  organizationId,
  channel,
  onChanged,
  onClose,
}: DialogProps & { readonly channel: ChatChannel }) {
  const answer = useAnswer(`preview ${organizationId}`, (signal) =>
    call(previewChatChannel, { organizationId }, signal),
  );
  const version = answer.asked.kind === 'there' ? answer.asked.value.version : undefined;
  const mayTurnOn = version !== undefined && channel.state !== 'ON';
  return (
    <Dialog
      title={l10n.t('What {0} would read', channel.name)}
      onClose={onClose}
      {...(mayTurnOn && {
        action: l10n.t('Turn On'),
        onSubmit: async () =>
          onChanged((await call(turnOnChatChannel, { organizationId, version })).chatChannel),
      })}
    >
      <p>
        {l10n.t(
          'What happens within a minute is one message. It names ten things at most, and counts the others.',
        )}
      </p>
      <Shown answer={answer}>
        {({ messages }) => (
          <>
            {messages.map((message) => (
              <Preview key={message.event} message={message} />
            ))}
          </>
        )}
      </Shown>
    </Dialog>
  );
}

function Preview({ message: { event, isSample, text, body } }: { readonly message: ChatPreview }) {
  return (
    <section>
      <h3>{chatEventWord(event)}</h3>
      {isSample && <p class="quiet">{l10n.t('Nothing of the kind has happened yet: this is an example.')}</p>}
      <pre class="written">{text}</pre>
      <details>
        <summary>{l10n.t('As it is sent')}</summary>
        <pre class="written">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </details>
    </section>
  );
}
