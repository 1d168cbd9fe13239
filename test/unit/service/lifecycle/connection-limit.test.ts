import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEventSchema } from '../../../../src/api/discovery.ts';
import {
  limitConnections,
  usualConnectionLimits,
} from '../../../../src/service/lifecycle/connection-limit.ts';
import { builtProgram } from '../../../support/built-programs.ts';

describe('connections to a service on the network', function () {
  this.timeout(60_000);
  let sockets: Socket[];

  beforeEach(() => {
    sockets = [];
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });

  /** Connects and says nothing. */
  async function silent(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  const status = async (port: number): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })).status;

  it('leave descriptors for the work, and one address leaves some to others', () => {
    assert.deepEqual(usualConnectionLimits(1_024), { all: 512, ofOneAddress: 384 });
    assert.equal(usualConnectionLimits(10).all, 5);
    assert.equal(usualConnectionLimits(1_000_000).all, 2_000);
    assert.ok(usualConnectionLimits().all > 0);
  });

  it('that are silent keep nobody out, though there are more than descriptors', async function () {
    if (process.platform === 'win32') this.skip();
    const data = mkdtempSync(join(tmpdir(), 'parapet-limit-'));
    const program = builtProgram('scripted-service');
    const child = spawn(
      'sh',
      ['-c', `ulimit -n 256; exec "$0" "$@"`, process.execPath, program, '--data', data],
      {
        env: { ...process.env, MODE: 'serve' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = once(child, 'exit');
    try {
      const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
      const event = startEventSchema.parse(JSON.parse(value ?? 'null'));
      const port = event.type === 'ready' ? (event.port ?? 0) : assert.fail(value);
      for (let count = 0; count < 400; count++) await silent(port);
      assert.equal(await status(port), 200);
      // Half a request is no request.
      for (const socket of sockets) socket.write('POST /api/v2/issues/search HTTP/1.1\r\nHost: 127');
      for (let count = 0; count < 200; count++) (await silent(port)).write('GET /heal');
      assert.equal(await status(port), 200);
    } finally {
      child.kill('SIGKILL');
      await exited;
      rmSync(data, { recursive: true, force: true });
    }
  });

  describe('of a server with few of them', () => {
    let server: Server;
    let answer: () => void;
    let port: number;

    beforeEach(async () => {
      server = createServer((request, response) => {
        if (request.url === '/slow') answer = () => response.end('at last');
        else response.end('here');
      });
      limitConnections(server, { all: 6, ofOneAddress: 4 });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    const counted = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

    it('stay within the limits', async () => {
      for (let count = 0; count < 20; count++) await silent(port);
      assert.equal(await counted(), 4);
      for (let count = 0; count < 20; count++) await silent(port, '127.0.0.2');
      assert.equal(await counted(), 6);
    });

    it('keep the request that is being answered', async () => {
      const slow = fetch(`http://127.0.0.1:${port}/slow`);
      await once(server, 'request');
      for (let count = 0; count < 20; count++) await silent(port);
      for (let count = 0; count < 20; count++) await silent(port, '127.0.0.2');
      answer();
      assert.equal(await (await slow).text(), 'at last');
    });

    it('keep those of other addresses when one address makes too many', async () => {
      const [one, two] = [await silent(port, '127.0.0.2'), await silent(port, '127.0.0.3')];
      for (let count = 0; count < 20; count++) await silent(port);
      assert.equal(one.destroyed || two.destroyed, false);
      assert.equal(await counted(), 6);
      one.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const [said] = await once(one, 'data');
      assert.match(String(said), /^HTTP\/1\.1 200/);
    });

    it('that are kept alive can be used again, and wait like silent ones meanwhile', async () => {
      const socket = await silent(port);
      for (let round = 0; round < 3; round++) {
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
        await once(socket, 'data');
      }
      const closed = once(socket, 'close');
      for (let count = 0; count < 4; count++) await silent(port);
      await closed;
    });
  });
});
