import { useEffect, useRef, useState } from 'preact/hooks';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** For whole sentences. */
  readonly isLong?: boolean;
}

const pauseMs = 300;

/** Searches when the typing pauses, or at once with Enter. */
export function SearchField({ label, value, onSearch, isLong = false }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The filters were cleared.
    if (value === '') setText('');
  }, [value]);
  const later = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), pauseMs);
  };
  return (
    <search class={isLong ? 'long' : ''}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(timer.current);
          onSearch(text.trim());
        }}
      >
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={200}
          onInput={(event) => later(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
