import { isProse, lexBlocks, longestText, parseMarkdown } from './parse.ts';
import { reveal } from './plain-text.ts';
import type { Block } from './tree.ts';

/** A text that is being written, read so far. */
export interface GrowingMarkdown {
  readonly source: string;
  readonly blocks: readonly Block[];
  /** What more text cannot change. */
  readonly settled: { readonly text: string; readonly blocks: readonly Block[] };
}

export const nothingYet: GrowingMarkdown = { source: '', blocks: [], settled: { text: '', blocks: [] } };

/**
 * More text may still change this many blocks at the end: `2` after a list becomes its next item with a full stop, and
 * what comes after an empty item may make the item a part of the paragraph before it.
 */
const unsettled = 3;

/**
 * Reads a text that has grown, from where it may have changed: what it costs depends on what was added and not on how
 * long the answer is by then.
 */
export function grow(before: GrowingMarkdown, source: string): GrowingMarkdown {
  if (source === before.source) return before;
  if (source.length > longestText || !isProse(source))
    return { ...nothingYet, source, blocks: parseMarkdown(source) };
  const text = reveal(source.replace(/\r\n?/g, '\n'));
  const start = text.startsWith(before.settled.text) ? before.settled : nothingYet.settled;
  let lexed: ReturnType<typeof lexBlocks>;
  try {
    lexed = lexBlocks(text.slice(start.text.length));
  } catch (error) {
    if (error instanceof RangeError) return { ...nothingYet, source, blocks: parseMarkdown(source) };
    throw error;
  }
  const shown = lexed.flatMap(({ block }) => block ?? []);
  const at = lexed.map(({ block }, index) => (block ? index : -1)).filter((index) => index >= 0);
  const end = at.at(-unsettled) ?? 0;
  const settled = lexed.slice(0, end);
  return {
    source,
    blocks: [...start.blocks, ...shown],
    settled: {
      text: start.text + settled.map(({ raw }) => raw).join(''),
      blocks: [...start.blocks, ...settled.flatMap(({ block }) => block ?? [])],
    },
  };
}
