import * as l10n from '@vscode/l10n';
import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { healthz } from '../api/contract/health.ts';
import { listOrganizations } from '../api/contract/organizations/organizations.ts';
import { tokenEnd } from './account.ts';
import { dayOf } from './explain.ts';
import type { RemoteConnection } from './remote-service.ts';

/**
 * Asks a service who it is, with the token, and says it in a few sentences.
 * @param scopes a folder of each organization that is worked in
 * @throws ApiError; Failure where an organization has to be chosen first
 */
export async function describeConnection(
  client: Client,
  remote: RemoteConnection | undefined,
  scopes: readonly (string | undefined)[],
  signal: AbortSignal,
): Promise<string> {
  const started = performance.now();
  await client.call(listOrganizations, { limit: 1 }, { signal });
  const took = Math.round(performance.now() - started);
  const sentences = [
    remote
      ? l10n.t('{0} answers, in {1} ms, and accepts the token.', client.baseUrl, took)
      : l10n.t('The service on this machine answers, in {0} ms.', took),
  ];
  const version = await versionOf(client, signal);
  if (version !== undefined) sentences.push(l10n.t('Version {0}.', version));
  const organizations = scopes.flatMap((folder) => remote?.of(folder).organization ?? []);
  if (organizations.length > 0) sentences.push(l10n.t('Organization: {0}.', organizations.join(', ')));
  const ids = remote?.organizations.map(({ id }) => id) ?? [];
  const expiresAt = remote && (await tokenEnd(client, remote.tokenId, ids, signal));
  if (expiresAt !== undefined) sentences.push(l10n.t('The token is valid until {0}.', dayOf(expiresAt)));
  return sentences.join(' ');
}

/** Not every service says. */
async function versionOf(client: Client, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await client.call(healthz, {}, { signal })).version;
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    return undefined;
  }
}
