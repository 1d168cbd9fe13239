import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The text of a regular file; undefined where there is none, it cannot be read, or it has more bytes than allowed.
 * A pipe or a device in its place is not waited for.
 */
export async function smallFile(file: string, maximumBytes: number): Promise<string | undefined> {
  try {
    await using handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { size } = await handle.stat().then((entry) => (entry.isFile() ? entry : { size: Infinity }));
    if (size > maximumBytes) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return undefined;
  }
}
