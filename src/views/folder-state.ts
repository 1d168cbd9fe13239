import type { ServiceApi } from '../connection/service-api.ts';
import type { SessionFolder } from './scan-activity.ts';

/** Does something with the service in the organization of a folder; undefined where it could not be asked. */
export type AskOfFolder = <T>(
  signal: AbortSignal,
  work: (api: ServiceApi) => Promise<T>,
  folder: string,
) => Promise<T | undefined>;

/**
 * Returns the state of a folder's issues and scans, equal as long as nothing changed. What is checked out belongs to it:
 * another branch has other issues. Undefined where the service could not be asked.
 */
export async function folderState(
  ask: AskOfFolder,
  branchOf: (folder: string) => Promise<string | undefined>,
  { uri, repositoryId }: SessionFolder,
  signal: AbortSignal,
): Promise<string | undefined> {
  const branch = await branchOf(uri);
  const state = await ask(signal, (api) => api.stateOf(repositoryId, signal), uri);
  return state === undefined ? undefined : `${branch ?? ''}\n${state}`;
}
