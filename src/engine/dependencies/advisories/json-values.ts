/** Values of JSON that nobody has checked, read within bounds. What is of another type counts as absent. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object; never one that it inherits. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A text of at most `longest` characters, on one line; a longer one is absent. */
export function text(value: unknown, longest = 300): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined;
  const line = value.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return line === '' ? undefined : line;
}

/** The first `most` elements; none for what is no list. */
export function list(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

/** The texts among the first `most` elements, each once. */
export function texts(value: unknown, most: number, longest?: number): readonly string[] {
  return [...new Set(list(value, most).flatMap((element) => text(element, longest) ?? []))];
}
