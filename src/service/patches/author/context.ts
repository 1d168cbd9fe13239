import { realpath } from 'node:fs/promises';
import { asData } from '../../../agent/data.ts';
import type { Finding } from '../../../engine/finding.ts';
import { readBase } from '../../analysis/base-text.ts';
import type { Outgoing } from '../../models/outgoing.ts';

/** What a language model is shown of the code when it is asked for a change. */
export interface ShownCode {
  /** Each file, or what of it is near the flow, between marks of data. */
  readonly text: string;
  /** The files that were shown: they may be changed, and no other. */
  readonly files: readonly string[];
}

const mostFiles = 6;
/** A file of more characters is shown around the flow. */
const longestWhole = 24_000;
const linesAround = 60;
const linesOfImports = 40;
const tests =
  /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|fixtures)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$/i;
const analysed = /\.(?:[cm]?[jt]sx?|java|py)$/i;

/**
 * The files that a flow goes through, the finding's first, as far as they may leave and there is room.
 * @param room characters
 */
export async function codeOf(
  folder: string,
  finding: Finding,
  outgoing: Outgoing,
  room: number,
): Promise<ShownCode> {
  const root = await realpath(folder);
  const steps = finding.codeFlows.flatMap((flow) => flow.steps);
  const places = [finding, ...steps].filter(
    ({ file }) => file === finding.file || (analysed.test(file) && !tests.test(file)),
  );
  const shown: string[] = [];
  const files: string[] = [];
  let left = room;
  for (const file of [...new Set(places.map((place) => place.file))].slice(0, mostFiles)) {
    const base = await readBase(root, file).catch(() => undefined);
    if (base === undefined || typeof base === 'string') continue;
    const lines = places.filter((place) => place.file === file).map(({ range }) => range.startLine);
    const parts = partsOf(base.text.slice(base.mark.length), lines);
    const length = parts.reduce((sum, { text }) => sum + text.length, 0);
    if (length > left && files.length > 0) continue;
    const pieces: string[] = [];
    for (const { text, from, to } of parts) {
      const code = await outgoing.code(file, text.slice(0, left));
      if (code !== undefined) pieces.push(asData(code, `${file}, lines ${from} to ${to}`));
      left -= text.length;
    }
    if (pieces.length === 0) continue;
    shown.push(...pieces);
    files.push(file);
  }
  return { text: shown.join('\n\n'), files };
}

interface Part {
  readonly text: string;
  /** 1-based, the last line included. */
  readonly from: number;
  readonly to: number;
}

/** The whole of a short text; of a long one its beginning and what is around some lines. */
function partsOf(text: string, around: readonly number[]): Part[] {
  const lines = text.split(/(?<=\n)/);
  if (text.length <= longestWhole) return [{ text, from: 1, to: lines.length }];
  const wanted = [
    { from: 1, to: Math.min(linesOfImports, lines.length) },
    ...around.map((line) => ({
      from: Math.max(1, line - linesAround),
      to: Math.min(lines.length, line + linesAround),
    })),
  ].toSorted((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of wanted) {
    const last = merged.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged.map(({ from, to }) => ({ from, to, text: lines.slice(from - 1, to).join('') }));
}
