import type { LogOutputChannel } from 'vscode';
import * as vscode from 'vscode';
import { ApiError } from '../api/api-error.ts';
import { Client } from '../api/client.ts';
import { healthz } from '../api/contract/health.ts';
import type { Discovery } from '../api/discovery.ts';
import { Network } from '../api/network.ts';
import type { Credentials } from './credentials.ts';
import { EmbeddedService, ServiceStartError } from './embedded-service.ts';
import { Failure } from './failure.ts';
import { ServiceApi } from './service-api.ts';
import type { RemoteAddress } from './settings.ts';

/** All that a first connection needs and an activation does not: the client, the schemas, starting a process. */

/** Milliseconds in which a living service on this machine has answered. */
const aliveTimeoutMs = 3_000;

export function embeddedService(
  bundled: { readonly entry: string; readonly version: string; readonly dataFolder: string },
  log: LogOutputChannel,
): EmbeddedService {
  return new EmbeddedService({
    node: process.execPath,
    ...bundled,
    isAlive,
    log: (message) => log.info(message),
  });
}

export function openEmbedded({ port, tokenId, tokenSecret }: Discovery): ServiceApi {
  return new ServiceApi(
    new Client({ baseUrl: loopback(port), credentials: { tokenId, tokenSecret }, product }),
  );
}

/** @throws Failure when the address has no token yet */
export function openRemote(remote: RemoteAddress, credentials: Credentials | undefined): ServiceApi {
  if (!credentials) {
    throw new Failure({
      what: vscode.l10n.t('There is no token for {0}.', remote.url),
      advice: vscode.l10n.t('Run “Parapet: Connect to a Service…” to give one.'),
    });
  }
  return new ServiceApi(remoteClient(remote, credentials));
}

export function remoteClient({ url, headerPrefix }: RemoteAddress, credentials: Credentials): Client {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy');
  const verifyCertificates = http.get<boolean>('proxyStrictSSL', true);
  const network = new Network({
    verifyCertificates,
    systemCertificates: http.get<boolean>('systemCertificates', true),
    useProxy: http.get<string>('proxySupport') !== 'off',
    noProxy: http.get<string[]>('noProxy', []),
    ...(proxy ? { proxy } : {}),
  });
  return new Client({ baseUrl: url, headerPrefix, credentials, network, product });
}

/** Whether the connection broke or was never made, so that a service on this machine is to be looked for again. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A service that was replaced by another on the same port does not know the token.
  return error.kind === 'unreachable' || error.kind === 'unauthorized';
}

/** An error of the client or of the start, as the user is told. */
export function toFailure(error: unknown, remote: RemoteAddress | undefined): Failure {
  if (error instanceof ServiceStartError) {
    return new Failure(
      { what: error.message, advice: vscode.l10n.t('Try again; the log says more.') },
      { cause: error },
    );
  }
  const what = error instanceof Error ? error.message : String(error);
  const advice = remote ? remoteAdvice(error) : undefined;
  return new Failure({ what, ...(advice === undefined ? {} : { advice }) }, { cause: error });
}

function remoteAdvice(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.kind === 'unauthorized') return vscode.l10n.t('Connect again with a valid token.');
  if (error.kind === 'notOffered') return vscode.l10n.t('Use the service on this machine for it.');
  return undefined;
}

const product = 'parapet-vscode';

function loopback(port: number): string {
  return `http://127.0.0.1:${port}`;
}

async function isAlive({ port, instanceId }: Discovery, signal: AbortSignal): Promise<boolean> {
  await using client = new Client({ baseUrl: loopback(port), product, retries: { attempts: 1 } });
  try {
    const health = await client.call(healthz, {}, { signal, timeoutMs: aliveTimeoutMs });
    return 'instanceId' in health && health.instanceId === instanceId;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}
