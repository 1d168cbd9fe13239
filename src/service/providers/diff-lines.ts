import { parsePatch } from 'diff';

/** Lines of the new side that a unified diff adds. None of what is no diff. */
export function addedLines(diff: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { hunks } of parsed(diff)) for (const hunk of hunks) addLines(lines, hunk);
  return lines;
}

/** The same of a diff of several files, by the new name of each. */
export function addedLinesByFile(diff: string): ReadonlyMap<string, ReadonlySet<number>> {
  const files = new Map<string, Set<number>>();
  for (const { newFileName, hunks } of parsed(diff)) {
    const name = newFileName?.replace(/^b\//, '');
    if (name === undefined || name === '/dev/null') continue;
    const lines = files.get(name) ?? new Set<number>();
    for (const hunk of hunks) addLines(lines, hunk);
    files.set(name, lines);
  }
  return files;
}

interface Hunk {
  readonly newStart: number;
  readonly lines: readonly string[];
}

function addLines(to: Set<number>, { newStart, lines }: Hunk): void {
  let at = newStart;
  for (const line of lines) {
    if (line.startsWith('-') || line.startsWith('\\')) continue;
    if (line.startsWith('+')) to.add(at);
    at += 1;
  }
}

function parsed(diff: string): ReturnType<typeof parsePatch> {
  try {
    return parsePatch(diff);
  } catch {
    return [];
  }
}
