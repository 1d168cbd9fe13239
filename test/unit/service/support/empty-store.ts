import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFileName, openStore } from '../../../../src/service/store/open.ts';

let made: Promise<Buffer> | undefined;

/**
 * Puts a store that has its tables and nothing in them into a folder that is made. It is a copy of one that this process made
 * once: to make its tables one after the other is four fifths of a service's start.
 */
export async function putEmptyStore(folder: string): Promise<void> {
  made ??= make();
  const store = await made;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, databaseFileName), store, { mode: 0o600 });
}

async function make(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-store-'));
  const store = await openStore(folder);
  await store.close();
  const bytes = readFileSync(join(folder, databaseFileName));
  rmSync(folder, { recursive: true });
  return bytes;
}
