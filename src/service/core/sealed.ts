import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Credentials of others, as they are kept in the store: AES-256-GCM, with a key that is not in the store. Whoever reads
 * the database, or a backup of it, reads no credential.
 */
export interface Sealer {
  /** @param purpose what the text is for and whose it is, such as `installation <id>`: it opens for nothing else */
  seal(text: string, purpose: string): Promise<string>;
  /** @throws SealBroken where it was sealed with another key or for another purpose, or was altered */
  open(sealed: string, purpose: string): Promise<string>;
}

export class SealBroken extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'A stored credential cannot be opened: the service’s secret key is not the one it was sealed with. Restore the key, or give the credential again.',
      options,
    );
  }
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** @param key 32 bytes, or a function that gives them when they are needed first */
export function createSealer(key: Buffer | (() => Promise<Buffer>)): Sealer {
  let known: Promise<Buffer> | undefined;
  const keyOf = (): Promise<Buffer> => {
    known ??= Buffer.isBuffer(key) ? Promise.resolve(key) : key();
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  return {
    seal: async (text, purpose) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, await keyOf(), nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(purpose));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [version, Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')].join('.');
    },
    open: async (sealed, purpose) => {
      const [form, content = ''] = sealed.split('.');
      const bytes = Buffer.from(content, 'base64url');
      if (form !== version || bytes.length < nonceBytes + tagBytes) throw new SealBroken();
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, await keyOf(), nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SealBroken({ cause });
      }
    },
  };
}

/** The key in the data folder, for its owner alone; made when it is needed first. @throws Error for a damaged one */
export async function keyOfFolder(folder: string): Promise<Buffer> {
  const file = path.join(folder, 'secret.key');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return keyOf(text, file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A link is made whole or not at all, and never over the key of another start.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { force: true });
  }
  return keyOf(await readFile(file, 'utf8'), file);
}

/**
 * Reads a key of 32 bytes, as base64 or hexadecimal.
 * @param where what a person knows it by
 * @throws Error with a sentence for the user, and without the key
 */
export function keyOf(text: string, where: string): Buffer {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed, /[-_]/.test(trimmed) ? 'base64url' : 'base64');
  if (bytes.length !== keyBytes || !/^[\w+/=-]+$/.test(trimmed))
    throw new Error(
      `${where} must hold 32 random bytes, as base64 or hexadecimal (openssl rand -base64 32).`,
    );
  return bytes;
}
