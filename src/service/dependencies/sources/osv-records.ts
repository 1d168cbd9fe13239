import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { type AdvisoryReading, readOsv } from '../../../engine/dependencies/advisories/osv.ts';
import { databaseOf } from './osv-databases.ts';
import { SourceFailure } from './source-failure.ts';
import { zipEntries } from './zip.ts';

/** Bytes of one record; the largest published ones are below 2 MB. */
const largestRecord = 8_000_000;
const mostRecords = 1_000_000;
/** Folders in each other; a copy of a database has four. */
const deepestFolder = 20;

export interface RecordFile {
  readonly file: string;
  readonly reading: AdvisoryReading;
}

/**
 * The records of OSV in a ZIP archive (`all.zip` of an ecosystem) or a folder, as JSON or YAML. A file that is no record is a
 * problem, and the rest is read. Links in a folder are not followed.
 * @param source what records are from whose id names no database
 * @throws SourceFailure where it is neither
 */
export function* osvRecords(from: string, source: string): Generator<RecordFile> {
  const found = statSync(from, { throwIfNoEntry: false });
  if (!found) throw new SourceFailure(`${from} cannot be read.`);
  try {
    if (found.isDirectory()) yield* recordsOfFolder(from, source);
    else yield* recordsOfArchive(from, source);
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof RangeError)) throw cause;
    throw new SourceFailure(`${path.basename(from)} is no archive of advisories. ${cause.message}`, {
      cause,
    });
  }
}

const isRecord = (name: string): boolean => /\.(?:json|ya?ml)$/.test(name);

function* recordsOfArchive(from: string, source: string): Generator<RecordFile> {
  const archive = openSync(from, 'r');
  try {
    for (const { name, read } of zipEntries(archive, { entries: mostRecords, entrySize: largestRecord }))
      if (isRecord(name)) yield { file: name, reading: readingOf(name, source, read) };
  } finally {
    closeSync(archive);
  }
}

function* recordsOfFolder(from: string, source: string): Generator<RecordFile> {
  let count = 0;
  for (const file of filesBelow(from, '', 0)) {
    if (++count > mostRecords) throw new RangeError(`It has more than ${mostRecords} files.`);
    yield { file, reading: readingOf(file, source, () => readSmall(path.join(from, file))) };
  }
}

function* filesBelow(root: string, folder: string, depth: number): Generator<string> {
  if (depth > deepestFolder) return;
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, file, depth + 1);
    else if (entry.isFile() && isRecord(entry.name)) yield file;
  }
}

function readSmall(file: string): Uint8Array {
  if (statSync(file).size > largestRecord) throw new RangeError('A file in it is too large.');
  return readFileSync(file);
}

function readingOf(file: string, source: string, read: () => Uint8Array): AdvisoryReading {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(read());
    return readOsv(
      file.endsWith('.json') ? JSON.parse(content) : parseYaml(content, { maxAliasCount: 100 }),
      (id) => databaseOf(id)?.name ?? source,
    );
  } catch (error) {
    return { problems: [error instanceof RangeError ? error.message : 'It is no record of OSV.'] };
  }
}
