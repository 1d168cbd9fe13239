import { useEffect, useRef, useState } from 'preact/hooks';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const pauseMs = 300;

/** Searches when the typing pauses, or at once with Enter. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), pauseMs);
  };
  return (
    <search>
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
