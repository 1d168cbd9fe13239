import type { Advisory, AffectedPackage } from '../advisory.ts';
import { type Ecosystem, ecosystems } from '../package.ts';
import {
  type AdvisoryLine,
  magic,
  type SnapshotHeader,
  type SnapshotOrigin,
  type SnapshotSource,
} from './snapshot-format.ts';

/**
 * Writes a snapshot of advisories that were merged: their facts alone, no texts and no addresses.
 * @param sources every source that the advisories name
 * @param compress one section; the reader gets the function that undoes it
 * @throws RangeError for a source that is not among them
 */
export function writeSnapshot(
  advisories: readonly Advisory[],
  sources: readonly SnapshotSource[],
  compress: (section: Uint8Array) => Uint8Array,
  { title, origin }: SnapshotOrigin = {},
): Uint8Array {
  const numbers = new Map(sources.map(({ name }, at) => [name, at]));
  const numberOf = (name: string): number => {
    const number = numbers.get(name);
    if (number === undefined) throw new RangeError(`the source ${name} is not described`);
    return number;
  };
  const sections = ecosystems.flatMap((ecosystem) => {
    const section = sectionOf(ecosystem, advisories, numberOf);
    const bytes = new TextEncoder().encode(section.text);
    const { packages, advisories: held } = section;
    if (held === 0) return [];
    const compressed = compress(bytes);
    const row = { ecosystem, length: compressed.length, size: bytes.length, packages, advisories: held };
    return [{ row, compressed }];
  });
  const newest = sources
    .flatMap((source) => source.newest ?? [])
    .sort()
    .at(-1);
  const header: SnapshotHeader = {
    ...(title !== undefined && { title }),
    ...(origin !== undefined && { origin }),
    ...(newest !== undefined && { newest }),
    sources: [...sources],
    sections: sections.map(({ row }) => row),
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length);
  return joined([magic, length, json, ...sections.map(({ compressed }) => compressed)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sectionOf(
  ecosystem: Ecosystem,
  advisories: readonly Advisory[],
  numberOf: (source: string) => number,
): { readonly text: string; readonly packages: number; readonly advisories: number } {
  const packages = new Map<string, number[]>();
  const lines: string[] = [];
  // Sorted, so that the same records give the same bytes, and neighbours compress well.
  const sorted = advisories.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const advisory of sorted) {
    const affected = advisory.affected.filter((one) => one.ecosystem === ecosystem);
    if (affected.length === 0) continue;
    for (const name of new Set(affected.map((one) => one.name))) {
      const held = packages.get(name);
      if (held) held.push(lines.length);
      else packages.set(name, [lines.length]);
    }
    lines.push(JSON.stringify(lineOf(advisory, affected, numberOf)));
  }
  const names = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map((row) => JSON.stringify(row));
  return { text: [...names, '', ...lines].join('\n'), packages: names.length, advisories: lines.length };
}

function lineOf(
  { id, aliases, cwes, cvss, severity, published, modified, withdrawn, sources }: Advisory,
  affected: readonly AffectedPackage[],
  numberOf: (source: string) => number,
): AdvisoryLine {
  return [
    [id, ...aliases],
    [...cwes],
    [...cvss],
    severity ?? 0,
    [day(published), day(modified), day(withdrawn)],
    sources.map(numberOf),
    affected.map((one) => [
      one.name,
      one.ranges.map((range) => {
        const { introduced, fixed, lastAffected, before } = range;
        const ends = [fixed ?? 0, lastAffected ?? 0, before ?? 0] as const;
        return [introduced, ...ends.slice(0, ends.findLastIndex((end) => end !== 0) + 1)];
      }),
      [...one.versions],
      one.symbols.map(({ module, names }) => [module ?? 0, ...names]),
      one.sources?.map(numberOf) ?? [],
    ]),
  ];
}

/** The day is precise enough, and what is no date of ISO 8601 is kept as it is. */
const day = (date: string | undefined): string | 0 =>
  date === undefined ? 0 : (/^\d{4}-\d\d-\d\d/.exec(date)?.[0] ?? date);
