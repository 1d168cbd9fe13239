/** A word or a sign of a text. */
export interface TextPart {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** 0-based. */
  readonly line: number;
}

const part = /[A-Za-z0-9_]+|[^\sA-Za-z0-9_]/gu;

/** Splits a text into words and signs; white space between them does not count. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let line = 0;
  let from = 0;
  for (const { 0: found, index } of text.matchAll(part)) {
    for (let at = text.indexOf('\n', from); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) {
      line++;
      from = at + 1;
    }
    parts.push({ text: found, at: index, end: index + found.length, line });
  }
  return parts;
}
