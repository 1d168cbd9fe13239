import * as l10n from '@vscode/l10n';
import { useId, useRef, useState } from 'preact/hooks';

/** A text to be taken elsewhere. Without the clipboard, which a plain http page does not have, it is selected. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    field.current?.select();
    if (!('clipboard' in navigator)) return setSaid(l10n.t('Selected: copy it with your keyboard.'));
    await navigator.clipboard.writeText(value).then(
      () => setSaid(l10n.t('Copied.')),
      () => setSaid(l10n.t('Selected: copy it with your keyboard.')),
    );
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy">
        <input ref={field} id={id} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()}>
          {l10n.t('Copy')}
        </button>
      </div>
      <p class="quiet" role="status">
        {said}
      </p>
    </div>
  );
}
