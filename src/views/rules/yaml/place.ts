/** Where something stands in a rule file that is being written: YAML as people write it, perhaps not valid yet. */

interface Typed {
  /** The keys that lead to the mapping, from the outside. */
  readonly path: readonly string[];
  /** What is written before the cursor, and the column where it begins; 0-based. */
  readonly typed: string;
  readonly from: number;
}

export type Place =
  | (Typed & { readonly kind: 'key' })
  | (Typed & { readonly kind: 'value'; readonly key: string });

/** Lines above that are looked at. */
const maximumLines = 5_000;

interface Line {
  /** Columns of the dash of a list item, if it is one, and of what it says. */
  readonly dash: number | undefined;
  readonly column: number;
  readonly key: string | undefined;
  readonly opensBlock: boolean;
}

/** @returns undefined where neither a key nor a value can be written: in a comment or in a text of several lines */
export function placeAt(lines: readonly string[], line: number, character: number): Place | undefined {
  const before = (lines[line] ?? '').slice(0, character);
  const { dash, column, rest } = beginningOf(before);
  const path = ancestors(lines, line, dash === undefined ? column : dash + 1);
  if (!path) return undefined;
  if (/^[\w-]*$/.test(rest)) return { kind: 'key', path, typed: rest, from: column };
  const key = /^([\w-]+): /.exec(rest)?.[1];
  if (key === undefined) return undefined;
  const value = rest.slice(key.length + 1).trimStart();
  // In a list in brackets, the last entry is written.
  const typed = value.startsWith('[')
    ? value.slice(Math.max(...['[', ',', ' ', ']'].map((mark) => value.lastIndexOf(mark))) + 1)
    : value;
  if (value.includes(']') || !/^[\w-]*$/.test(typed)) return undefined;
  return { kind: 'value', path, key, typed, from: before.length - typed.length };
}

/** The whole key at a place, for its meaning. @returns undefined where none stands */
export function keyAt(lines: readonly string[], line: number, character: number): Place | undefined {
  const text = lines[line] ?? '';
  const { column, key } = read(text);
  if (key === undefined || character < column || character > column + key.length) return undefined;
  return placeAt(lines, line, column + key.length);
}

/** The keys around a place, by columns: of those above, each that stands further left. */
function ancestors(lines: readonly string[], line: number, column: number): readonly string[] | undefined {
  const found: string[] = [];
  let limit = column;
  let isNearest = true;
  for (let at = line - 1; at >= Math.max(0, line - maximumLines) && limit > 0; at--) {
    const text = lines[at] ?? '';
    if (text.trim() === '' || text.trimStart().startsWith('#')) continue;
    const { dash, column: start, key, opensBlock } = read(text);
    if (start < limit) {
      if (key === undefined) {
        // What stands to the left is text, so this is the rest of it.
        if (dash === undefined) return undefined;
        limit = dash + 1;
        continue;
      }
      if (opensBlock && isNearest) return undefined;
      found.unshift(key);
      isNearest = false;
      limit = dash === undefined ? start : dash + 1;
    } else if (dash !== undefined && dash < limit) limit = dash + 1;
  }
  return found;
}

function read(text: string): Line {
  const { dash, column, rest } = beginningOf(text);
  const key = /^([\w-]+):(?: |$)/.exec(rest)?.[1];
  return { dash, column, key, opensBlock: /: +[|>][-+\d]* *(?:#.*)?$/.test(rest) };
}

/** Where a line's dash and text begin. */
function beginningOf(text: string): Pick<Line, 'dash' | 'column'> & { readonly rest: string } {
  const space = (from: number): number => {
    let at = from;
    while (text[at] === ' ') at++;
    return at;
  };
  let column = space(0);
  const dash = text.startsWith('- ', column) ? column : undefined;
  while (text.startsWith('- ', column)) column = space(column + 1);
  return { dash, column, rest: text.slice(column) };
}
