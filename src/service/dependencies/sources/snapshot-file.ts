import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { mergeByAlias } from '../../../engine/dependencies/advisories/merge.ts';
import type { SnapshotSource } from '../../../engine/dependencies/advisories/snapshot-format.ts';
import { openSnapshot, type Snapshot } from '../../../engine/dependencies/advisories/snapshot-reader.ts';
import { writeSnapshot } from '../../../engine/dependencies/advisories/snapshot-writer.ts';
import type { Advisory } from '../../../engine/dependencies/advisory.ts';
import { osvRecords } from './osv-records.ts';
import { SourceFailure } from './source-failure.ts';

/**
 * Opens a snapshot of advisories.
 * @returns undefined where there is none
 * @throws SyntaxError for one that is damaged
 */
export async function readSnapshot(file: string, name: string): Promise<Snapshot | undefined> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return bytes && openSnapshot(bytes, name, decompress);
}

/** Undoes the compression of a section of at most `limit` bytes; worker threads that get a snapshot's bytes need it, too. */
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

const mostTold = 20;

/**
 * Writes what archives and folders of OSV records say to a snapshot, in place of the one that is there.
 * @param from each with the name that its advisories are shown with
 * @throws SourceFailure where one cannot be read, or none of them has an advisory; the old snapshot stays
 */
export async function importAdvisories(
  from: readonly { readonly path: string; readonly name: string }[],
  file: string,
  signal?: AbortSignal,
): Promise<ImportResult> {
  const advisories: Advisory[] = [];
  const sources: SnapshotSource[] = [];
  const skipped: string[] = [];
  let count = 0;
  for (const { path: place, name } of from) {
    const before = advisories.length;
    for await (const { file: record, reading } of osvRecords(place, name)) {
      signal?.throwIfAborted();
      const { advisory, problems } = reading;
      // Neither texts nor addresses are kept, so they need not be held until the end.
      if (advisory) advisories.push(factsOf(advisory));
      else if (problems.length > 0 && ++count <= mostTold) skipped.push(`${record}: ${problems[0]}`);
    }
    const newest = latestOf(advisories.slice(before));
    sources.push({
      name,
      licence: 'NOASSERTION',
      ...(newest !== '' && { newest }),
      records: advisories.length - before,
    });
  }
  if (advisories.length === 0)
    throw new SourceFailure('It has no advisory for an ecosystem that Parapet reads.');
  const merged = mergeByAlias(advisories);
  await replaceFile(file, writeSnapshot(merged, sources, compress));
  const newest = sources
    .flatMap((source) => source.newest ?? [])
    .sort()
    .at(-1);
  return { advisories: merged.length, newest, skipped: count, firstSkipped: skipped };
}

function factsOf({ summary: _, ...facts }: Advisory): Advisory {
  return { ...facts, references: [] };
}

/** The day of the newest record; empty where none has a date. */
function latestOf(advisories: readonly Advisory[]): string {
  let latest = '';
  for (const { published, modified } of advisories) {
    const day = (modified ?? published ?? '').slice(0, 10);
    if (day > latest) latest = day;
  }
  return latest;
}

/** Fast rather than small: it is read on this machine. */
const compress = (section: Uint8Array): Uint8Array =>
  brotliCompressSync(section, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.new`;
  try {
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
