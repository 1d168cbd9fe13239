import * as l10n from '@vscode/l10n';
import type { LogOutputChannel } from 'vscode';
import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { Discovery } from '../api/discovery.ts';
import { embeddedClient as clientOf, isAlive } from './embedded-client.ts';
import { EmbeddedService, ServiceStartError } from './embedded-service.ts';
import { type Circumstances, explainRemote } from './explain.ts';
import { Failure } from './failure.ts';
import { product } from './remote-service.ts';

export { isAlive } from './embedded-client.ts';
export { lookUpEnd, openRemote } from './remote-service.ts';
export { ServiceApi } from './service-api.ts';

/** All that a first connection needs and an activation does not: the client, the schemas, starting a process. */

export function embeddedService(
  bundled: { readonly entry: string; readonly version: string; readonly dataFolder: string },
  log: Pick<LogOutputChannel, 'info'>,
): EmbeddedService {
  return new EmbeddedService({
    node: process.execPath,
    ...bundled,
    isAlive,
    log: (message) => log.info(message),
  });
}

export function embeddedClient(discovery: Discovery): Client {
  return clientOf(discovery, product);
}

/** Whether the connection broke or was never made, so that a service on this machine is to be looked for again. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A service that was replaced by another on the same socket does not know the token.
  return error.kind === 'unreachable' || error.kind === 'unauthorized';
}

/**
 * An error of the client or of the start, as the user is told.
 * @param remote the service elsewhere that was asked, if it was one
 */
export function toFailure(error: unknown, remote: Circumstances | undefined): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ServiceStartError) {
    return new Failure(
      { what: error.message, advice: l10n.t('Try again; the log says more.') },
      { cause: error },
    );
  }
  if (remote) return new Failure(explainRemote(error, remote), { cause: error });
  return new Failure({ what: error instanceof Error ? error.message : String(error) }, { cause: error });
}
