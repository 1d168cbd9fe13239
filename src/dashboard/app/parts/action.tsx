import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../../../api/api-error.ts';
import { asApiError } from '../answer.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './states.tsx';

interface ActionButtonProps {
  readonly act: () => Promise<void>;
  readonly isMain?: boolean;
  readonly children: ComponentChildren;
}

/** Does something at once; a refusal is told in a dialog, so that it is not overlooked below the fold. */
export function ActionButton({ act, isMain = false, children }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (failure) {
      setError(asApiError(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class={isMain ? 'main' : ''} disabled={isBusy} onClick={() => void run()}>
        {children}
      </button>
      {error && (
        <Dialog title={l10n.t('That did not work')} onClose={() => setError(undefined)}>
          <Failure error={error} />
        </Dialog>
      )}
    </>
  );
}
