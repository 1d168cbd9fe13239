import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listRepositories } from '../../../../src/api/contract/repositories/repositories.ts';
import { discoveryFileName } from '../../../../src/api/discovery.ts';
import { embeddedClient } from '../../../../src/connection/embedded-client.ts';
import { builtProgram } from '../../../support/built-programs.ts';
import { ServiceProcess } from '../support/process.ts';

describe('the socket of the embedded service', () => {
  if (process.platform === 'win32') return;
  let folder: string;
  let data: string;
  let processes: ServiceProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-socket-'));
    data = join(folder, 'data');
    processes = [];
  });
  afterEach(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ exited }) => exited));
    rmSync(folder, { recursive: true, force: true });
  });

  function launch(options: ConstructorParameters<typeof ServiceProcess>[1] = {}): ServiceProcess {
    const launched = new ServiceProcess(data, options);
    processes.push(launched);
    return launched;
  }

  async function assertServes(service: ServiceProcess): Promise<void> {
    await using client = embeddedClient(service.discovery, 'test');
    await client.call(listRepositories, {});
  }

  it('tells nobody who it is: the path proves it', async () => {
    const service = launch();
    await service.start();
    const { instanceId, tokenId, tokenSecret } = service.discovery;
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      const said = await (await service.fetch(path)).text();
      for (const secret of [instanceId, tokenId, tokenSecret]) assert.ok(!said.includes(secret), path);
    }
  });

  it('is there again after a kill, and the file of the killed service is gone before', async () => {
    const first = launch();
    await first.start();
    const before = first.discovery;
    first.child.kill('SIGKILL');
    await first.exited;
    assert.ok(existsSync(before.socket), 'it had no time to tidy up');
    const second = launch();
    const event = await second.start();
    assert.ok(event.type === 'ready' && !event.existing && event.socket === before.socket);
    assert.notEqual(second.discovery.instanceId, before.instanceId);
    await assertServes(second);
    second.child.kill('SIGTERM');
    await second.exited;
    assert.deepEqual(
      readdirSync(data).filter((name) => name.includes('sock') || name === discoveryFileName),
      [],
    );
  });

  it('lies in a private folder elsewhere where the path is too long, and leaves nothing behind', async () => {
    const runtime = join(folder, 'run');
    mkdirSync(runtime, { mode: 0o700 });
    data = join(folder, 'd'.repeat(100), 'data');
    const env = { XDG_RUNTIME_DIR: runtime };
    const first = launch({ env });
    await first.start();
    const own = dirname(first.discovery.socket);
    assert.equal(dirname(own), runtime);
    assert.equal(statSync(own).mode & 0o777, 0o700);
    await assertServes(first);
    first.child.kill('SIGKILL');
    await first.exited;
    const second = launch({ env });
    await second.start();
    assert.deepEqual(readdirSync(runtime).length, 1, 'the socket of the killed one is gone');
    await assertServes(second);
    second.child.kill('SIGTERM');
    assert.equal(await second.exited, 0);
    assert.deepEqual(readdirSync(runtime), []);
  });

  it('keeps the service only as long as somebody could find it', async () => {
    for (const lost of [
      (service: ServiceProcess) => service.discovery.socket,
      () => join(data, discoveryFileName),
    ]) {
      const first = launch();
      await first.start();
      rmSync(lost(first));
      const next = launch();
      const event = await next.start();
      assert.ok(event.type === 'ready' && !event.existing, JSON.stringify(event));
      assert.equal(await first.exited, 0);
      assert.deepEqual(first.said.at(-1), { type: 'stopped', reason: 'lost' });
      await assertServes(next);
      next.child.kill('SIGTERM');
      await next.exited;
    }
  });

  it('takes the place of version 0.1.0, which listens on a port', async () => {
    const old = launch({ entry: builtProgram('port-service') });
    await old.start();
    const service = launch();
    const event = await service.start();
    assert.ok(event.type === 'ready' && !event.existing && event.port === undefined, JSON.stringify(event));
    assert.equal(await old.exited, 0);
    await assertServes(service);
  });

  it('listens on a port too only where one is asked for', async () => {
    for (const options of [{ args: ['--port', '0'] }, { env: { PARAPET_PORT: '0' } }]) {
      const service = launch(options);
      const event = await service.start();
      assert.ok(event.type === 'ready' && event.port !== undefined, JSON.stringify(event));
      assert.equal((await fetch(`http://127.0.0.1:${event.port}/repositories`)).status, 401);
      const file = readFileSync(join(data, discoveryFileName), 'utf8');
      assert.ok(!('port' in JSON.parse(file)), 'our clients never use it');
      await assertServes(service);
      service.child.kill('SIGTERM');
      assert.equal(await service.exited, 0);
    }
  });

  it('is private again where its data folder was open to others', async () => {
    mkdirSync(data);
    chmodSync(data, 0o777);
    const service = launch();
    await service.start();
    assert.equal(statSync(data).mode & 0o777, 0o700);
    await assertServes(service);
  });
}).timeout(120_000);
