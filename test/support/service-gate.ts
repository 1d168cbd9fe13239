import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { specified } from '../conformance/specified.ts';

/** What stands between a window and a service: it lets through what a test says. */
export interface ServiceGate extends AsyncDisposable {
  readonly url: string;
  /** Everything, nothing (connections break), or only what the specification has: the rest is not found. */
  lets: 'everything' | 'nothing' | 'specified';
}

/** Starts a gate in front of a service. @param url the service's address */
export async function startServiceGate(url: string): Promise<ServiceGate> {
  const sockets = new Set<Socket>();
  const gate = { lets: 'everything' as ServiceGate['lets'] };
  const server = createServer((incoming, answer) => {
    const address = incoming.url ?? '/';
    if (gate.lets === 'nothing') {
      incoming.socket.destroy();
      return;
    }
    if (gate.lets === 'specified' && !isSpecified(incoming.method ?? '', address)) {
      incoming.resume();
      answer.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
      return;
    }
    const { method, headers } = incoming;
    const outgoing = request(new URL(address, url), { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get lets() {
      return gate.lets;
    },
    set lets(what) {
      gate.lets = what;
      if (what === 'nothing') for (const socket of sockets) socket.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const operations = specified.map(({ operation }) => {
  const [method, path = ''] = operation.split(' ');
  return { method, address: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

function isSpecified(method: string, address: string): boolean {
  const { pathname } = new URL(address, 'http://gate');
  return operations.some((one) => one.method === method && one.address.test(pathname));
}
