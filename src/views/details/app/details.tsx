import * as l10n from '@vscode/l10n';
import type { DetailsView, Position } from '../messages.ts';
import { Flows } from './flows.tsx';
import { tell } from './host.ts';
import { Markdown } from './markdown.tsx';
import { Link, Section } from './parts.tsx';
import { Scores } from './scores.tsx';

interface Props {
  readonly issue: DetailsView;
  readonly position: Position | null;
  readonly note: string;
}

/** An issue on one page, in the order in which it is understood: what, why, how data gets there, what to do. */
export function Details({ issue, position, note }: Props) {
  return (
    <main>
      <Header issue={issue} />
      <Section title={l10n.t('Why')}>
        <Markdown text={issue.description} />
      </Section>
      <Flows flows={issue.flows} position={position} note={note} />
      {issue.impact !== undefined && (
        <Section title={l10n.t('Impact')}>
          <Markdown text={issue.impact} />
        </Section>
      )}
      {issue.preconditions.length > 0 && (
        <Section title={l10n.t('Preconditions')}>
          <ul>
            {issue.preconditions.map(({ text, state }) => (
              <li key={text}>
                {text} <span class="quiet">({state})</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {issue.attackSteps.length > 0 && (
        <Section title={l10n.t('How it would be attacked')}>
          <ol>
            {issue.attackSteps.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </Section>
      )}
      {issue.remediation !== undefined && (
        <Section title={l10n.t('What to do')}>
          <Markdown text={issue.remediation} />
        </Section>
      )}
      <Scores scores={issue.scores} />
      <Reading issue={issue} />
      <Facts issue={issue} />
    </main>
  );
}

function Header({ issue }: { readonly issue: DetailsView }) {
  return (
    <header>
      <h1>{issue.title}</h1>
      <p class="grade">
        <span class={`severity ${issue.severity.toLowerCase()}`}>
          <span class={`codicon codicon-${severityIcon(issue.severity)}`} aria-hidden="true" />{' '}
          {issue.severityLabel} {issue.score}
        </span>
        <span class="quiet">{l10n.t('{0} % sure', issue.confidence)}</span>
        <span class={issue.isSuppressed ? 'status suppressed' : 'status'}>{issue.statusLabel}</span>
      </p>
      <p class="place">
        <button type="button" class="link" onClick={() => tell({ type: 'openCode' })}>
          <span class="codicon codicon-go-to-file" aria-hidden="true" /> {issue.file}:{issue.line}
        </button>
        {issue.placeNote !== '' && <span class="note">{issue.placeNote}</span>}
      </p>
      {issue.decision !== undefined && <blockquote>{issue.decision}</blockquote>}
      {issue.canDecide && <Decisions isSuppressed={issue.isSuppressed} />}
    </header>
  );
}

function Decisions({ isSuppressed }: { readonly isSuppressed: boolean }) {
  return (
    <p class="actions">
      {isSuppressed ? (
        <vscode-button secondary icon="discard" onClick={() => tell({ type: 'decide', decision: 'reopen' })}>
          {l10n.t('Reopen')}
        </vscode-button>
      ) : (
        <>
          <vscode-button
            secondary
            icon="thumbsdown"
            onClick={() => tell({ type: 'decide', decision: 'falsePositive' })}
          >
            {l10n.t('False positive…')}
          </vscode-button>
          <vscode-button
            secondary
            icon="law"
            onClick={() => tell({ type: 'decide', decision: 'acceptRisk' })}
          >
            {l10n.t('Accept the risk…')}
          </vscode-button>
        </>
      )}
    </p>
  );
}

function severityIcon(severity: DetailsView['severity']): string {
  switch (severity) {
    case 'CRITICAL':
      return 'flame';
    case 'HIGH':
      return 'error';
    case 'MEDIUM':
      return 'warning';
    case 'LOW':
      return 'info';
    case 'INFO':
      return 'circle-outline';
  }
}

function Reading({ issue }: { readonly issue: DetailsView }) {
  if (issue.weaknesses.length + issue.references.length === 0) return null;
  return (
    <Section title={l10n.t('To read')}>
      <ul class="plain">
        {issue.weaknesses.map(({ label, url }) => (
          <li key={label}>{url === undefined ? label : <Link url={url}>{label}</Link>}</li>
        ))}
        {issue.references.map(({ title, url }) => (
          <li key={url}>
            <Link url={url}>{title}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Facts({ issue }: { readonly issue: DetailsView }) {
  return (
    <Section title={l10n.t('About this finding')}>
      <dl>
        <dt>{l10n.t('Kind')}</dt>
        <dd>{issue.className}</dd>
        <dt>{l10n.t('Rule')}</dt>
        <dd>
          <code>{issue.ruleId}</code>
        </dd>
        <dt>{l10n.t('First seen')}</dt>
        <dd>{new Date(issue.firstSeen).toLocaleString()}</dd>
        <dt>{l10n.t('Last seen')}</dt>
        <dd>{new Date(issue.lastSeen).toLocaleString()}</dd>
      </dl>
    </Section>
  );
}
