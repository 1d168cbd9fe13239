const patterns = new Map<string, RegExp>();

/** The pattern of a row for a whole name, compiled once. */
export function wholly(pattern: string): RegExp {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    compiled = new RegExp(`^(?:${pattern})$`);
    patterns.set(pattern, compiled);
  }
  return compiled;
}
