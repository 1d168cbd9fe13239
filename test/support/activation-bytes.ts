import { readFile } from 'node:fs/promises';
import path from 'node:path';

const STATIC_IMPORT = /(?:\bfrom|\bimport)"(\.[^"]+\.js)"/g;

/** Returns the bytes of a bundle with all that it imports at once, and not when it is first used. */
export async function activationBytes(file: string, seen: Set<string> = new Set()): Promise<number> {
  seen.add(file);
  const text = await readFile(file, 'utf8');
  let bytes = Buffer.byteLength(text);
  for (const [, name] of text.matchAll(STATIC_IMPORT)) {
    const next = path.join(path.dirname(file), name ?? '');
    if (!seen.has(next)) bytes += await activationBytes(next, seen);
  }
  return bytes;
}
