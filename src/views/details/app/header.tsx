import * as l10n from '@vscode/l10n';
import type { DetailsView } from '../messages.ts';
import { tell } from './host.ts';
import { Button } from './parts.tsx';

/** What it is, how bad, how sure, where, what was decided, and what can be done. */
export function Header({ issue }: { readonly issue: DetailsView }) {
  return (
    <header>
      <h1>{issue.title}</h1>
      <p class="grade">
        <span class={`severity ${issue.severity.toLowerCase()}`}>
          <span class={`codicon codicon-${severityIcon(issue.severity)}`} aria-hidden="true" />{' '}
          {issue.severityLabel} {issue.score}/100
        </span>
        {issue.foundSeverity !== undefined && (
          <span class="quiet">{l10n.t('the scan found: {0}', issue.foundSeverity)}</span>
        )}
        <span class="quiet">{l10n.t('{0} % sure', issue.confidence)}</span>
        <span class={issue.isSuppressed ? 'status suppressed' : 'status'} role="status">
          {issue.statusIcon !== '' && (
            <span
              class={`codicon codicon-${issue.statusIcon}${issue.statusIcon === 'sync' ? ' codicon-modifier-spin' : ''}`}
              aria-hidden="true"
            />
          )}{' '}
          {issue.statusLabel}
        </span>
        {issue.isNew && <span class="status new">{l10n.t('New on this branch')}</span>}
      </p>
      {issue.rating !== '' && <p class="quiet rating">{issue.rating}</p>}
      <p class="place">
        <button type="button" class="link" onClick={() => tell({ type: 'openCode' })}>
          <span class="codicon codicon-go-to-file" aria-hidden="true" /> {issue.file}:{issue.line}
        </button>
        {issue.isAtService && (
          <button type="button" class="link" onClick={() => tell({ type: 'openInService' })}>
            <span class="codicon codicon-link-external" aria-hidden="true" /> {l10n.t('Open in the service')}
          </button>
        )}
      </p>
      {issue.outside !== undefined && (
        <p class="place">
          <span>
            <span class="codicon codicon-beaker" aria-hidden="true" /> {issue.outside}
          </span>
        </p>
      )}
      {issue.threat !== undefined && (
        <p class="place">
          <span>
            <span class="codicon codicon-arrow-right" aria-hidden="true" />{' '}
            {l10n.t('Source: {0}', issue.threat)}
          </span>
        </p>
      )}
      {issue.route && <Route route={issue.route} />}
      {issue.decision !== undefined && <blockquote class="as-written">{issue.decision}</blockquote>}
      {issue.unsaved !== undefined && (
        <p class="note">
          <span class="codicon codicon-info" aria-hidden="true" /> {issue.unsaved}
        </p>
      )}
      <Actions issue={issue} />
    </header>
  );
}

function Route({ route }: { readonly route: NonNullable<DetailsView['route']> }) {
  return (
    <p class="place">
      <span>
        <span class="codicon codicon-globe" aria-hidden="true" /> {l10n.t('Comes in at')}{' '}
        <code>{route.text}</code>
      </span>
      {route.isOpen ? (
        <span class="note">
          <span class="codicon codicon-unlock" aria-hidden="true" />{' '}
          {l10n.t('nothing asks who the caller is')}
        </span>
      ) : (
        <span>
          <span class="codicon codicon-lock" aria-hidden="true" /> {l10n.t('guarded by')}{' '}
          {route.guards.map((guard, index) => (
            <span key={guard}>
              {index > 0 && ', '}
              <code>{guard}</code>
            </span>
          ))}
        </span>
      )}
    </p>
  );
}

function Actions({ issue }: { readonly issue: DetailsView }) {
  const isUnderWay = issue.investigation?.state === 'underWay';
  if (!issue.canDecide && !issue.canCheck && issue.undo.length === 0) return null;
  return (
    <p class="actions">
      {issue.unsaved !== undefined && (
        <Button icon="play" isMain onClick={() => tell({ type: 'saveToProject' })}>
          {l10n.t('Scan Workspace')}
        </Button>
      )}
      {issue.canCheck && (
        <Button icon="refresh" onClick={() => tell({ type: 'checkAgain' })}>
          {l10n.t('Check Again')}
        </Button>
      )}
      {issue.undo.map(({ what, label }) => (
        <Button key={what} icon="discard" onClick={() => tell({ type: 'undo', what })}>
          {label}
        </Button>
      ))}
      {issue.canDecide && <Decisions issue={issue} isUnderWay={isUnderWay} />}
    </p>
  );
}

interface DecisionsProps {
  readonly issue: DetailsView;
  readonly isUnderWay: boolean;
}

function Decisions({ issue, isUnderWay }: DecisionsProps) {
  return (
    <>
      <Button icon="search" disabled={isUnderWay} onClick={() => tell({ type: 'investigate', context: '' })}>
        {isUnderWay
          ? l10n.t('Investigating…')
          : issue.investigation
            ? l10n.t('Investigate again')
            : l10n.t('Investigate')}
      </Button>
      <Button icon="checklist" onClick={() => tell({ type: 'triage' })}>
        {l10n.t('Triage…')}
      </Button>
      {issue.isSuppressed ? (
        <Button icon="discard" onClick={() => tell({ type: 'decide', decision: 'reopen' })}>
          {l10n.t('Reopen')}
        </Button>
      ) : (
        <Button icon="thumbsdown" onClick={() => tell({ type: 'decide', decision: 'falsePositive' })}>
          {l10n.t('False positive…')}
        </Button>
      )}
    </>
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
