import type { SecretStorage } from 'vscode';

export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** Tokens in the editor's secret storage, one for each service address, so that one is never sent to another. */
export class CredentialStore {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  async read(url: string): Promise<Credentials | undefined> {
    const text = await this.#secrets.get(keyOf(url));
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    return isCredentials(value) ? { tokenId: value.tokenId, tokenSecret: value.tokenSecret } : undefined;
  }

  async write(url: string, credentials: Credentials): Promise<void> {
    await this.#secrets.store(keyOf(url), JSON.stringify(credentials));
  }

  async forget(url: string): Promise<void> {
    await this.#secrets.delete(keyOf(url));
  }
}

function keyOf(url: string): string {
  return `parapet.token ${new URL(url).href}`;
}

function isCredentials(value: unknown): value is Credentials {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tokenId' in value &&
    typeof value.tokenId === 'string' &&
    'tokenSecret' in value &&
    typeof value.tokenSecret === 'string'
  );
}
