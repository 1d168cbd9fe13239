import type { SecretStorage } from 'vscode';

export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** A token as kept, with the header names that the user agreed to send it under. */
export interface KeptToken extends Credentials {
  readonly headerPrefix: string | undefined;
}

/** The editor's secret storage does not work: on Linux, for want of a key ring. */
export class SecretStorageError extends Error {
  override readonly name = 'SecretStorageError';
}

type Storage = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/**
 * Tokens in the editor's secret storage, one for each service address, so that one is never sent to another. Where
 * the storage does not take a token, it is kept in memory until the window closes.
 */
export class CredentialStore {
  readonly #storage: Storage;
  readonly #memory = new Map<string, KeptToken>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** @returns undefined where there is none, or what is there is no token. @throws SecretStorageError */
  async read(url: string): Promise<KeptToken | undefined> {
    const key = keyOf(url);
    const held = this.#memory.get(key);
    if (held) return held;
    const stored = await attempt(async () => await this.#storage.get(key));
    return stored === undefined ? undefined : parse(stored);
  }

  /** @returns whether it is kept beyond this window */
  async write(url: string, token: KeptToken): Promise<boolean> {
    const key = keyOf(url);
    try {
      const { tokenId, tokenSecret, headerPrefix } = token;
      await attempt(async () =>
        this.#storage.store(key, JSON.stringify({ tokenId, tokenSecret, headerPrefix })),
      );
      this.#memory.delete(key);
      return true;
    } catch {
      this.#memory.set(key, token);
      return false;
    }
  }

  /** @throws SecretStorageError when it may still be in the storage */
  async forget(url: string): Promise<void> {
    const key = keyOf(url);
    this.#memory.delete(key);
    await attempt(async () => this.#storage.delete(key));
  }

  /** Whether a change of this key of the storage is about the token of that address. */
  isKeyOf(key: string, url: string): boolean {
    return key === keyOf(url);
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new SecretStorageError('The secret storage of the editor does not work.', { cause });
  }
}

function keyOf(url: string): string {
  return `parapet.token ${new URL(url).href}`;
}

function parse(text: string): KeptToken | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { tokenId, tokenSecret, headerPrefix } = value as Readonly<Record<string, unknown>>;
  if (typeof tokenId !== 'string' || typeof tokenSecret !== 'string') return undefined;
  return { tokenId, tokenSecret, headerPrefix: typeof headerPrefix === 'string' ? headerPrefix : undefined };
}
