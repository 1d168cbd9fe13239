import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  /** A sentence below the field: what is expected, and what comes of it. */
  readonly hint?: string;
  /** The control, which gets what ties it to its label and hint. */
  readonly children: (ties: {
    readonly id: string;
    readonly 'aria-describedby'?: string;
  }) => ComponentChildren;
}

export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...described })}
      {hint !== undefined && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange?: (value: string) => void;
  readonly hint?: string;
}

export function Choice({ label, name, value, options, onChange, hint }: ChoiceProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(ties) => (
        <select
          {...ties}
          name={name}
          value={value}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
