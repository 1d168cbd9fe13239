import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import {
  listRepositories,
  type Repository,
  resolveRepositoryByUrl,
} from '../../api/contract/repositories/repositories.ts';
import { pages } from '../../api/paging.ts';
import { readRemote } from '../../api/remote-url.ts';
import { withoutCredentials } from '../remote-url.ts';

const listedAtOnce = 100;
/** Pages read at most of a service that does not look addresses up. */
const mostPages = 20;

/**
 * The repository that the service knows by the first of these addresses of git remotes that it knows. One that does not
 * look addresses up (the specification has no such operation) is asked for its list.
 * @param remotes a user or token in them is not sent
 * @throws ApiError
 */
export async function repositoryOfRemotes(
  client: Client,
  remotes: readonly string[],
  signal: AbortSignal,
): Promise<Repository | undefined> {
  for (const remote of remotes) {
    try {
      const url = withoutCredentials(remote);
      const { repository } = await client.call(resolveRepositoryByUrl, { url }, { signal });
      return repository;
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  }
  // The 404 of an address that a service does not have may look like that of a repository that is not there.
  try {
    return await listedUnder(client, remotes, signal);
  } catch (error) {
    if (!isNotThere(error)) throw error;
    return undefined;
  }
}

function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'notFound' || error.kind === 'notOffered');
}

async function listedUnder(
  client: Client,
  remotes: readonly string[],
  signal: AbortSignal,
): Promise<Repository | undefined> {
  const wanted = remotes.flatMap((remote) => readRemote(remote)?.identity ?? []);
  const found = new Map<string, Repository>();
  let read = 0;
  for await (const page of pages(client, listRepositories, { limit: listedAtOnce }, { signal })) {
    for (const repository of page.repositories) {
      const identity = repository.url === null ? undefined : readRemote(repository.url)?.identity;
      if (identity !== undefined && wanted.includes(identity)) found.set(identity, repository);
    }
    if (++read === mostPages) break;
  }
  const [first] = wanted.flatMap((identity) => found.get(identity) ?? []);
  return first;
}
