import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { draftOf, keepDraft } from './host.ts';
import { Button } from './parts.tsx';

interface Props {
  readonly issueId: string;
  readonly name: string;
  /** What the service has. */
  readonly saved: string;
  readonly label: string;
  readonly placeholder: string;
  /** Characters that the service takes. */
  readonly most: number;
  readonly action: string;
  /** Whether an empty text can be sent although nothing was saved before. */
  readonly isEmptySent?: boolean;
  readonly onSend: (text: string) => void;
  /** Whether the text was sent and is at work. */
  readonly isSent?: boolean;
}

/** A text of several lines with a counter. What was written and not sent outlives reloads, other tabs and failures. */
export function Draft({
  issueId,
  name,
  saved,
  label,
  placeholder,
  most,
  action,
  isEmptySent = false,
  onSend,
  isSent = false,
}: Props) {
  const [text, setText] = useState(draftOf(issueId, name) ?? saved);
  const [before, setBefore] = useState({ saved, isSent });
  if (before.saved !== saved || before.isSent !== isSent) {
    setBefore({ saved, isSent });
    // Saved, by this page or elsewhere: what was typed since then is kept.
    if (text.trim() === saved.trim() || text === before.saved || isSent) {
      setText(saved);
      keepDraft(issueId, name, undefined);
    }
  }
  const write = (value: string) => {
    setText(value);
    keepDraft(issueId, name, value === saved ? undefined : value);
  };
  const isTooLong = text.length > most;
  const isSame = text === saved || (text.trim() === '' && saved === '');
  const cannotSend = isTooLong || (isSame && !isEmptySent);
  const id = `draft-${name}`;
  const send = () => {
    if (!cannotSend) onSend(text);
  };
  return (
    <div class="draft">
      <label class="spoken" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        value={text}
        placeholder={placeholder}
        aria-describedby={`${id}-count`}
        aria-invalid={isTooLong}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <p class="actions">
        <Button disabled={cannotSend} onClick={send}>
          {action}
        </Button>
        {text !== saved && (
          <button type="button" class="link" onClick={() => write(saved)}>
            {l10n.t('Discard')}
          </button>
        )}
        <span id={`${id}-count`} class={isTooLong ? 'note' : 'hint'}>
          {l10n.t('{0} of at most {1} characters', text.length.toLocaleString(), most.toLocaleString())}
        </span>
      </p>
    </div>
  );
}
