import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ToolView } from '../messages.ts';
import { CodeBlock } from './code-block.tsx';
import { Consent } from './consent.tsx';
import { tell } from './host.ts';
import { Markdown } from './markdown.tsx';
import { Icon, PlaceLink } from './parts.tsx';
import { durationText } from './times.ts';

/** Cards that a person opened: a message that leaves the view and comes back is as it was. */
const openCards = new Set<string>();

interface Props {
  readonly call: ToolView;
  readonly jobId: string | null;
}

/** A call of a tool: one line, and behind it what it was given and what it said. */
export function ToolCard({ call, jobId }: Props) {
  const [isOpen, setOpen] = useState(openCards.has(call.id));
  const toggle = (open: boolean) => {
    if (open) openCards.add(call.id);
    else openCards.delete(call.id);
    setOpen(open);
  };
  return (
    <div class={`tool ${call.status.toLowerCase()}`}>
      <details open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
        <summary>
          <Icon name={stateIcon(call.status)} />
          <span class="tool-title">{call.title}</span>
          <span class="quiet">{stateText(call)}</span>
        </summary>
        {isOpen && <Inside call={call} />}
      </details>
      {(call.status === 'FAILED' || call.status === 'DECLINED') && call.errorMessage !== undefined && (
        <p class="note">{call.errorMessage}</p>
      )}
      {call.consent !== undefined && call.status === 'AWAITING_CONSENT' && jobId !== null && (
        <Consent consent={call.consent} jobId={jobId} callId={call.id} />
      )}
    </div>
  );
}

/** Many calls in a row: how many they were, and behind it each. */
export function ToolGroup({
  count,
  children,
}: {
  readonly count: number;
  readonly children: ComponentChildren;
}) {
  return (
    <details class="tool tools completed">
      <summary>
        <Icon name="pass" />
        <span class="tool-title">{l10n.t('{0} tool calls', count)}</span>
      </summary>
      {children}
    </details>
  );
}

function Inside({ call }: { readonly call: ToolView }) {
  const { result } = call;
  return (
    <div class="tool-inside">
      <h4>{l10n.t('What it was given')}</h4>
      <CodeBlock code={call.input} language="json" />
      {call.consent !== undefined && call.status !== 'AWAITING_CONSENT' && (
        <>
          <h4>{l10n.t('What was asked')}</h4>
          <p>{call.consent.title}</p>
          <Markdown text={call.consent.detail} />
        </>
      )}
      {result !== undefined && (
        <>
          <h4>{l10n.t('What it said')}</h4>
          <Markdown text={result.text} />
          {result.places.length > 0 && <Places places={result.places} />}
        </>
      )}
    </div>
  );
}

function Places({ places }: Pick<NonNullable<ToolView['result']>, 'places'>) {
  return (
    <ul class="places">
      {places.map(({ label, path, line, issueId }, index) => (
        <li key={`${index}`}>
          <PlaceLink
            title={line === undefined ? path : `${path}:${line}`}
            onClick={() =>
              issueId === undefined
                ? tell({ type: 'openFile', path, ...(line === undefined ? {} : { line }) })
                : tell({ type: 'openIssue', issueId })
            }
          >
            {label}
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}

function stateIcon(status: ToolView['status']): string {
  switch (status) {
    case 'RUNNING':
      return 'loading codicon-modifier-spin';
    case 'AWAITING_CONSENT':
      return 'question';
    case 'COMPLETED':
      return 'pass';
    case 'FAILED':
      return 'error';
    case 'DECLINED':
      return 'circle-slash';
  }
}

function stateText({ status, startedAt, finishedAt, errorMessage }: ToolView): string {
  switch (status) {
    case 'RUNNING':
      return l10n.t('running');
    case 'AWAITING_CONSENT':
      return l10n.t('waits for you');
    case 'COMPLETED':
      return finishedAt === undefined
        ? l10n.t('done')
        : durationText(Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)));
    case 'FAILED':
      return l10n.t('failed');
    case 'DECLINED':
      // Nobody declined it where there is a reason: it was done by another call meanwhile.
      return errorMessage === undefined ? l10n.t('declined') : l10n.t('no longer needed');
  }
}
