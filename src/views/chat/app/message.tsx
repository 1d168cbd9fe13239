import * as l10n from '@vscode/l10n';
import type { JobView, MessageView, PartView } from '../messages.ts';
import { Chips } from './chips.tsx';
import { CopyButton } from './copy-button.tsx';
import { tell } from './host.ts';
import { JobEnd } from './job-end.tsx';
import { GrowingMarkdown, Markdown } from './markdown.tsx';
import { inGroups } from './part-groups.ts';
import { Icon } from './parts.tsx';
import { PatchCard } from './patch-card.tsx';
import { momentText } from './times.ts';
import { ToolCard, ToolGroup } from './tool-card.tsx';

interface Props {
  readonly message: MessageView;
  /** The job that ends here. */
  readonly job: JobView | undefined;
}

export function Message({ message, job }: Props) {
  const isUser = message.role === 'user';
  const text = wordsOf(message.parts);
  return (
    <>
      <header class="message-head">
        <Icon name={isUser ? 'account' : 'shield'} />
        <strong>{speaker(message)}</strong>
        <time class="quiet" dateTime={message.at}>
          {momentText(message.at)}
        </time>
        <span class="message-actions">
          {text !== '' && <CopyButton text={text} label={l10n.t('Copy message')} />}
        </span>
      </header>
      <Chips chips={message.chips} />
      {inGroups(message.parts).map(({ at, parts: [part, ...more] }) =>
        more.length === 0 ? (
          part && <Part key={`${at} ${part.type}`} part={part} message={message} />
        ) : (
          <ToolGroup key={`${at} tools`} count={more.length + 1}>
            {[part, ...more].map(
              (one, index) => one && <Part key={`${at + index}`} part={one} message={message} />,
            )}
          </ToolGroup>
        ),
      )}
      {message.state === 'stopped' && <p class="quiet">{l10n.t('Stopped here.')}</p>}
      {job && <JobEnd job={job} onRetry={() => tell({ type: 'retry', jobId: job.id })} />}
    </>
  );
}

function Part({ part, message }: { readonly part: PartView; readonly message: MessageView }) {
  switch (part.type) {
    case 'text':
      if (message.role === 'user')
        return (
          <p class="as-written" dir="auto">
            {part.text}
          </p>
        );
      return message.state === 'streaming' ? (
        <GrowingMarkdown text={part.text} />
      ) : (
        <Markdown text={part.text} />
      );
    case 'tool':
      return <ToolCard call={part.call} jobId={message.jobId} />;
    case 'patch':
      return <PatchCard issueId={part.issueId} title={part.title} />;
  }
}

export function speaker({ role }: Pick<MessageView, 'role'>): string {
  return role === 'user' ? l10n.t('You') : l10n.t('Agent');
}

export function wordsOf(parts: readonly PartView[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n\n')
    .trim();
}
