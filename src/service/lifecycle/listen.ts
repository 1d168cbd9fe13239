import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listenOnOwnSocket } from '../../api/own-socket.ts';
import { systemCode } from '../analysis/errors.ts';
import { limitConnections, usualConnectionLimits } from './connection-limit.ts';

export interface Listening {
  /** Ends idle connections at once and the others when their answer is out, at the latest after the time given. */
  close(withinMs: number): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** What is to be done about a port that is taken: take any other, or say so. */
  readonly whenTaken: 'another' | 'fail';
}

type FetchApp = (request: Request) => Response | Promise<Response>;

/** Milliseconds in which a client must have sent its headers, and its whole request. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
/** How often those times are checked; Node's own half minute would let silent clients stay for longer. */
const checkingMs = 2_000;
const socketName = 'service.sock';

/** Listens on an address of the network. @throws Error with a sentence for the user when it cannot be listened on */
export async function listen(
  fetchApp: FetchApp,
  options: ListenOptions,
): Promise<Listening & { readonly port: number }> {
  try {
    return await listenOn(fetchApp, options.host, options.port);
  } catch (error) {
    if (systemCode(error) === 'EADDRINUSE' && options.whenTaken === 'another')
      return listenOn(fetchApp, options.host, 0);
    throw new Error(reasonOf(error, options), { cause: error });
  }
}

/**
 * Listens on a socket that only this user can reach, in the data folder where that can be.
 * @throws Error with a sentence for the user when no folder can hold it
 */
export async function listenToOwner(
  fetchApp: FetchApp,
  dataFolder: string,
): Promise<Listening & { readonly socket: string }> {
  const server = serverOf(fetchApp);
  const own = await listenOnOwnSocket(server, socketName, dataFolder);
  return {
    socket: own.path,
    close: async (withinMs) => {
      await close(server, withinMs);
      own.release();
    },
  };
}

async function listenOn(
  fetchApp: FetchApp,
  host: string,
  port: number,
): Promise<Listening & { readonly port: number }> {
  const server = serverOf(fetchApp);
  limitConnections(server, usualConnectionLimits());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return { port: address.port, close: (withinMs) => close(server, withinMs) };
}

function serverOf(fetchApp: FetchApp): Server {
  return createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkingMs,
    },
    getRequestListener(fetchApp, { overrideGlobalObjects: false }),
  );
}

async function close(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(late);
}

function reasonOf(error: unknown, { host, port }: ListenOptions): string {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Choose another with --port, or end that program.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose another with --host.`;
    default:
      return `The service cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : 'unknown reason'}`;
  }
}
