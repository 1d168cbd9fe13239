import * as l10n from '@vscode/l10n';
import { useId, useRef } from 'preact/hooks';
import type { FieldProblem } from '../../../api/contract/errors.ts';

interface TextLinesProps {
  readonly label: string;
  readonly hint?: string;
  readonly rows: number;
  readonly maxLength: number;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly isRequired?: boolean;
  /** What the service refused in the text; the buttons select the line. */
  readonly problems: readonly FieldProblem[];
}

/** A text of several lines, such as code, with what is wrong in it below. */
export function TextLines(props: TextLinesProps) {
  const { label, hint, rows, maxLength, value, onInput, isRequired = false, problems } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const isWrong = problems.length > 0;
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isWrong ? [`${id}-wrong`] : [])];
  const select = (line: number): void => {
    const lines = value.split('\n');
    const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.current?.focus();
    area.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        class="code"
        rows={rows}
        required={isRequired}
        spellcheck={false}
        maxLength={maxLength}
        value={value}
        aria-invalid={isWrong}
        {...(described.length > 0 && { 'aria-describedby': described.join(' ') })}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {isWrong && (
        <ul class="problems" id={`${id}-wrong`}>
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              {line !== undefined && (
                <button type="button" onClick={() => select(line)}>
                  {l10n.t('Line {0}', line)}
                </button>
              )}{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      {hint !== undefined && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
