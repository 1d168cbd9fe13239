import type { Client } from '../../api/client.ts';
import { addRepositoryByUrl, type Repository } from '../../api/contract/repositories/repositories.ts';
import { withoutCredentials } from '../remote-url.ts';

/** Repositories of a shared service, as the extension asks for them. */
export class RepositoryApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Adds a repository that the service fetches itself; one that is there already is the answer.
   * @param remote address of a git remote; a user or token in it is not sent
   */
  async addByUrl(remote: string, signal: AbortSignal): Promise<Repository> {
    const url = withoutCredentials(remote);
    const { repository } = await this.#client.call(addRepositoryByUrl, { url }, { signal });
    return repository;
  }
}
