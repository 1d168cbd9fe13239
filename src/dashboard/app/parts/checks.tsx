interface ChecksProps<T extends string> {
  readonly options: readonly (readonly [T, string])[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: T[]) => void;
}

/** Check boxes, of which any number is chosen. */
export function Checks<T extends string>({ options, chosen, onChange }: ChecksProps<T>) {
  return (
    <>
      {options.map(([value, text]) => (
        <label key={value} class="option">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
              )
            }
          />
          {text}
        </label>
      ))}
    </>
  );
}
