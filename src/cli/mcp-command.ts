import { stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { ServiceCalls } from '../agent/tool.ts';
import { ApiError } from '../api/api-error.ts';
import {
  addLocalRepository,
  type Repository,
  resolveRepositoryByUrl,
} from '../api/contract/repositories/repositories.ts';
import { isLoopback } from '../api/loopback.ts';
import { Folder } from '../mcp/folder.ts';
import { createMcpServer } from '../mcp/server.ts';
import { StdioTransport } from '../mcp/stdio.ts';
import { remotesOf } from '../workspace/remotes.ts';
import type { CommandContext } from './scan-command.ts';
import { openService } from './service-client.ts';
import { harmless } from './terminal.ts';

/** `parapet mcp`: the tools over MCP, on the standard input and output. Nothing but the protocol is written there. */
export interface McpCommand {
  readonly repository?: string;
  readonly baseUrl?: string;
  readonly data?: string;
  readonly allowEffects: boolean;
}

/** Serves until the client closes its end or the signal aborts. @throws Error with a sentence for the user */
export async function runMcp(command: McpCommand, context: CommandContext): Promise<void> {
  const { environment, signal, stderr, version } = context;
  const log = (message: string): void => void stderr.write(`parapet: ${harmless(message)}\n`);
  const baseUrl = command.baseUrl ?? environment['PARAPET_BASE_URL'];
  const organizationId = environment['PARAPET_ORGANIZATION_ID'] || undefined;
  const folder = command.repository === undefined ? undefined : await folderOf(command.repository);
  await using service = openService(command, context);
  const scope = organizationId === undefined ? {} : { organizationId };
  const code = folder === undefined ? undefined : await repositoryIn(service, folder, scope, signal);
  const server = createMcpServer({
    version,
    service,
    organizationId,
    repositoryId: code?.repository.id,
    workspace: code && new Folder(code.root, service, organizationId),
    elsewhere: elsewhereOf(baseUrl),
    allowEffects: command.allowEffects,
  });
  server.onerror = (error) => log(error.message);
  await server.connect(new StdioTransport(process.stdin, process.stdout));
  const about = code ? ` for the repository ${code.repository.name}` : '';
  log(
    `The MCP server ${version} is ready${about}${command.allowEffects ? '; effects are not asked about' : ''}.`,
  );
  await finished(process.stdin, { signal, writable: false }).catch(() => undefined);
  await server.close();
}

async function folderOf(given: string): Promise<string> {
  const folder = path.resolve(given);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder}.`);
  return folder;
}

function elsewhereOf(baseUrl: string | undefined): string | undefined {
  const url = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  return url && !isLoopback(url.hostname) ? url.host : undefined;
}

interface Code {
  readonly repository: Repository;
  /** The folder that the repository's paths begin at. */
  readonly root: string;
}

/**
 * The folder as a repository of the service: as a folder where the service is on this machine, else by its remotes.
 * @throws Error where the service knows it by neither
 */
async function repositoryIn(
  service: ServiceCalls,
  folder: string,
  scope: { readonly organizationId?: string },
  signal: AbortSignal,
): Promise<Code> {
  try {
    const { repository } = await service.call(addLocalRepository, { ...scope, path: folder }, { signal });
    return { repository, root: folder };
  } catch (error) {
    const isElsewhere =
      error instanceof ApiError && (error.kind === 'notOffered' || error.kind === 'forbidden');
    if (!isElsewhere) throw error;
  }
  const place = await remotesOf(folder, signal);
  if (place.kind === 'repository') {
    const root = path.join(
      folder,
      ...place.prefix
        .split('/')
        .filter(Boolean)
        .map(() => '..'),
    );
    for (const url of place.remotes) {
      try {
        const { repository } = await service.call(resolveRepositoryByUrl, { ...scope, url }, { signal });
        return { repository, root };
      } catch (error) {
        if (!(error instanceof ApiError) || (error.kind !== 'notFound' && error.kind !== 'invalid'))
          throw error;
      }
    }
  }
  throw new Error(
    `The service knows no repository of the folder ${folder}. Add it there, or leave --repository out.`,
  );
}
