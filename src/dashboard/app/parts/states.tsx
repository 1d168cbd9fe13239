import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../../../api/api-error.ts';
import type { Answer } from '../answer.ts';

interface ShownProps<T> {
  readonly answer: Answer<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** What was asked for, once it is there; until then that it is loading, or why it cannot be shown. */
export function Shown<T>({ answer, children }: ShownProps<T>) {
  switch (answer.asked.kind) {
    case 'waiting':
      return (
        <p class="quiet" role="status">
          {l10n.t('Loading…')}
        </p>
      );
    case 'failed':
      return <Failure error={answer.asked.error} onRetry={answer.again} />;
    case 'there':
      return <>{children(answer.asked.value)}</>;
  }
}

interface FailureProps {
  readonly error: ApiError;
  readonly onRetry?: () => void;
}

export function Failure({ error, onRetry }: FailureProps) {
  const isGone = error.kind === 'notFound';
  return (
    <div class="notice failed" role="alert">
      <p>{isGone ? l10n.t('This is not there, or you may not see it.') : error.message}</p>
      {error.requestId !== undefined && !isGone && (
        <p class="quiet">{l10n.t('The service’s log has it as request {0}.', error.requestId)}</p>
      )}
      {onRetry && !isGone && (
        <button type="button" onClick={onRetry}>
          {l10n.t('Try Again')}
        </button>
      )}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** In the place of a list that has nothing: what would be here, and how it comes. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
