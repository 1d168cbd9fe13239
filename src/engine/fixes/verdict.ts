import { LineIndex } from '../files/lines.ts';
import type { Finding } from '../finding.ts';
import { type Edit, mapOffset } from './edits.ts';

/** What the analysis of a project with a change says, beside that without it. */
export interface Verdict {
  readonly gone: boolean;
  /** Findings that were not there before. */
  readonly news: readonly Finding[];
  /** How many others are gone with it. */
  readonly alsoGone: number;
}

/** A changed file: the text before, with what was done to it. */
export interface ChangedText {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/**
 * Compares findings before and after. Code at a finding's place may have been rewritten, which gives it another
 * fingerprint: one of the same class at the same place is the same finding, except the one that was to go.
 */
export function verdictOf(
  target: Finding,
  before: readonly Finding[],
  after: readonly Finding[],
  changes: readonly ChangedText[],
): Verdict {
  const left = new Map<string, Finding[]>();
  for (const finding of before) push(left, keyOf(finding), finding);
  const unknown: Finding[] = [];
  // Of several equal ones the target goes last: the others are told apart from it by nothing.
  for (const list of left.values()) list.sort((a, b) => Number(a === target) - Number(b === target));
  for (const finding of after) {
    const same = left.get(keyOf(finding));
    if (same?.shift() === undefined) unknown.push(finding);
  }
  const missing = [...left.values()].flat();
  const places = new Map(changes.map((change) => [change.file, placesOf(change)]));
  const news: Finding[] = [];
  let returned = false;
  for (const finding of unknown) {
    const at = missing.findIndex((one) => isSamePlace(one, finding, places.get(finding.file)));
    const [moved] = at < 0 ? [] : missing.splice(at, 1);
    if (moved === target || (moved && isTarget(moved, target))) returned = true;
    else if (!moved) news.push(finding);
  }
  const gone = !returned && missing.some((one) => isTarget(one, target));
  return { gone, news, alsoGone: Math.max(0, missing.length - (gone ? 1 : 0)) };
}

const isTarget = (one: Finding, target: Finding): boolean =>
  one.file === target.file && one.fingerprint === target.fingerprint;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Equal findings of one file are numbered in the order of their places, which a change may shift. */
const keyOf = ({ file, fingerprint }: Finding): string => `${file}\n${fingerprint.replace(/:\d+$/, '')}`;

interface Places {
  readonly edits: readonly Edit[];
  readonly before: LineIndex;
  readonly after: LineIndex;
}

const placesOf = (change: ChangedText): Places => ({
  edits: change.edits,
  before: new LineIndex(change.before),
  after: new LineIndex(change.after),
});

function isSamePlace(before: Finding, after: Finding, places: Places | undefined): boolean {
  if (before.file !== after.file || before.vulnClass !== after.vulnClass) return false;
  if (!places)
    return (
      before.range.startLine === after.range.startLine && before.range.startColumn === after.range.startColumn
    );
  const offset = (lines: LineIndex, line: number, column: number): number =>
    lines.startOf(line - 1) + column - 1;
  const from = mapOffset(
    places.edits,
    offset(places.before, before.range.startLine, before.range.startColumn),
  );
  const to = mapOffset(
    places.edits,
    offset(places.before, before.range.endLine, before.range.endColumn),
    'end',
  );
  const start = offset(places.after, after.range.startLine, after.range.startColumn);
  const end = offset(places.after, after.range.endLine, after.range.endColumn);
  return start <= Math.max(from, to) && Math.min(from, to) <= end;
}
