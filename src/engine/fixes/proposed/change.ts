import { diffLines } from 'diff';
import { applyEdits, type Edit } from '../edits.ts';

/** A change that somebody else thought out, say a language model: nothing of it is trusted. */
export interface ProposedChange {
  readonly title: string;
  readonly explanation: string;
  /** Who made it: `model/<name>`. */
  readonly strategy: string;
  readonly edits: readonly ProposedEdit[];
  /** The files that may be changed, as the project names them. No other one is. */
  readonly allowed: readonly string[];
}

/** Replaces text that stands in a file exactly once. */
export interface ProposedEdit {
  readonly file: string;
  readonly search: string;
  readonly replace: string;
}

/** What a file would become, or why that cannot be told, for whoever proposed it. */
export type Applied =
  | { readonly after: string; readonly edits: readonly Edit[] }
  | { readonly fault: string };

/** Puts the proposed replacements of one file into its text; what comes out is told line by line. */
export function applyProposed(file: string, text: string, proposed: readonly ProposedEdit[]): Applied {
  const ends = /\r\n/.test(text) ? '\r\n' : '\n';
  const written = (part: string): string => part.replaceAll('\r\n', '\n').replaceAll('\n', ends);
  const edits: Edit[] = [];
  for (const { search, replace } of proposed) {
    const wanted = written(search);
    const at = wanted === '' ? -1 : text.indexOf(wanted);
    if (at < 0)
      return { fault: `The text to replace is not in ${file}, character by character: ${quoted(search)}.` };
    if (text.indexOf(wanted, at + 1) >= 0)
      return {
        fault: `The text to replace is in ${file} more than once; give more of the lines around it: ${quoted(search)}.`,
      };
    edits.push({ at, end: at + wanted.length, text: written(replace) });
  }
  let after: string;
  try {
    after = applyEdits(text, edits);
  } catch {
    return { fault: `The replacements in ${file} overlap.` };
  }
  if (after === text) return { fault: `The replacements leave ${file} as it is.` };
  return { after, edits: lineEdits(text, after) ?? edits };
}

function quoted(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}

const diffMs = 2_000;

/** The difference as replacements of whole lines. */
function lineEdits(before: string, after: string): Edit[] | undefined {
  const parts = diffLines(before, after, { timeout: diffMs });
  if (!parts) return undefined;
  const edits: { at: number; end: number; text: string }[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      at += value.length;
      continue;
    }
    const last = edits.at(-1);
    const edit = last?.end === at ? last : { at, end: at, text: '' };
    if (edit !== last) edits.push(edit);
    if (added) edit.text += value;
    else {
      at += value.length;
      edit.end = at;
    }
  }
  return edits.map((edit) => trimmed(edit, before));
}

/** The same replacement without what both sides begin and end with. */
function trimmed({ at, end, text }: Edit, before: string): Edit {
  const old = before.slice(at, end);
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old[head] === text[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === text.at(-1 - tail)) tail++;
  return { at: at + head, end: end - tail, text: text.slice(head, text.length - tail) };
}
