import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Chip, longestMessage, type ServiceView } from '../messages.ts';
import { Chips } from './chips.tsx';
import { tell } from './host.ts';
import { IconButton } from './parts.tsx';
import { countText } from './times.ts';

/** Characters from which the count is shown. */
const nearlyTooLong = longestMessage * 0.9;
const tallest = 260;

export interface SendKeys {
  readonly sendWith: 'enter' | 'ctrlEnter';
  readonly isMac: boolean;
}

interface Props {
  readonly draft: string;
  readonly chips: readonly Chip[];
  readonly keys: SendKeys;
  readonly isSending: boolean;
  /** The job that is to be stopped first. */
  readonly busyJobId: string | undefined;
  /** Why nothing can be said, where that is so. */
  readonly isDisabled: boolean;
  readonly service: ServiceView | null;
  /** What was said last, for the arrow key in an empty box. */
  readonly previous: string;
  readonly onDraft: (text: string) => void;
  readonly onRemove: (chip: Chip) => void;
  readonly onSend: (text: string) => void;
  readonly onToMessages: () => void;
}

/** Where a message is written, with what is shown to the agent beside it and who will answer. */
export function Composer(props: Props) {
  const { draft, chips, keys, isSending, busyJobId, isDisabled, service, previous } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const [isStopping, setStopping] = useState<string | null>(null);
  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(tallest, area.scrollHeight + 2)}px`;
  }, [draft]);
  const isTooLong = draft.length > longestMessage;
  const cannotSend = isDisabled || isSending || isTooLong || busyJobId !== undefined || draft.trim() === '';
  const send = () => {
    if (!cannotSend) props.onSend(draft.trim());
  };
  const stop = () => {
    if (busyJobId === undefined) return;
    setStopping(busyJobId);
    tell({ type: 'stop', jobId: busyJobId });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const withControl = keys.isMac ? event.metaKey : event.ctrlKey;
    if (event.key === 'Enter' && !event.shiftKey && (withControl || keys.sendWith === 'enter')) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && withControl) {
      stop();
    } else if (event.key === 'ArrowUp' && withControl) {
      event.preventDefault();
      props.onToMessages();
    } else if (event.key === 'ArrowUp' && draft === '' && previous !== '') {
      event.preventDefault();
      props.onDraft(previous);
    }
  };
  return (
    <div class="composer">
      <Chips chips={chips} onRemove={props.onRemove} />
      <textarea
        ref={box}
        id="draft"
        rows={1}
        value={draft}
        disabled={isDisabled}
        aria-label={l10n.t('Ask the agent')}
        aria-invalid={isTooLong}
        aria-describedby="draft-hint"
        placeholder={l10n.t('Ask about your issues and your code')}
        onInput={(event) => props.onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="composer-bar">
        <IconButton
          icon="add"
          label={l10n.t('Add files, the selection or issues')}
          disabled={isDisabled}
          onClick={() => tell({ type: 'addContext' })}
        />
        <Analyst service={service} />
        <span class="stretch" />
        {draft.length > nearlyTooLong && (
          <span class={isTooLong ? 'note' : 'quiet'} role="status">
            {l10n.t('{0} of {1}', countText(draft.length), countText(longestMessage))}
          </span>
        )}
        {busyJobId === undefined ? (
          <IconButton icon="send" label={sendLabel(keys)} disabled={cannotSend} onClick={send} />
        ) : (
          <IconButton
            icon="debug-stop"
            label={l10n.t('Stop')}
            disabled={isStopping === busyJobId}
            onClick={stop}
          />
        )}
      </div>
      <span id="draft-hint" class="spoken">
        {l10n.t('Files, selections and issues can be dropped here while Shift is held.')}
      </span>
    </div>
  );
}

function sendLabel({ sendWith, isMac }: SendKeys): string {
  if (sendWith === 'enter') return l10n.t('Send (Enter)');
  return isMac ? l10n.t('Send (Cmd+Enter)') : l10n.t('Send (Ctrl+Enter)');
}

/** Who answers, and what to connect for more. */
function Analyst({ service }: { readonly service: ServiceView | null }) {
  if (service?.state !== 'ready') return null;
  const { analyst, canConnectModel } = service;
  const name = analyst.kind === 'model' ? analyst.model : l10n.t('Built-in analyst');
  const hint =
    analyst.kind === 'model'
      ? l10n.t('{0} answers, with the tools of Parapet. Connect another one…', analyst.model)
      : l10n.t(
          'Answers from your issues and your code by rules, without a language model. Connect one for more…',
        );
  if (!canConnectModel) return <span class="quiet analyst">{name}</span>;
  return (
    <button
      type="button"
      class="link quiet analyst"
      title={hint}
      aria-label={`${name}. ${hint}`}
      onClick={() => tell({ type: 'connectModel' })}
    >
      {name}
    </button>
  );
}
