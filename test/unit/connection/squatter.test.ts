import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiError } from '../../../src/api/api-error.ts';
import { listRepositories } from '../../../src/api/contract/repositories/repositories.ts';
import { type Discovery, discoveryFileName } from '../../../src/api/discovery.ts';
import { checkOwnSocket, listenOnOwnSocket } from '../../../src/api/own-socket.ts';
import { readDiscovery } from '../../../src/connection/discovery-file.ts';
import { embeddedClient, isAlive } from '../../../src/connection/embedded-client.ts';

const never = new AbortController().signal;
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** Somebody else's program, where the service of the user was: it writes down all that it is sent. */
class Squatter implements AsyncDisposable {
  readonly heard: string[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ status: 'ok', service: 'parapet', version: '9.9.9', interfaceVersion: '1' }),
      );
    });
  }

  async listen(where: string | { readonly port: number; readonly host: string }): Promise<void> {
    this.#server.listen(where);
    await once(this.#server, 'listening');
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : assert.fail('no port');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe('a program in the place of the service on this machine', () => {
  if (process.platform === 'win32') return;
  let home: string;
  let folder: string;
  let socket: string;
  let squatter: Squatter;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'squat-'));
    folder = path.join(home, 'data');
    socket = path.join(folder, 'service.sock');
    await mkdir(folder, { mode: 0o700 });
    squatter = new Squatter();
  });
  afterEach(async () => {
    await squatter[Symbol.asyncDispose]();
    await rm(home, { recursive: true, force: true });
  });

  const discovery = (at = socket): Discovery => ({
    pid: process.pid,
    socket: at,
    version: '0.1.0',
    startedAt: new Date().toISOString(),
    instanceId: randomUUID(),
    tokenId: randomUUID(),
    tokenSecret: 's'.repeat(43),
  });

  async function assertNothingIsSent(at = socket): Promise<void> {
    await using client = embeddedClient(discovery(at), 'test');
    await assert.rejects(client.call(listRepositories, {}), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.kind, 'unreachable');
      assert.ok(error.neverSent);
      return true;
    });
    assert.equal(await isAlive(discovery(at), never), false);
    assert.deepEqual(squatter.heard, []);
  }

  /** As the squatter would leave it, where the tests' user may give things away. */
  const giveAway = async (place: string) => (isRoot ? await chown(place, nobody, nobody) : undefined);

  it('is talked to where everything is the user’s own', async () => {
    await squatter.listen(socket);
    await chmod(socket, 0o600);
    assert.equal(await isAlive(discovery(), never), true);
    assert.equal(squatter.heard.length, 1);
  });

  it('is sent nothing in a folder that others may use', async () => {
    await squatter.listen(socket);
    await chmod(socket, 0o600);
    for (const mode of [0o755, 0o770, 0o701, 0o777, 0o1777]) {
      await chmod(folder, mode);
      await assertNothingIsSent();
    }
  });

  it('is sent nothing through a socket that others may use', async () => {
    await squatter.listen(socket);
    for (const mode of [0o666, 0o777, 0o620, 0o606]) {
      await chmod(socket, mode);
      await assertNothingIsSent();
    }
  });

  it('is sent nothing through a link, to the socket or to its folder', async () => {
    const theirs = path.join(home, 'theirs');
    await mkdir(theirs, { mode: 0o700 });
    await squatter.listen(path.join(theirs, 'service.sock'));
    await chmod(path.join(theirs, 'service.sock'), 0o600);
    await symlink(path.join(theirs, 'service.sock'), socket);
    await assertNothingIsSent();
    await symlink(theirs, path.join(home, 'linked'));
    await assertNothingIsSent(path.join(home, 'linked', 'service.sock'));
  });

  it('is sent nothing by way of a file, a folder, nothing, or a path that is relative', async () => {
    await assertNothingIsSent();
    await writeFile(socket, '', { mode: 0o600 });
    await assertNothingIsSent();
    await rm(socket);
    await mkdir(socket, { mode: 0o700 });
    await assertNothingIsSent();
    await assertNothingIsSent('service.sock');
    await assertNothingIsSent('../service.sock');
  });

  it('is sent nothing where the socket or its folder belongs to another user', async function () {
    if (!isRoot) this.skip();
    await squatter.listen(socket);
    await chmod(socket, 0o600);
    await giveAway(socket);
    await assertNothingIsSent();
    await chown(socket, 0, 0);
    await giveAway(folder);
    await assertNothingIsSent();
  });

  it('is sent nothing on the port that a file of version 0.1.0 names', async () => {
    await squatter.listen({ host: '127.0.0.1', port: 0 });
    const { socket: _, ...rest } = discovery();
    const old = { ...rest, port: squatter.port };
    await writeFile(path.join(folder, discoveryFileName), JSON.stringify(old), { mode: 0o600 });
    assert.equal((await readDiscovery(folder)).kind, 'refused');
    assert.deepEqual(squatter.heard, []);
  });

  it('is sent nothing by a client that was connected before it came', async () => {
    const real = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ repositories: [] }));
    });
    const { release } = await listenOnOwnSocket(real, 'service.sock', folder);
    await using client = embeddedClient(discovery(), 'test');
    await client.call(listRepositories, {});
    real.closeAllConnections();
    await new Promise((resolve) => real.close(resolve));
    release();
    await rename(folder, `${folder}-gone`);
    await mkdir(folder);
    await chmod(folder, 0o755);
    await squatter.listen(socket);
    await chmod(socket, 0o600);
    await giveAway(socket);
    await giveAway(folder);
    await assert.rejects(client.call(listRepositories, {}), { kind: 'unreachable' });
    assert.deepEqual(squatter.heard, []);
  });
});

