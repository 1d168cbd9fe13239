import { glob, open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { type AdvisoryReading, readOsv } from '../../../engine/dependencies/advisories/osv.ts';
import { SourceFailure } from './source-failure.ts';
import { zipEntries } from './zip.ts';

/** Bytes of one record; the largest published ones are below 2 MB. */
const largestRecord = 8_000_000;
const mostRecords = 1_000_000;

export interface RecordFile {
  readonly file: string;
  readonly reading: AdvisoryReading;
}

/**
 * The records of OSV in a ZIP archive (`all.zip` of an ecosystem) or a folder, as JSON or YAML. A file that is no record is a
 * problem, and the rest is read.
 * @param source what the records are from
 * @throws SourceFailure where it is neither
 */
export async function* osvRecords(from: string, source: string): AsyncGenerator<RecordFile> {
  const found = await stat(from).catch((cause: unknown) => {
    throw new SourceFailure(`${from} cannot be read.`, { cause });
  });
  if (found.isDirectory()) {
    for await (const file of glob('**/*.{json,yaml,yml}', { cwd: from })) {
      yield { file, reading: await readingOf(file, source, () => readSmall(path.join(from, file))) };
    }
    return;
  }
  const archive = await open(from);
  try {
    for await (const { name, read } of zipEntries(archive, {
      entries: mostRecords,
      entrySize: largestRecord,
    })) {
      if (/\.(?:json|ya?ml)$/.test(name)) yield { file: name, reading: await readingOf(name, source, read) };
    }
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof RangeError)) throw cause;
    throw new SourceFailure(`${path.basename(from)} is no archive of advisories. ${cause.message}`, {
      cause,
    });
  } finally {
    await archive.close();
  }
}

async function readSmall(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > largestRecord) throw new RangeError('A file in it is too large.');
  return readFile(file);
}

async function readingOf(
  file: string,
  source: string,
  read: () => Promise<Uint8Array>,
): Promise<AdvisoryReading> {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(await read());
    return readOsv(
      file.endsWith('.json') ? JSON.parse(content) : parseYaml(content, { maxAliasCount: 100 }),
      source,
    );
  } catch (error) {
    return { problems: [error instanceof RangeError ? error.message : 'It is no record of OSV.'] };
  }
}
