/**
 * Renames that git does not see: it takes a file that is not in the index for a new one, and the one it was renamed
 * from for removed.
 */

export interface NamedText {
  readonly path: string;
  readonly content: string;
}

/** Share of equal lines from which on two files are taken for the same, as in git. */
const alike = 0.5;
/** Files of a side beyond which renames are not looked for: nobody renames so many by hand. */
const most = 400;

/** @returns what each added file was called and held before, for those that were renamed */
export function renamesOf(
  removed: readonly NamedText[],
  added: readonly NamedText[],
): ReadonlyMap<string, NamedText> {
  const renames = new Map<string, NamedText>();
  if (removed.length === 0 || removed.length > most || added.length > most) return renames;
  const olds = removed.map((file) => ({ file, lines: linesOf(file.content) }));
  const pairs = added.flatMap((file) => {
    const lines = linesOf(file.content);
    return olds
      .map((old) => ({ from: old.file, to: file, share: shareOf(old.lines, lines) }))
      .filter(({ share }) => share >= alike);
  });
  const taken = new Set<string>();
  for (const { from, to } of pairs.sort((a, b) => b.share - a.share)) {
    if (taken.has(from.path) || renames.has(to.path)) continue;
    taken.add(from.path);
    renames.set(to.path, from);
  }
  return renames;
}

type Lines = ReadonlyMap<string, number>;

/** How often each line occurs; empty ones say nothing. */
function linesOf(text: string): Lines {
  const counts = new Map<string, number>();
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

function shareOf(a: Lines, b: Lines): number {
  const size = Math.max(total(a), total(b));
  let common = 0;
  for (const [line, count] of a) common += Math.min(count, b.get(line) ?? 0);
  return size === 0 ? 0 : common / size;
}

function total(lines: Lines): number {
  let sum = 0;
  for (const count of lines.values()) sum += count;
  return sum;
}
