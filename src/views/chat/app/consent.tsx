import * as l10n from '@vscode/l10n';
import { useContext, useState } from 'preact/hooks';
import type { ToolView } from '../messages.ts';
import { FailureCount } from './contexts.tsx';
import { tell } from './host.ts';
import { Markdown } from './markdown.tsx';
import { Button, Icon } from './parts.tsx';

interface Props {
  readonly consent: NonNullable<ToolView['consent']>;
  readonly jobId: string;
  readonly callId: string;
}

/** What exactly will happen, before it does. Nothing is chosen in advance. */
export function Consent({ consent, jobId, callId }: Props) {
  const failures = useContext(FailureCount);
  const [answeredAt, setAnsweredAt] = useState<number | null>(null);
  // An answer that did not arrive can be given again.
  const isAnswered = answeredAt === failures;
  const answer = (isApproved: boolean) => {
    setAnsweredAt(failures);
    tell({ type: 'answer', jobId, toolCallId: callId, isApproved });
  };
  const id = `consent-${callId}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a card.
    <div class="consent" role="group" aria-labelledby={id}>
      <p class="consent-title" id={id}>
        <Icon name="shield" /> {consent.title}
      </p>
      <Markdown text={consent.detail} />
      <p class="actions">
        <Button disabled={isAnswered} onClick={() => answer(true)}>
          {consent.confirm}
        </Button>
        <Button isSecondary disabled={isAnswered} onClick={() => answer(false)}>
          {l10n.t('Decline')}
        </Button>
      </p>
    </div>
  );
}
