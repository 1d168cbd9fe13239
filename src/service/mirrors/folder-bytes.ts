import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

/** Bytes that the files of a folder take on the disk; what is gone meanwhile counts nothing. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entries = await opendir(at).catch(() => undefined);
    if (!entries) continue;
    for await (const entry of entries) {
      const name = path.join(at, entry.name);
      if (entry.isDirectory()) pending.push(name);
      else bytes += ((await lstat(name).catch(() => undefined))?.blocks ?? 0) * 512;
    }
  }
  return bytes;
}
