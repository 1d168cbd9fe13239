import * as l10n from '@vscode/l10n';
import type { LogOutputChannel } from 'vscode';
import { ApiError } from '../api/api-error.ts';
import { Client } from '../api/client.ts';
import { healthz } from '../api/contract/health.ts';
import type { Discovery } from '../api/discovery.ts';
import { EmbeddedService, ServiceStartError } from './embedded-service.ts';
import { type Circumstances, explainRemote } from './explain.ts';
import { Failure } from './failure.ts';
import { product } from './remote-service.ts';

export { lookUpEnd, openRemote } from './remote-service.ts';
export { ServiceApi } from './service-api.ts';

/** All that a first connection needs and an activation does not: the client, the schemas, starting a process. */

/** Milliseconds in which a living service on this machine has answered. */
const aliveTimeoutMs = 3_000;
/** On this machine nothing is gained by waiting long: what is gone is looked for, and started, again. */
const loopbackRetries = { attempts: 3, firstPauseMs: 100, longestPauseMs: 500 };

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

export function embeddedClient({ port, tokenId, tokenSecret }: Discovery): Client {
  return new Client({
    baseUrl: loopback(port),
    credentials: { tokenId, tokenSecret },
    product,
    retries: loopbackRetries,
  });
}

/** Whether the connection broke or was never made, so that a service on this machine is to be looked for again. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A service that was replaced by another on the same port does not know the token.
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

function loopback(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Whether what answers on the port is the very instance that the discovery names. */
export async function isAlive({ port, instanceId }: Discovery, signal: AbortSignal): Promise<boolean> {
  await using client = new Client({ baseUrl: loopback(port), product, retries: { attempts: 1 } });
  try {
    const health = await client.call(healthz, {}, { signal, timeoutMs: aliveTimeoutMs });
    return 'instanceId' in health && health.instanceId === instanceId;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}
