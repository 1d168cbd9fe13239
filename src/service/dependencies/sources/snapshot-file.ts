import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { mergeByAlias } from '../../../engine/dependencies/advisories/merge.ts';
import type {
  SnapshotOrigin,
  SnapshotSource,
} from '../../../engine/dependencies/advisories/snapshot-format.ts';
import { writeSnapshot } from '../../../engine/dependencies/advisories/snapshot-writer.ts';
import type { Advisory } from '../../../engine/dependencies/advisory.ts';
import { licenceOf } from './osv-databases.ts';
import { osvRecords } from './osv-records.ts';
import { SourceFailure } from './source-failure.ts';

/** Undoes the compression of a section of at most `limit` bytes. */
export function decompress(section: Uint8Array, limit: number): Uint8Array {
  return brotliDecompressSync(section, { maxOutputLength: Math.max(1, limit) });
}

export interface ImportResult {
  readonly advisories: number;
  readonly newest: string | undefined;
  /** Files that could not be read as a whole, and the first of them with the reason. */
  readonly skipped: number;
  readonly firstSkipped: readonly string[];
}

/** What is imported, and where to. */
export interface Import extends SnapshotOrigin {
  /** An archive, or a folder of records. */
  readonly from: string;
  /** What records are from whose id names no database. */
  readonly title: string;
  /** The snapshot to write, in place of the one that is there. */
  readonly file: string;
}

const mostTold = 20;
const toldEvery = 1_000;

/**
 * Writes what an archive or a folder of OSV records says to a snapshot. It blocks: `importInThread` is for a service.
 * @param on told now and then how many records were read
 * @throws SourceFailure where it cannot be read or has no advisory; the old snapshot stays
 */
export function importAdvisories(
  { from, file, title, origin }: Import,
  on: (records: number) => void = () => undefined,
): ImportResult {
  const advisories: Advisory[] = [];
  const firstSkipped: string[] = [];
  let [records, skipped] = [0, 0];
  for (const { file: record, reading } of osvRecords(from, title)) {
    const { advisory, problems } = reading;
    // Neither texts nor addresses are kept, so they need not be held until the end.
    if (advisory) advisories.push(factsOf(advisory));
    else if (problems.length > 0 && ++skipped <= mostTold) firstSkipped.push(`${record}: ${problems[0]}`);
    if (++records % toldEvery === 0) on(records);
  }
  if (advisories.length === 0)
    throw new SourceFailure('It has no advisory for an ecosystem that Parapet reads.');
  const merged = mergeByAlias(advisories);
  storeSnapshot(file, merged, sourcesOf(advisories), { title, ...(origin !== undefined && { origin }) });
  return { advisories: merged.length, newest: newestOf(advisories), skipped, firstSkipped };
}

/** Writes advisories that were merged to a snapshot, in place of the one that is there. */
export function storeSnapshot(
  file: string,
  advisories: readonly Advisory[],
  sources: readonly SnapshotSource[],
  origin: SnapshotOrigin,
): void {
  replaceFile(file, writeSnapshot(advisories, sources, compress, origin));
}

function factsOf({ summary: _, ...facts }: Advisory): Advisory {
  return { ...facts, references: [] };
}

/** The databases that advisories are from, each with the number of its records and the day of the newest one. */
export function sourcesOf(advisories: readonly Advisory[]): readonly SnapshotSource[] {
  const found = new Map<string, { records: number; newest: string }>();
  for (const advisory of advisories) {
    const day = dayOf(advisory);
    for (const name of advisory.sources) {
      const source = found.get(name);
      if (!source) found.set(name, { records: 1, newest: day });
      else {
        source.records += 1;
        if (day > source.newest) source.newest = day;
      }
    }
  }
  return [...found].map(([name, { records, newest }]) => ({
    name,
    licence: licenceOf(name),
    ...(newest !== '' && { newest }),
    records,
  }));
}

const dayOf = ({ published, modified }: Advisory): string => (modified ?? published ?? '').slice(0, 10);

/** The day of the newest record; undefined where none has a date. */
function newestOf(advisories: readonly Advisory[]): string | undefined {
  let newest = '';
  for (const advisory of advisories) {
    const day = dayOf(advisory);
    if (day > newest) newest = day;
  }
  return newest || undefined;
}

/** Fast rather than small: it is read on this machine. */
const compress = (section: Uint8Array): Uint8Array =>
  brotliCompressSync(section, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

function replaceFile(file: string, bytes: Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, bytes, { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
