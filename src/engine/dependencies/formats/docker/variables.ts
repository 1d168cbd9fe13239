/** `$NAME`, `${NAME}`, `${NAME:-default}`; what has no default stays as written. */
export function expandedVariables(text: string, defaults: ReadonlyMap<string, string>): string {
  return text.replace(
    /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?([-+])([^{}$]*))?\})/g,
    (whole, plain?: string, braced?: string, operator?: string, given?: string) => {
      const value = defaults.get(plain ?? braced ?? '');
      if (operator === '+') return value === undefined ? '' : (given ?? '');
      return value ?? (operator === '-' ? (given ?? '') : whole);
    },
  );
}
