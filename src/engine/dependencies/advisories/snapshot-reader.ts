import type { Advisory, AdvisorySource, AffectedRange } from '../advisory.ts';
import { canonicalName } from '../names.ts';
import type { Ecosystem } from '../package.ts';
import { severityOf } from './facts.ts';
import { pagesOf } from './references.ts';
import {
  type AdvisoryLine,
  advisoryLine,
  headerSchema,
  largestSection,
  magic,
  packageLine,
  type SnapshotHeader,
} from './snapshot-format.ts';

export interface Snapshot extends AdvisorySource {
  readonly header: SnapshotHeader;
}

/** A section once it was decompressed: its lines, of which only those that are asked for are parsed. */
interface Section {
  readonly packages: ReadonlyMap<string, readonly number[]>;
  readonly lines: readonly string[];
}

/**
 * Opens a snapshot of advisories. A section is decompressed when the first package of its ecosystem is looked up.
 * @param name shown with what it finds
 * @param decompress undoes one section's compression, and throws on more than `limit` bytes
 * @throws SyntaxError for bytes that are no snapshot; a look-up throws it for a section that is damaged
 */
export function openSnapshot(
  bytes: Uint8Array,
  name: string,
  decompress: (section: Uint8Array, limit: number) => Uint8Array,
): Snapshot {
  const start = headLength(bytes);
  const header = readHeader(bytes.subarray(0, start), bytes.length);
  const sections = new Map<Ecosystem, Section>();
  const sectionOf = (ecosystem: Ecosystem): Section | undefined => {
    const known = sections.get(ecosystem);
    if (known) return known;
    const at = header.sections.findIndex((row) => row.ecosystem === ecosystem);
    const row = header.sections[at];
    if (!row) return undefined;
    const offset = header.sections.slice(0, at).reduce((sum, { length }) => sum + length, start);
    const section = intact(() =>
      readSection(decompress(bytes.subarray(offset, offset + row.length), row.size)),
    );
    sections.set(ecosystem, section);
    return section;
  };
  return {
    name,
    header,
    find(ecosystem, wanted) {
      const section = sectionOf(ecosystem);
      const numbers = section?.packages.get(canonicalName(ecosystem, wanted)) ?? [];
      return numbers.map((number) =>
        intact(() =>
          toAdvisory(ecosystem, advisoryLine.parse(JSON.parse(section?.lines[number] ?? '')), header),
        ),
      );
    },
  };
}

function intact<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new SyntaxError('The snapshot of advisories is damaged.', { cause });
  }
}

/** Bytes of a snapshot that say how long its header is. */
export const headStart = magic.length + 4;

/** Returns how many bytes of a snapshot come before its sections. @throws SyntaxError for bytes that are no snapshot */
export function headLength(bytes: Uint8Array): number {
  if (bytes.length < headStart || magic.some((byte, index) => bytes[index] !== byte)) {
    throw new SyntaxError('This is no snapshot of advisories, or one of another version.');
  }
  return headStart + new DataView(bytes.buffer, bytes.byteOffset).getUint32(magic.length);
}

/**
 * Returns the header of a snapshot.
 * @param head the bytes before its sections
 * @param size of the whole snapshot, in bytes
 * @throws SyntaxError for one that is damaged
 */
export function readHeader(head: Uint8Array, size: number): SnapshotHeader {
  return intact(() => {
    const header = headerSchema.parse(JSON.parse(new TextDecoder().decode(head.subarray(headStart))));
    const end = header.sections.reduce((sum, { length }) => sum + length, head.length);
    if (end !== size || header.sections.some((section) => section.size > largestSection))
      throw new RangeError('sizes');
    return header;
  });
}

function readSection(bytes: Uint8Array): Section {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n');
  const gap = lines.indexOf('');
  const packages = new Map(lines.slice(0, gap).map((line) => packageLine.parse(JSON.parse(line))));
  return { packages, lines: lines.slice(gap + 1) };
}

function toAdvisory(ecosystem: Ecosystem, line: AdvisoryLine, { sources }: SnapshotHeader): Advisory {
  const [[id = '', ...aliases], cwes, cvss, severityWord, [published, modified, withdrawn], from, affected] =
    line;
  const namesOf = (numbers: readonly number[]): readonly string[] =>
    numbers.flatMap((number) => sources[number]?.name ?? []);
  const severity = severityOf(severityWord);
  return {
    id,
    aliases,
    cwes,
    cvss,
    ...(severity !== undefined && { severity }),
    ...(published !== 0 && { published }),
    ...(modified !== 0 && { modified }),
    ...(withdrawn !== 0 && { withdrawn }),
    affected: affected.map(([name, ranges, versions, symbols, saidBy]) => ({
      ecosystem,
      name,
      ranges: ranges.map(toRange),
      versions,
      symbols: symbols.map(([module, ...names]) => ({ ...(module !== 0 && { module }), names })),
      ...(saidBy.length > 0 && { sources: namesOf(saidBy) }),
    })),
    sources: namesOf(from),
    references: pagesOf([id, ...aliases]),
  };
}

function toRange([introduced, fixed = 0, lastAffected = 0, before = 0]: readonly [
  string,
  ...(string | 0)[],
]): AffectedRange {
  return {
    introduced,
    ...(fixed !== 0 && { fixed }),
    ...(lastAffected !== 0 && { lastAffected }),
    ...(before !== 0 && { before }),
  };
}
