import { realpath } from 'node:fs/promises';
import type { ServiceCalls } from '../agent/tool.ts';
import { ApiError } from '../api/api-error.ts';
import { Client } from '../api/client.ts';
import {
  listRepositories,
  type Repository,
  resolveRepositoryByUrl,
} from '../api/contract/repositories/repositories.ts';
import { isLoopback } from '../api/loopback.ts';
import type { ReportService } from '../api/make-report.ts';
import { pages } from '../api/paging.ts';
import { LocalService } from '../mcp/link.ts';
import { dataFolderOf } from '../service/lifecycle/options.ts';
import { remotesOf } from '../workspace/remotes.ts';
import type { CommandContext } from './scan-command.ts';
import { harmless } from './terminal.ts';

/** Which service a command asks: the one at an address, else the one on this machine. */
export interface ServiceChoice {
  readonly baseUrl?: string;
  readonly data?: string;
}

/**
 * The service that was chosen, by the options or the environment. The one on this machine is started when it is first asked.
 * @throws Error where it cannot be used, with what to do
 */
export function openService(
  { baseUrl, data }: ServiceChoice,
  { environment, stderr, version }: CommandContext,
): ServiceCalls & ReportService & AsyncDisposable {
  const address = baseUrl ?? environment['PARAPET_BASE_URL'];
  if (address !== undefined) return remoteClient(address, environment, version);
  if (!hasStore())
    throw new Error(
      'The service on this machine needs Node.js 22.13 or later. With --base-url, an older one will do.',
    );
  return new LocalService({
    dataFolder: dataFolderOf(data, environment),
    version,
    log: (message) => void stderr.write(`parapet: ${harmless(message)}\n`),
  });
}

/** Whether this Node.js has what the service stores its data with. */
function hasStore(): boolean {
  return 'getBuiltinModule' in process && process.getBuiltinModule('node:sqlite') !== undefined;
}

/** @throws Error where a token would go over the network in the clear, or is missing */
function remoteClient(baseUrl: string, environment: NodeJS.ProcessEnv, version: string): Client {
  const tokenId = environment['PARAPET_TOKEN_ID'];
  const tokenSecret = environment['PARAPET_TOKEN_SECRET'];
  if (!tokenId || !tokenSecret) {
    throw new Error(
      'Put the credentials of the service into PARAPET_TOKEN_ID and PARAPET_TOKEN_SECRET; they are not taken from the command line.',
    );
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Error('The address begins with http:, so the token would be sent unprotected. Use https.');
  }
  return new Client({
    baseUrl,
    credentials: { tokenId, tokenSecret },
    headerPrefix: environment['PARAPET_HEADER_PREFIX'] || undefined,
    organizationId: environment['PARAPET_ORGANIZATION_ID'] || undefined,
    product: `parapet/${version}`,
  });
}

/**
 * The repository that a service knows a folder as: by its path, else by its remotes. Nothing is added.
 * @throws Error where the service knows it by neither
 */
export async function knownRepository(
  service: ServiceCalls,
  folder: string,
  signal: AbortSignal,
): Promise<Repository> {
  const root = await realpath(folder);
  for await (const { repositories } of pages(service, listRepositories, { types: ['local'] }, { signal })) {
    const found = repositories.find((one) => one.path === root);
    if (found) return found;
  }
  const place = await remotesOf(folder, signal);
  for (const url of place.kind === 'repository' ? place.remotes : []) {
    try {
      return (await service.call(resolveRepositoryByUrl, { url }, { signal })).repository;
    } catch (error) {
      if (!(error instanceof ApiError) || (error.kind !== 'notFound' && error.kind !== 'invalid'))
        throw error;
    }
  }
  throw new Error(
    `The service knows no repository of the folder ${folder}. Decisions are kept by the service: scan the folder in the editor, or name the service with --data or --base-url.`,
  );
}
