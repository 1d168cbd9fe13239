import { useRef, useState } from 'preact/hooks';
import { Field } from './fields.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly name: string;
  readonly text: string;
  readonly maxLength: number;
}

/** A text of several lines with their numbers, by which mistakes in it are told. */
export function CodeField({ label, hint, name, text, maxLength }: CodeFieldProps) {
  const numbers = useRef<HTMLPreElement>(null);
  const [lines, setLines] = useState(linesIn(text));
  return (
    <Field label={label} hint={hint}>
      {(ties) => (
        <div class="code-field">
          <pre ref={numbers} aria-hidden="true">
            {Array.from({ length: lines }, (_, i) => i + 1).join('\n')}
          </pre>
          <textarea
            {...ties}
            name={name}
            rows={14}
            wrap="off"
            required
            spellcheck={false}
            maxLength={maxLength}
            defaultValue={text}
            onInput={(event) => setLines(linesIn(event.currentTarget.value))}
            onScroll={(event) => {
              if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
            }}
          />
        </div>
      )}
    </Field>
  );
}

const linesIn = (text: string): number => text.split('\n').length;
