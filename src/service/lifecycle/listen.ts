import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { systemCode } from '../scan/errors.ts';

export interface Listening {
  readonly port: number;
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

/** Milliseconds in which a client must have sent its headers, and its whole request. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;

/** @throws Error with a sentence for the user when the address cannot be listened on */
export async function listen(
  fetchApp: (request: Request) => Response | Promise<Response>,
  options: ListenOptions,
): Promise<Listening> {
  try {
    return await listenOn(fetchApp, options.host, options.port);
  } catch (error) {
    if (systemCode(error) === 'EADDRINUSE' && options.whenTaken === 'another')
      return listenOn(fetchApp, options.host, 0);
    throw new Error(reasonOf(error, options), { cause: error });
  }
}

async function listenOn(
  fetchApp: (request: Request) => Response | Promise<Response>,
  host: string,
  port: number,
): Promise<Listening> {
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
    getRequestListener(fetchApp, { overrideGlobalObjects: false }),
  );
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
