import * as l10n from '@vscode/l10n';
import type { PageFailure } from '../page-state.ts';
import { tell } from './host.ts';
import { Icon, IconButton } from './parts.tsx';

/** What went wrong, what was kept, and what can be done. */
export function FailureBanner({
  failure,
  onDismiss,
}: {
  readonly failure: PageFailure;
  readonly onDismiss: () => void;
}) {
  return (
    <div class="failure" role="alert">
      <Icon name="error" />
      <div>
        <p>{failure.message}</p>
        <p class="actions">
          {failure.actions.map(({ title, id }) => (
            <button key={id} type="button" class="link" onClick={() => tell({ type: 'act', id })}>
              {title}
            </button>
          ))}
        </p>
      </div>
      <IconButton icon="close" label={l10n.t('Dismiss')} onClick={onDismiss} />
    </div>
  );
}
