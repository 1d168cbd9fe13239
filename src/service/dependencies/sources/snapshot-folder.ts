import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SnapshotHeader } from '../../../engine/dependencies/advisories/snapshot-format.ts';
import {
  headLength,
  headStart,
  readHeader,
} from '../../../engine/dependencies/advisories/snapshot-reader.ts';

/** The folder of a service's data with the advisories that were downloaded and imported: one snapshot a source. */

export interface SnapshotFile {
  readonly name: string;
  readonly path: string;
}

const ending = '.br';
/** Of the folders that archives are downloaded to. */
export const downloadPrefix = 'download-';
/** Bytes; real ones have some hundred. */
const largestHead = 1_000_000;

/** Returns where the snapshots of a service or of the command line lie. */
export const advisoryFolderOf = (dataFolder: string): string => path.join(dataFolder, 'advisories');

/** Returns the snapshots in a folder, by name; none where there is no such folder. */
export function snapshotsIn(folder: string): readonly SnapshotFile[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name: name.slice(0, -ending.length), path: path.join(folder, name) }));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns where the snapshot of a source lies. @param title what a person knows the source by */
export function snapshotOf(folder: string, title: string): string {
  const id = title
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 100);
  return path.join(folder, `${id || 'advisories'}${ending}`);
}

/** Removes what an import that was broken off left behind. Only one import runs at a time. */
export function tidy(folder: string): void {
  for (const name of namesIn(folder))
    if (name.endsWith('.new') || name.startsWith(downloadPrefix))
      rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Removes a snapshot by its name. @returns false where there is none */
export function removeSnapshot(folder: string, name: string): boolean {
  const found = snapshotsIn(folder).find((one) => one.name === name);
  if (found) rmSync(found.path, { force: true });
  return found !== undefined;
}

/** Returns what tells two states of a file apart; empty where there is none. */
export function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size}` : '';
}

/** Reads what a snapshot says of itself. @throws SyntaxError for one that is damaged, and the system’s error */
export function headerOf(file: string): { readonly header: SnapshotHeader; readonly writtenAt: Date } {
  const descriptor = openSync(file, 'r');
  try {
    const { size, mtime } = fstatSync(descriptor);
    const length = headLength(bytesOf(descriptor, Math.min(size, headStart)));
    if (length > Math.min(size, largestHead)) throw new SyntaxError('The snapshot of advisories is damaged.');
    return { header: readHeader(bytesOf(descriptor, length), size), writtenAt: mtime };
  } finally {
    closeSync(descriptor);
  }
}

function bytesOf(descriptor: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, 0);
  return bytes;
}
