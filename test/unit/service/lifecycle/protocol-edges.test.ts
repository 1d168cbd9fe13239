import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../../../../src/api/api-error.ts';
import {
  addLocalRepository,
  listRepositories,
} from '../../../../src/api/contract/repositories/repositories.ts';
import { embeddedClient } from '../../../../src/connection/embedded-client.ts';
import { ServiceProcess } from '../support/process.ts';

/** What a connection can go through, with a fixed sequence of choices so that a failure can be seen again. */
describe('the edges of the connection to the service on this machine', () => {
  let folder: string;
  let processes: ServiceProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-edges-'));
    processes = [];
  });
  afterEach(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ exited }) => exited));
    rmSync(folder, { recursive: true, force: true });
  });

  async function launch(): Promise<ServiceProcess> {
    const service = new ServiceProcess(join(folder, 'data'));
    processes.push(service);
    assert.equal((await service.start()).type, 'ready');
    return service;
  }

  /** The same numbers every time (mulberry32). */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
  }

  async function open(path: string): Promise<Socket> {
    const socket = connect({ path, allowHalfOpen: true });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  it('takes whatever 300 connections send and however they end, and goes on', async () => {
    const service = await launch();
    const { socket: path, tokenId, tokenSecret } = service.discovery;
    const pick = numbers(7);
    const head =
      'POST /api/v2/issues/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      `X-Service-API-Token-Id: ${tokenId}\r\nX-Service-API-Token-Secret: ${tokenSecret}\r\n`;
    const texts = [
      `${head}Content-Length: 2\r\n\r\n{}`,
      `${head}Content-Length: 200000\r\n\r\n{"text":"`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`,
      `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`,
      `${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50),
      'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\0\xff\r\n\r\n',
      '',
    ];
    const left: Socket[] = [];
    for (let count = 0; count < 300; count++) {
      const socket = await open(path);
      const text = texts[pick(texts.length)] ?? '';
      socket.write(text.slice(0, 1 + pick(text.length + 1)), 'latin1');
      const end = pick(4);
      if (end === 0) socket.destroy();
      else if (end === 1) socket.end('\r\n', () => socket.destroy());
      // Half open: it has said its last word, and never reads.
      else if (end === 2) socket.end();
      left.push(socket);
    }
    assert.equal((await service.ask('/repositories')).status, 200);
    for (const socket of left) socket.destroy();
    assert.equal((await service.ask('/repositories')).status, 200);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });

  it('ends in order while half-open and silent connections are held', async () => {
    const service = await launch();
    const { socket: path } = service.discovery;
    const held = await Promise.all(Array.from({ length: 50 }, () => open(path)));
    for (const [index, socket] of held.entries()) {
      if (index % 2 === 0) socket.write('GET /healthz HTTP/1.1\r\nHost: local');
      if (index % 3 === 0) socket.end();
    }
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
    const next = await launch();
    assert.equal((await next.ask('/repositories')).status, 200);
    for (const socket of held) socket.destroy();
  });

  it('loses nothing that was acknowledged to clients whose kept connections die with the service', async () => {
    const pick = numbers(11);
    const acknowledged = new Set<string>();
    let made = 0;
    for (let round = 0; round < 8; round++) {
      const service = await launch();
      const clients = Array.from({ length: 4 }, () => embeddedClient(service.discovery, 'test'));
      let isKilled = false;
      const work = clients.map(async (client) => {
        while (!isKilled) {
          const path = join(folder, `project-${made++}`);
          mkdirSync(path);
          try {
            const { repository } = await client.call(addLocalRepository, { path });
            acknowledged.add(repository.id);
          } catch (error) {
            // In the midst of it: whether it was done is not known, and nobody was told that it was.
            assert.ok(error instanceof ApiError && error.kind === 'unreachable', String(error));
          }
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 50 + pick(200)));
      isKilled = true;
      service.child.kill('SIGKILL');
      await service.exited;
      await Promise.all(work);
      const next = await launch();
      // A client of the killed service reaches the socket of the next one, and is told that it is a stranger.
      const [stale] = clients;
      assert.ok(stale);
      await assert.rejects(stale.call(listRepositories, {}), { kind: 'unauthorized' });
      for (const client of clients) await client[Symbol.asyncDispose]();
      await using client = embeddedClient(next.discovery, 'test');
      const kept = new Set<string>();
      for (let cursor: string | undefined; ; ) {
        const page = await client.call(listRepositories, cursor === undefined ? {} : { cursor });
        for (const { id } of page.repositories) kept.add(id);
        if (!page.nextCursor) break;
        cursor = page.nextCursor;
      }
      for (const id of acknowledged) assert.ok(kept.has(id), `${id} was acknowledged`);
      next.child.kill('SIGKILL');
      await next.exited;
    }
    assert.ok(acknowledged.size > 20, `${acknowledged.size}`);
  });
}).timeout(180_000);
