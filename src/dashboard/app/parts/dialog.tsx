import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../../api/api-error.ts';
import { asApiError } from '../answer.ts';
import { Failure } from './states.tsx';

interface DialogProps {
  readonly title: string;
  /** What the button says that does it; none where there is nothing to do but read. */
  readonly action?: string;
  readonly isDangerous?: boolean;
  /** For texts of several lines. */
  readonly isWide?: boolean;
  /** Does it; a failure is shown in the dialog, which stays open. */
  readonly onSubmit?: (fields: FormData) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog: the browser holds the focus in it, closes it with Escape, and gives the focus back. */
export function Dialog(props: DialogProps) {
  const { title, action, isDangerous = false, isWide = false, onSubmit, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (!onSubmit || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit(new FormData(form));
    } catch (failure) {
      setError(asApiError(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'wide' : ''}
      aria-labelledby={heading}
      onCancel={(event) => {
        // It closes when it is no longer shown: one that follows it must not be told of this one's end.
        event.preventDefault();
        onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <h2 id={heading}>{title}</h2>
        {children}
        {error && <Failure error={error} />}
        <div class="buttons">
          <button type="button" onClick={onClose}>
            {onSubmit ? l10n.t('Cancel') : l10n.t('Close')}
          </button>
          {onSubmit && (
            <button type="submit" class={isDangerous ? 'main dangerous' : 'main'} disabled={isBusy}>
              {action}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** The text of a field of a form; empty where it has none. */
export function fieldOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
