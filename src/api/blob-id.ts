import { createHash } from 'node:crypto';

/** Git's name for some content, as `git hash-object` prints it; git finds the content by it. */
export function blobIdOf(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex');
}
