import type { CodeqlRow } from './codeql-rows.ts';

/** One row of ours: the section, what is said, and of which API. */
export interface ConvertedRow {
  readonly section: 'sources' | 'sinks' | 'summaries' | 'neutrals' | 'types' | 'subtypes' | 'callbacks';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly api: string;
  /** The package that the API belongs to. */
  readonly package: string;
}

/** Thrown for a row that Parapet cannot say the same as: the message is the reason. */
export class NotTaken extends Error {}

/** A cell that has to be a text. @throws NotTaken */
export function textAt({ cells }: CodeqlRow, index: number, what: string): string {
  const cell = cells[index];
  if (typeof cell === 'string') return cell;
  throw new NotTaken(`Its ${what} is missing (column ${index + 1}).`);
}

/** The parts of `Member[a.b].Argument[0]`: dots in brackets do not part. */
export function partsOf(path: string): string[] {
  const parts: string[] = [''];
  let isInside = false;
  for (const character of path) {
    if (character === '.' && !isInside) {
      parts.push('');
      continue;
    }
    if (character === '[') isInside = true;
    if (character === ']') isInside = false;
    parts[parts.length - 1] += character;
  }
  return parts;
}
