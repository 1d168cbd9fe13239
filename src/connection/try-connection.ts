import { listRepositories } from '../api/contract/repositories.ts';
import type { Credentials } from './credentials.ts';
import { remoteClient, toFailure } from './open.ts';
import type { RemoteAddress } from './settings.ts';

/** Tries address and token with one real request. @throws Failure that says exactly what is wrong */
export async function tryConnection(
  remote: RemoteAddress,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<void> {
  await using client = remoteClient(remote, credentials);
  try {
    await client.call(listRepositories, { limit: 1 }, { signal, timeoutMs: 20_000 });
  } catch (error) {
    throw signal.aborted ? error : toFailure(error, undefined);
  }
}
