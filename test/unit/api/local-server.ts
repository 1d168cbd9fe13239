import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ApiError, type ApiErrorKind } from '../../../src/api/api-error.ts';
import { Client, type ClientOptions } from '../../../src/api/client.ts';
import { certificate, privateKey } from './transport/self-signed.ts';

/** A real server on a free port of this machine, and a client of it that does not wait long between retries. */
export class LocalServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #clients: Client[] = [];
  readonly #scheme: 'http' | 'https';

  static async start(
    listener: RequestListener,
    scheme: 'http' | 'https' = 'http',
    identity: { readonly cert: string; readonly key: string } = { cert: certificate, key: privateKey },
  ): Promise<LocalServer> {
    const server = scheme === 'http' ? createServer(listener) : createSecureServer(identity, listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LocalServer(server, scheme);
  }

  constructor(server: Server, scheme: 'http' | 'https') {
    this.#server = server;
    this.#scheme = scheme;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  client(options: Partial<ClientOptions> = {}): Client {
    const retries = { attempts: 3, firstPauseMs: 5, longestPauseMs: 2_000, ...options.retries };
    const client = new Client({ baseUrl: this.url, ...options, retries });
    this.#clients.push(client);
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client[Symbol.asyncDispose]()));
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const id = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';
export const credentials = {
  tokenId: '0a6f1d0e-5f6c-4b63-a6c1-9d3b5f0c7e21',
  tokenSecret: 'not-a-real-secret-0123',
};

export const alive = { status: 'ok', service: 'test', version: '1.2.3', interfaceVersion: '1.0.0' };

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers with each listener once, then with the last. */
export function inTurn(...listeners: RequestListener[]): RequestListener & { count: () => number } {
  let count = 0;
  const listener: RequestListener = (request, response) => {
    const turn = listeners[Math.min(count++, listeners.length - 1)];
    turn?.(request, response);
  };
  return Object.assign(listener, { count: () => count });
}

export async function failure(call: Promise<unknown>, kind: ApiErrorKind): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('the call should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, `not an ApiError: ${error}`);
  assert.equal(error.kind, kind, error.message);
  assert.ok(!error.message.includes(credentials.tokenSecret));
  return error;
}
