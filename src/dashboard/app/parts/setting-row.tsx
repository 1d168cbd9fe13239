import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../../../api/api-error.ts';
import { asApiError } from '../answer.ts';
import { Failure } from './states.tsx';

/** Saves a change at once; a refusal is told in the row. */
export type Save = (change: () => Promise<void>) => void;

interface SettingRowProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: (save: Save) => ComponentChildren;
  /** At the end of the row: where the value comes from, say. */
  readonly aside?: (save: Save) => ComponentChildren;
}

export function SettingRow({ title, hint, children, aside }: SettingRowProps) {
  const [error, setError] = useState<ApiError>();
  const save: Save = (change) => {
    setError(undefined);
    change().catch((failure: unknown) => setError(asApiError(failure)));
  };
  return (
    <div class="setting">
      <div>
        <strong>{title}</strong>
        {hint !== undefined && <p class="quiet">{hint}</p>}
        {error && <Failure error={error} />}
      </div>
      <div>{children(save)}</div>
      {aside && <div class="origin">{aside(save)}</div>}
    </div>
  );
}
