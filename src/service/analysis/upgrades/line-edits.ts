import { diffLines } from 'diff';
import type { Edit } from '../../../engine/fixes/edits.ts';

/** @returns the lines that differ between two texts, as replacements in the first */
export function lineEdits(before: string, after: string): readonly Edit[] {
  const edits: { at: number; end: number; text: string }[] = [];
  let at = 0;
  let isOpen = false;
  for (const { value, added, removed } of diffLines(before, after)) {
    if (!added && !removed) {
      at += value.length;
      isOpen = false;
      continue;
    }
    const last = edits.at(-1);
    const edit = isOpen && last ? last : { at, end: at, text: '' };
    if (edit !== last) edits.push(edit);
    isOpen = true;
    if (added) edit.text += value;
    else {
      at += value.length;
      edit.end = at;
    }
  }
  return edits;
}