describe('the socket of this user', () => {
  if (process.platform === 'win32') return;
  let home: string;
  let server: Server;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'own-socket-'));
    server = createServer((_, response) => response.end('here'));
  });
  afterEach(async () => {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    await rm(home, { recursive: true, force: true });
  });

  const answers = async (socket: string): Promise<boolean> => {
    const near = connect(socket);
    await once(near, 'connect');
    near.destroy();
    return true;
  };

  it('lies in the folder, replaces what a killed process left there, and goes when the server closes', async () => {
    const left = path.join(home, 'a.sock');
    const killed = createServer();
    killed.listen(left);
    await once(killed, 'listening');
    await rename(left, `${left}.kept`);
    await new Promise((resolve) => killed.close(resolve));
    await rename(`${left}.kept`, left);
    const own = await listenOnOwnSocket(server, 'a.sock', home);
    assert.equal(own.path, left);
    await checkOwnSocket(own.path);
    assert.ok(await answers(own.path));
    await new Promise((resolve) => server.close(resolve));
    await assert.rejects(checkOwnSocket(own.path), { code: 'ENOENT' });
  });

  for (const [what, folderOf] of [
    ['whose path is too long', (at: string) => path.join(at, 'x'.repeat(120))],
    ['that other users may use', (at: string) => path.join(at, 'open')],
    ['that is not there', (at: string) => path.join(at, 'gone', 'further')],
  ] as const) {
    it(`lies in a fresh private folder in the place of one ${what}`, async () => {
      const folder = folderOf(home);
      if (!folder.includes('gone')) await mkdir(folder);
      if (folder.endsWith('open')) await chmod(folder, 0o777);
      const own = await listenOnOwnSocket(server, 'a.sock', folder);
      assert.notEqual(path.dirname(own.path), folder);
      await checkOwnSocket(own.path);
      assert.ok(await answers(own.path));
      await new Promise((resolve) => server.close(resolve));
      own.release();
      await assert.rejects(checkOwnSocket(own.path), { code: 'ENOENT' });
    });
  }

  it('is not put where others could exchange its folder', async () => {
    const before = { ...process.env };
    const open = path.join(home, 'tmp');
    await mkdir(open);
    await chmod(open, 0o777);
    try {
      process.env['XDG_RUNTIME_DIR'] = open;
      const own = await listenOnOwnSocket(server, 'a.sock', undefined);
      assert.notEqual(path.dirname(path.dirname(own.path)), open);
      await new Promise((resolve) => server.close(resolve));
      own.release();
    } finally {
      if (before['XDG_RUNTIME_DIR'] === undefined) delete process.env['XDG_RUNTIME_DIR'];
      else process.env['XDG_RUNTIME_DIR'] = before['XDG_RUNTIME_DIR'];
    }
  });
});
