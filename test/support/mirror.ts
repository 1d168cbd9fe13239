import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipOf } from './zip.ts';

/** A record of OSV of a package of npm that 1.5.0 fixes. */
export const osvRecord = (id: string, name: string, ecosystem = 'npm') => ({
  id,
  published: '2024-01-02T00:00:00Z',
  affected: [
    {
      package: { ecosystem, name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.5.0' }] }],
    },
  ],
});

/** An archive as a mirror serves it. */
export const osvArchive = (
  ...records: readonly { readonly id: string; readonly [field: string]: unknown }[]
): Buffer =>
  zipOf(Object.fromEntries(records.map((record) => [`${record.id}.json`, JSON.stringify(record)])));

/** An HTTP server on this machine that answers as a test says, and keeps what it was asked. */
export class LocalServer implements AsyncDisposable {
  readonly asked: { readonly path: string; readonly body: string }[] = [];
  readonly url: URL;
  answer: (path: string, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(404).end();
  readonly #close: () => Promise<void>;

  private constructor(url: URL, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async start(): Promise<LocalServer> {
    const server = createServer((request: IncomingMessage, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const path = request.url ?? '';
        local.asked.push({ path, body: Buffer.concat(pieces).toString() });
        local.answer(path, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const local = new LocalServer(new URL(`http://127.0.0.1:${port}/`), async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return local;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}
