import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Discovery, discoveryFileName } from '../../../src/api/discovery.ts';
import {
  EmbeddedService,
  ServiceStartError,
  serviceEnvironment,
} from '../../../src/connection/embedded-service.ts';

const secret = 'S3cr3tS3cr3tS3cr3tS3cr3tS3cr3tS3cr3tS3cr3t0';

describe('the embedded service', () => {
  let folder: string;
  let started: number[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'embedded-'));
    started = [];
  });
  afterEach(async () => {
    const pids = await readFile(path.join(folder, 'pids'), 'utf8').catch(() => '');
    for (const pid of pids.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(pid));
      } catch {
        // It has ended already.
      }
    }
    await rm(folder, { recursive: true });
  });

  /** A process that stands in for the service: writes its discovery file, says that it is ready, and stays. */
  async function stub(body: string): Promise<string> {
    const entry = path.join(folder, 'service.mjs');
    const prologue = `
      import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
      const data = process.argv[process.argv.indexOf('--data') + 1];
      appendFileSync(${JSON.stringify(path.join(folder, 'pids'))}, process.pid + '\\n');
      const version = '1.2.3';
      const discover = () => {
        const discovery = { pid: process.pid, socket: '/nowhere.sock', version, startedAt: new Date().toISOString(),
          instanceId: '${randomUUID()}', tokenId: '${randomUUID()}', tokenSecret: '${secret}' };
        writeFileSync(data + '/${discoveryFileName}', JSON.stringify(discovery), { mode: 0o600 });
      };
      const say = (event) => console.log(JSON.stringify(event));
      const ready = { type: 'ready', pid: process.pid, socket: '/nowhere.sock', version, dataFolder: data, existing: false };
    `;
    await writeFile(entry, prologue + body);
    return entry;
  }

  function service(
    entry: string,
    given: { isAlive?: (d: Discovery) => boolean; startTimeoutMs?: number; version?: string } = {},
  ) {
    return new EmbeddedService({
      node: process.execPath,
      entry,
      dataFolder: path.join(folder, 'data'),
      version: given.version ?? '1.2.3',
      isAlive: async (discovery) => given.isAlive?.(discovery) ?? true,
      log: (message) => {
        const pid = /process (\d+)\)/.exec(message)?.[1];
        if (pid) started.push(Number(pid));
      },
      startTimeoutMs: given.startTimeoutMs ?? 10_000,
    });
  }

  it('is started where none lives, and outlives the one who started it', async () => {
    const one = service(await stub('discover(); say(ready); setInterval(() => {}, 1000);'));
    const discovery = await one.ensure();
    assert.equal(discovery.tokenSecret, secret);
    assert.equal(discovery.pid, started[0]);
    assert.doesNotThrow(() => process.kill(discovery.pid, 0), 'it runs');
  });

  it('is found and not started again where one lives', async () => {
    const entry = await stub('discover(); say(ready); setInterval(() => {}, 1000);');
    const first = await service(entry).ensure();
    const second = await service(entry).ensure();
    assert.deepEqual(second, first);
    assert.equal(started.length, 1);
  });

  it('of an older version makes way for ours, of a newer one is used', async () => {
    const data = path.join(folder, 'data');
    const entry = await stub('discover(); say(ready); setInterval(() => {}, 1000);');
    const old = await service(entry).ensure();
    const rewrite = (version: string) =>
      writeFile(path.join(data, discoveryFileName), JSON.stringify({ ...old, version }), { mode: 0o600 });
    for (const newer of ['1.2.4', '2.0.0', 'of my own making']) {
      await rewrite(newer);
      assert.equal((await service(entry).ensure()).pid, old.pid, newer);
    }
    assert.equal(started.length, 1);
    for (const older of ['1.2.2', '0.9.0', '1.2.3-beta.1']) {
      await rewrite(older);
      const ours = await service(entry).ensure();
      assert.notEqual(ours.pid, old.pid, older);
      assert.equal(ours.version, '1.2.3');
    }
    assert.equal(started.length, 4);
  });

  it('is started once for callers at the same time', async () => {
    const one = service(await stub('discover(); say(ready); setInterval(() => {}, 1000);'));
    const [a, b] = await Promise.all([one.ensure(), one.ensure()]);
    assert.deepEqual(a, b);
    assert.equal(started.length, 1);
  });

  it('is started anew when the one in the discovery file is dead', async () => {
    const entry = await stub('discover(); say(ready); setInterval(() => {}, 1000);');
    const first = await service(entry).ensure();
    const second = await service(entry, { isAlive: ({ pid }) => pid !== first.pid }).ensure();
    assert.notEqual(second.pid, first.pid);
  });

  it('says what the service said when it cannot start, without what may be a key', async () => {
    const entry = await stub(`console.error('Cannot open the database. ${secret}'); process.exit(3);`);
    await assert.rejects(service(entry).ensure(), (error) => {
      assert.ok(error instanceof ServiceStartError);
      assert.match(error.message, /exit code 3/);
      assert.match(error.message, /Cannot open the database/);
      assert.ok(!error.message.includes(secret));
      return true;
    });
  });

  it('passes on the reason of a start that failed in order', async () => {
    const entry = await stub(`say({ type: 'failed', error: 'The disk is full.' }); process.exit(1);`);
    await assert.rejects(service(entry).ensure(), /The disk is full\./);
  });

  it('gives up on a start that takes too long, and ends it', async () => {
    const entry = await stub('setInterval(() => {}, 1000);');
    await assert.rejects(service(entry, { startTimeoutMs: 600 }).ensure(), /not become ready in time/);
    const [pid] = started;
    assert.ok(pid !== undefined);
    await ended(pid);
  });

  it('can be tried again after a start that failed', async () => {
    const failing = await stub('process.exit(1);');
    const one = service(failing);
    await assert.rejects(one.ensure());
    await stub('discover(); say(ready); setInterval(() => {}, 1000);');
    assert.equal((await one.ensure()).tokenSecret, secret);
  });

  it('inherits neither the editor’s variables nor its debugger', () => {
    const environment = serviceEnvironment({
      PATH: '/bin',
      HOME: '/home/me',
      NODE_OPTIONS: '--inspect',
      VSCODE_PID: '1',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
    });
    assert.deepEqual(environment, { PATH: '/bin', HOME: '/home/me', ELECTRON_RUN_AS_NODE: '1' });
  });
});

async function ended(pid: number): Promise<void> {
  for (let waited = 0; waited < 5_000; waited += 50) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`process ${pid} still runs`);
}
