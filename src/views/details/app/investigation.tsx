import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { longestContext } from '../../issues/limits.ts';
import type { DetailsView, InvestigationView } from '../messages.ts';
import { Draft } from './draft.tsx';
import { tell } from './host.ts';
import { Button, Section, Told } from './parts.tsx';

/** What a deeper look found out, how far it is, and how to ask for one. */
export function Investigation({ issue }: { readonly issue: DetailsView }) {
  const { investigation } = issue;
  if (!issue.canDecide) return null;
  return (
    <Section title={l10n.t('Investigation')} id="investigation">
      {/* Always there, so that a screen reader reads what changes in it. */}
      <div role="status">{investigation && <State investigation={investigation} />}</div>
      {investigation && <Found investigation={investigation} />}
      {investigation?.state !== 'underWay' && <Request issue={issue} />}
      {issue.assessment !== undefined && investigation?.state !== 'completed' && (
        <p>
          <Told text={issue.assessment} />
        </p>
      )}
    </Section>
  );
}

function State({ investigation }: { readonly investigation: InvestigationView }) {
  const { state, stage, verdict, confidence } = investigation;
  switch (state) {
    case 'underWay':
      return (
        <p class="verdict">
          <span class="codicon codicon-sync codicon-modifier-spin" aria-hidden="true" /> {stage}…
        </p>
      );
    case 'failed':
      return (
        <p class="verdict note">
          <span class="codicon codicon-error" aria-hidden="true" />{' '}
          {l10n.t('The investigation failed: {0}', stage)}
        </p>
      );
    case 'cancelled':
      return <p class="verdict quiet">{l10n.t('The investigation was cancelled.')}</p>;
    case 'completed':
      return (
        <p class="verdict">
          <span class={`codicon codicon-${verdict?.icon ?? 'question'}`} aria-hidden="true" />{' '}
          <strong>{verdict?.label ?? l10n.t('No verdict')}</strong>
          {confidence !== undefined && (
            <span class="quiet"> {l10n.t('{0} % sure that the issue is real', confidence)}</span>
          )}
        </p>
      );
  }
}

function Found({ investigation }: { readonly investigation: InvestigationView }) {
  const { state, summary, context, evidence, updatedAt, trace, fitting } = investigation;
  return (
    <>
      {summary !== undefined && (
        <p>
          <Told text={summary} />
        </p>
      )}
      {evidence.length > 0 && (
        <>
          <Evidence all={evidence} speaks="real" title={l10n.t('Speaks for the issue')} icon="arrow-up" />
          <Evidence all={evidence} speaks="harmless" title={l10n.t('Speaks against it')} icon="arrow-down" />
          <Evidence all={evidence} speaks="neither" title={l10n.t('Also found')} icon="dash" />
        </>
      )}
      {context !== undefined && (
        <details>
          <summary>{l10n.t('What it was told')}</summary>
          <blockquote class="as-written">{context}</blockquote>
        </details>
      )}
      {state === 'completed' && updatedAt !== undefined && (
        <p class="hint">
          {new Date(updatedAt).toLocaleString()} {trace}
        </p>
      )}
      <p class="actions">
        {fitting !== undefined && (
          <Button isMain icon="checklist" onClick={() => tell({ type: 'decideAsFound' })}>
            {fitting}
          </Button>
        )}
        {state === 'underWay' && (
          <Button icon="stop-circle" onClick={() => tell({ type: 'cancelInvestigation' })}>
            {l10n.t('Cancel')}
          </Button>
        )}
      </p>
    </>
  );
}

function Evidence({
  all,
  speaks,
  title,
  icon,
}: {
  readonly all: InvestigationView['evidence'];
  readonly speaks: InvestigationView['evidence'][number]['speaks'];
  readonly title: string;
  readonly icon: string;
}) {
  const pieces = all.filter((one) => one.speaks === speaks);
  if (pieces.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class={`plain evidence ${speaks}`} aria-label={title}>
        {pieces.map(({ text, place }, index) => (
          <li key={`${index} ${text}`}>
            <span class={`codicon codicon-${icon}`} aria-hidden="true" />
            <span>
              <Told text={text} />{' '}
              {place && (
                <button
                  type="button"
                  class="link"
                  onClick={() => tell({ type: 'openPlace', file: place.file, line: place.line })}
                >
                  {place.file}:{place.line}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A first look needs one click; what the user knows can be told before. */
function Request({ issue }: { readonly issue: DetailsView }) {
  const [isOpen, open] = useState(false);
  const label = issue.investigation ? l10n.t('Investigate again') : l10n.t('Investigate');
  return (
    <details open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        {issue.investigation
          ? l10n.t('Investigate again, with what you know')
          : l10n.t('Add context (optional)')}
      </summary>
      <Draft
        key={`${issue.id} context`}
        issueId={issue.id}
        name="context"
        saved=""
        label={l10n.t('What the code does not say')}
        placeholder={l10n.t('Example: this runs behind a gateway that checks the address')}
        most={longestContext}
        isEmptySent
        action={label}
        onSend={(context) => tell({ type: 'investigate', context })}
        isSent={issue.investigation?.state === 'underWay'}
      />
    </details>
  );
}
