import * as l10n from '@vscode/l10n';
import type { JobView, TraceView } from '../messages.ts';
import { Button, Icon } from './parts.tsx';
import { bytesText, countText, durationText } from './times.ts';

/** How the answer stands: what goes on, why it ended early, and what it took. */
export function JobEnd({ job, onRetry }: { readonly job: JobView; readonly onRetry: () => void }) {
  switch (job.status) {
    case 'PENDING':
    case 'RUNNING':
      return (
        <p class="stage">
          <Icon name="loading codicon-modifier-spin" />{' '}
          {job.stage ?? (job.status === 'PENDING' ? l10n.t('Waiting for its turn…') : l10n.t('Working…'))}
        </p>
      );
    case 'FAILED':
      return (
        <div class="job-failed" role="alert">
          <p>
            <Icon name="error" /> {job.errorMessage ?? l10n.t('The agent could not answer.')}
          </p>
          <Retry onRetry={onRetry} />
          <Trace trace={job.trace} />
        </div>
      );
    case 'CANCELLED':
      return (
        <div>
          <p class="quiet">
            <Icon name="circle-slash" /> {l10n.t('You stopped this answer.')}
          </p>
          <Retry onRetry={onRetry} />
          <Trace trace={job.trace} />
        </div>
      );
    case 'COMPLETED':
      return <Trace trace={job.trace} />;
  }
}

function Retry({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <p class="actions">
      <Button isSecondary icon="refresh" onClick={onRetry}>
        {l10n.t('Retry')}
      </Button>
    </p>
  );
}

/** Who answered, with what, and what left the machine. */
function Trace({ trace }: { readonly trace: TraceView | null }) {
  if (!trace) return null;
  const who =
    trace.analyst === 'model' ? (trace.model ?? l10n.t('Language model')) : l10n.t('Built-in analyst');
  const tokens = trace.inputTokens + trace.outputTokens;
  const glance = [
    who,
    tokens > 0 ? l10n.t('{0} tokens', countText(tokens)) : '',
    durationText(trace.durationMs),
  ].filter((text) => text !== '');
  return (
    <details class="trace">
      <summary class="quiet">{glance.join(' · ')}</summary>
      <dl>
        <dt>{l10n.t('Answered by')}</dt>
        <dd>{who}</dd>
        <dt>{l10n.t('Steps')}</dt>
        <dd>{countText(trace.steps)}</dd>
        <dt>{l10n.t('Tools used')}</dt>
        <dd>{countText(trace.toolCalls)}</dd>
        {tokens > 0 && (
          <>
            <dt>{l10n.t('Tokens')}</dt>
            <dd>{l10n.t('{0} in, {1} out', countText(trace.inputTokens), countText(trace.outputTokens))}</dd>
          </>
        )}
        <dt>{l10n.t('Sent to a model')}</dt>
        <dd>
          {trace.sent.length === 0 ? (
            l10n.t('no code')
          ) : (
            <ul class="plain">
              {trace.sent.map(({ path, bytes }) => (
                <li key={path}>
                  {path} <span class="quiet">({bytesText(bytes)})</span>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </details>
  );
}
