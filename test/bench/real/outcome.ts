/** Whether a scan has what a label or a judgement tells. */
import type { Judged, Label, Place } from './labels.ts';
import { type Found, type FoundPlace, isAlarm, type Scan } from './report.ts';
import { isSameHarm } from './same-harm.ts';

/** `near`: a finding of the harm in a file of the fix, elsewhere in it. */
export type Detection = 'found' | 'near' | 'missed';
/** What is left of the findings in the version with the fix. */
export type Clearance = 'cleared' | 'fewer' | 'still';
/** `merged`: a place of another finding. `lower`: reported, below high. */
export type Standing = 'alarm' | 'merged' | 'lower' | 'gone';

/** Findings of a label's harm whose place, or a step of whose flow, is in code that the fix changed. */
export function hitsOf({ cwe }: Pick<Label, 'cwe'>, places: readonly Place[], scan: Scan): readonly Found[] {
  return scan.findings.filter(
    (found) =>
      isSameHarm(cwe, found.cwes) && found.places.some((at) => places.some((place) => touches(at, place))),
  );
}

export function detectionOf(label: Label, scan: Scan): Detection {
  if (hitsOf(label, label.locations, scan).length > 0) return 'found';
  return nearbyOf(label, scan).length > 0 ? 'near' : 'missed';
}

/** Findings of a label's harm in the files that the fix changed. */
export function nearbyOf(label: Label, scan: Scan): readonly Found[] {
  const files = label.locations.map(({ file }) => ({ file }));
  return hitsOf(label, files, scan);
}

export function clearanceOf(before: number, after: number): Clearance {
  if (after === 0) return 'cleared';
  return after < before ? 'fewer' : 'still';
}

/** Whether a judged finding is still reported, and how. */
export function standingOf({ rule, file, line }: Judged, scan: Scan): Standing {
  const place = { file, start: line, end: line };
  const ofRule = scan.findings.filter((found) => isSameRule(found.rule, rule));
  const own = ofRule.filter(({ places: [at] }) => at && touches(at, place));
  if (own.length > 0) return own.some(isAlarm) ? 'alarm' : 'lower';
  const others = ofRule.filter(({ places, related }) =>
    [...places, ...related].some((at) => touches(at, place)),
  );
  if (others.length === 0) return 'gone';
  return others.some(isAlarm) ? 'merged' : 'lower';
}

/** A rule may have become one of several of its weakness, or the only one. */
function isSameRule(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

function touches(at: FoundPlace, { file, start, end }: Place): boolean {
  if (at.file !== file) return false;
  return start === undefined || end === undefined || (at.start <= end && at.end >= start);
}

/**
 * Where places of a version are in the next one.
 * @param diff of one file, without context; empty when it did not change
 * @returns none for places that are gone
 */
export function movedPlaces(places: readonly Place[], diff: string): readonly Place[] {
  const hunks = [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, from, removed = '1', to, added = '1']) => ({
      // Of no lines, git names the line before.
      from: Number(from) + (removed === '0' ? 1 : 0),
      removed: Number(removed),
      to: Number(to) + (added === '0' ? 1 : 0),
      added: Number(added),
    }),
  );
  if (/^deleted file mode /m.test(diff)) return [];
  const moved = (line: number, side: 'first' | 'last'): number => {
    const hunk = hunks.findLast(({ from }) => from <= line);
    if (!hunk) return line;
    const { from, removed, to, added } = hunk;
    if (line >= from + removed) return line - from - removed + to + added;
    return side === 'first' ? to : to + added - 1;
  };
  return places.flatMap((place) => {
    if (place.start === undefined || place.end === undefined) return [place];
    const [start, end] = [moved(place.start, 'first'), moved(place.end, 'last')];
    return end < start ? [] : [{ ...place, start, end }];
  });
}
