/** The logical lines of a requirements file (pip.pypa.io, "Requirements File Format"). */

export interface RequirementLine {
  /** The whole line with its continuations, without its comment. */
  readonly text: string;
  /** Where it starts in the file; every character stands at its own offset from there. */
  readonly offset: number;
  /** The comment behind it, and those on lines of their own below it. */
  readonly comments: readonly string[];
}

/** @returns the lines that say something, joined where a backslash ends one */
export function requirementLines(text: string): RequirementLine[] {
  const found: { text: string; offset: number; comments: string[] }[] = [];
  let offset = 0;
  let open: { text: string; offset: number } | undefined;
  let comments: string[] | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    const hash = commentStart(line);
    const content = hash === undefined ? line : line.slice(0, hash);
    const isContinued = hash === undefined && line.endsWith('\\');
    const kept = isContinued ? `${content.slice(0, -1)} ` : content;
    // A break between joined lines counts as a space for each of its characters.
    if (open) open.text += ' '.repeat(offset - open.offset - open.text.length) + kept;
    else if (kept.trim() !== '') open = { text: kept, offset };
    else if (hash !== undefined) comments?.push(line.slice(hash + 1));
    else if (line.trim() === '') comments = undefined;
    if (open && !isContinued) {
      comments = hash === undefined ? [] : [line.slice(hash + 1)];
      found.push({ ...open, comments });
      open = undefined;
    }
    offset += raw.length + 1;
  }
  if (open) found.push({ ...open, comments: [] });
  return found;
}

/** A comment starts a line, or follows white space. */
function commentStart(line: string): number | undefined {
  for (let at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1))
    if (at === 0 || /\s/.test(line[at - 1] ?? '')) return at;
  return undefined;
}
