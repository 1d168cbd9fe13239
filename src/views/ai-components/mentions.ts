import type { AiComponent } from '../../api/contract/ai-inventory.ts';

type Named = Pick<AiComponent, 'name' | 'importNames'>;

/** Where texts write a component's name: by itself, and not as a part of another name, path or address. */
export function mentionsOf(text: string, { name, importNames = [] }: Named): readonly number[] {
  const offsets: number[] = [];
  for (const written of new Set([name, ...importNames].map(longestPart))) {
    if (written === '') continue;
    for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + written.length)) {
      const before = text[at - 1] ?? ' ';
      const after = text.slice(at + written.length, at + written.length + 2);
      if (!/[\w@/.-]/.test(before) && !/^(?:[\w-]|[./]\w)/.test(after)) offsets.push(at);
    }
  }
  return offsets.sort((a, b) => a - b);
}

/** Of an address whose parts are computed, what stands in the text: `*.openai.azure.com`. */
const longestPart = (name: string): string =>
  name.split('*').reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/**
 * The 1-based line on which a component is now: the one nearest to where it was that names it, else where it was, as
 * far as the text goes on.
 */
export function presentLine(text: string, component: Named & Pick<AiComponent, 'line'>): number {
  const was = component.line ?? 1;
  const starts = lineStarts(text);
  const lines = mentionsOf(text, component).map((offset) => lineAt(starts, offset));
  const [first, ...others] = lines;
  if (first === undefined) return Math.min(was, starts.length);
  return others.reduce((best, line) => (Math.abs(line - was) < Math.abs(best - was) ? line : best), first);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
