import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import { activeJob, type OpenConversation } from '../page-state.ts';
import { wordsOf } from './message.tsx';

const mostSpoken = 1_500;

/**
 * Says what happens to those who cannot see it: that the agent works, what it is asked to decide, and the answer once
 * it is whole, never its pieces.
 */
export function Announcer({ open }: { readonly open: OpenConversation | null }) {
  const [text, setText] = useState('');
  const active = open ? activeJob(open) : undefined;
  const before = useRef<{ conversationId: string | undefined; jobId: string | undefined }>({
    conversationId: undefined,
    jobId: undefined,
  });
  const conversationId = open?.conversation.id;
  const jobId = active?.id;
  useEffect(() => {
    const last = before.current;
    before.current = { conversationId, jobId };
    if (last.conversationId !== conversationId || last.jobId === jobId) return;
    if (jobId !== undefined) setText(l10n.t('The agent is working.'));
    else if (open && last.jobId !== undefined) setText(endText(open, last.jobId));
  }, [conversationId, jobId, open]);
  return (
    <div class="spoken" role="status" aria-live="polite">
      {text}
    </div>
  );
}

function endText(open: OpenConversation, jobId: string): string {
  const job = open.jobs.get(jobId);
  if (job?.status === 'CANCELLED') return l10n.t('Stopped.');
  const message = open.messages.findLast((one) => one.jobId === jobId && one.role === 'assistant');
  const words = message ? wordsOf(message.parts).slice(0, mostSpoken) : '';
  const asked = message?.parts.find(
    (part) => part.type === 'tool' && part.call.status === 'AWAITING_CONSENT',
  );
  const question = asked?.type === 'tool' ? asked.call.consent?.title : undefined;
  return [words, question === undefined ? '' : l10n.t('Needs your decision: {0}', question)]
    .filter((part) => part !== '')
    .join(' ');
}
