import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { type Discovery, discoveryFileName, discoverySchema } from '../api/discovery.ts';
import { privacyFault } from '../api/private-path.ts';

export type DiscoveryReading =
  | { readonly kind: 'found'; readonly discovery: Discovery }
  | { readonly kind: 'absent' }
  /** There is a file, but someone else could have written or read it, or it is not what the service writes. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A discovery file holds a few hundred bytes. */
const largestFile = 16_384;

/**
 * Reads where the embedded service listens. The file carries a secret, so it is believed only where nobody but
 * this user could have written or read it: a real file of mode 0600 in a real folder of mode 0700, both our own.
 */
export async function readDiscovery(dataFolder: string): Promise<DiscoveryReading> {
  const file = path.join(dataFolder, discoveryFileName);
  try {
    const folderFault = privacyFault(await lstat(dataFolder), 'directory');
    if (folderFault) return { kind: 'refused', reason: `${dataFolder} ${folderFault}` };
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const status = await handle.stat();
      const fileFault = privacyFault(status, 'file');
      if (fileFault) return { kind: 'refused', reason: `${file} ${fileFault}` };
      if (status.size > largestFile)
        return { kind: 'refused', reason: `${file} is too large to be a discovery file` };
      return parse(file, await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    if (code === 'ELOOP') return { kind: 'refused', reason: `${file} is a symbolic link` };
    throw error;
  }
}

function parse(file: string, text: string): DiscoveryReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'refused', reason: `${file} is not valid JSON` };
  }
  const parsed = discoverySchema.safeParse(value);
  return parsed.success
    ? { kind: 'found', discovery: parsed.data }
    : { kind: 'refused', reason: `${file} is not a discovery file of this version` };
}
