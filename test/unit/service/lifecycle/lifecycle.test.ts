import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { discoveryFileName } from '../../../../src/api/discovery.ts';
import { createTokenIn } from '../../../../src/service/lifecycle/bootstrap.ts';
import { takeInstanceLock } from '../../../../src/service/lifecycle/instance-lock.ts';
import { databaseFileName } from '../../../../src/service/store/open.ts';
import { builtProgram } from '../../../support/built-programs.ts';
import { authHeaders } from '../support/harness.ts';
import { ServiceProcess, until } from '../support/process.ts';

describe('the life of a service process', () => {
  let folder: string;
  let data: string;
  let project: string;
  let processes: ServiceProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-life-'));
    data = join(folder, 'data');
    project = join(folder, 'project');
    mkdirSync(project);
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

  async function scanProject(service: ServiceProcess): Promise<string> {
    const added = await service.ask('/api/v2/repositories/addLocal', { path: project });
    const { id } = added.body['repository'] as { id: string };
    const started = await service.ask('/api/v2/scans/start', { repositoryIds: [id] });
    assert.equal(started.status, 202, JSON.stringify(started.body));
    return (started.body['scans'] as { id: string }[])[0]?.id ?? '';
  }

  async function scanOf(service: ServiceProcess, id: string) {
    const { body } = await service.ask(`/scans/${id}`);
    return body['scan'] as { status: string; errorMessage?: string; finishedAt: string | null };
  }

  async function issuesOf(service: ServiceProcess): Promise<{ id: string; status: string }[]> {
    const { body } = await service.ask('/api/v2/issues/list', { limit: 1_000 });
    return body['issues'] as { id: string; status: string }[];
  }

  it('begins with one line that says where it is, and a private discovery file', async () => {
    const service = launch();
    const event = await service.start();
    assert.equal(event.type, 'ready');
    const { tokenSecret, socket, pid } = service.discovery;
    assert.equal(pid, service.child.pid);
    assert.ok(!JSON.stringify(event).includes(tokenSecret));
    assert.ok(!service.child.spawnargs.join(' ').includes(tokenSecret));
    assert.equal((await service.ask('/repositories')).status, 200);
    assert.equal((await service.fetch('/repositories')).status, 401);
    assert.equal((await service.fetch('/readyz')).status, 200);
    assert.equal(event.port, undefined, 'no port of the network');
    if (process.platform !== 'win32') {
      assert.equal(statSync(data).mode & 0o777, 0o700);
      assert.equal(statSync(join(data, discoveryFileName)).mode & 0o777, 0o600);
      assert.equal(statSync(socket).mode & 0o777, 0o600);
      assert.equal(dirname(socket), data);
    }
    assert.deepEqual(
      readdirSync(data).filter((name) => name.startsWith(`${discoveryFileName}.`)),
      [],
    );
  });

  it('is one, however many start at once', async function () {
    // Five processes that all want the processor at the same time.
    this.timeout(60_000);
    const all = Array.from({ length: 5 }, () => launch());
    const events = await Promise.all(all.map((each) => each.start()));
    const ready = events.map((event) =>
      event.type === 'ready' ? event : assert.fail(JSON.stringify(event)),
    );
    const [serving, ...others] = ready.filter((event) => !event.existing);
    assert.deepEqual(others, []);
    for (const event of ready) assert.deepEqual([event.pid, event.socket], [serving?.pid, serving?.socket]);
    for (const each of all) if (each.child.pid !== serving?.pid) assert.equal(await each.exited, 0);
    assert.equal((await all[0]?.ask('/repositories'))?.status, 200);
  });

  it('makes way for a newer version, and serves the windows of an older one', async () => {
    const first = launch({ env: { VERSION: '1.9.0' } });
    await first.start();
    const newer = launch({ env: { VERSION: '1.10.0' } });
    const event = await newer.start();
    assert.ok(event.type === 'ready' && !event.existing, JSON.stringify(event));
    assert.equal(await first.exited, 0);
    assert.equal(newer.discovery.pid, newer.child.pid);
    const older = launch({ env: { VERSION: '1.9.0' } });
    const found = await older.start();
    assert.ok(
      found.type === 'ready' && found.existing && found.pid === newer.child.pid,
      JSON.stringify(found),
    );
    assert.equal((await newer.ask('/repositories')).status, 200);
  });

  it('takes over after a kill -9 in mid-scan: what was found is kept, the scan has failed, a new one runs', async () => {
    const first = launch({ env: { FINDINGS: '100000', PACE_MS: '1' } });
    await first.start();
    const { tokenSecret } = first.discovery;
    const scanId = await scanProject(first);
    await until(async () => (await issuesOf(first)).length > 200);
    const [some] = await issuesOf(first);
    const triaged = await first.ask('/api/v2/issues/updateStatus', {
      issueIds: [some?.id],
      status: 'FALSE_POSITIVE',
    });
    assert.equal(triaged.status, 200);
    const known = await issuesOf(first);
    first.child.kill('SIGKILL');
    await first.exited;
    assert.ok(existsSync(join(data, discoveryFileName)), 'it had no time to tidy up');

    const second = launch({ env: { FINDINGS: '3' } });
    const event = await second.start();
    assert.ok(
      event.type === 'ready' && !event.existing && event.putAside === undefined,
      JSON.stringify(event),
    );
    assert.notEqual(second.discovery.tokenSecret, tokenSecret);
    const scan = await scanOf(second, scanId);
    assert.equal(scan.status, 'FAILED');
    assert.match(scan.errorMessage ?? '', /stopped before this scan ended/);
    const kept = new Map((await issuesOf(second)).map((issue) => [issue.id, issue.status]));
    for (const issue of known) assert.equal(kept.get(issue.id), issue.status);
    assert.equal(kept.get(some?.id ?? ''), 'FALSE_POSITIVE');
    const next = await scanProject(second);
    await until(async () => (await scanOf(second, next)).finishedAt !== null);
    assert.equal((await scanOf(second, next)).status, 'COMPLETED');
  });

  it('takes over whatever a killed service left as its discovery file', async () => {
    mkdirSync(data, { recursive: true });
    for (const left of ['', '{"pid": 1', JSON.stringify({ pid: process.pid, port: 1, version: '0' })]) {
      writeFileSync(join(data, discoveryFileName), left);
      const service = launch();
      assert.equal((await service.start()).type, 'ready');
      assert.equal(service.discovery.pid, service.child.pid);
      service.child.kill('SIGTERM');
      assert.equal(await service.exited, 0);
    }
  });

  it('chooses another port when the wished one is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    try {
      const service = launch({ args: ['--port', String(taken)] });
      const event = await service.start();
      assert.ok(event.type === 'ready' && event.port !== taken, JSON.stringify(event));
      const strict = new ServiceProcess(join(folder, 'other'), {
        args: ['--port', String(taken)],
        env: { MODE: 'serve' },
      });
      processes.push(strict);
      const refused = await strict.start();
      assert.ok(refused.type === 'failed' && /taken/.test(refused.error), JSON.stringify(refused));
      assert.equal(await strict.exited, 1);
    } finally {
      other.close();
    }
  });

  it('ends by itself when nothing uses it, but not before', async () => {
    const service = launch({ args: ['--idle-minutes', '0.05'], env: { FINDINGS: '1', HANG: 'yes' } });
    await service.start();
    const scanId = await scanProject(service);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    assert.equal(service.child.exitCode, null, 'a scan is running');
    await service.ask('/api/v2/scans/cancel', { scanId });
    assert.equal(await service.exited, 0);
    assert.deepEqual(service.said.at(-1), { type: 'stopped', reason: 'idle' });
    assert.ok(!existsSync(join(data, discoveryFileName)));
  });

  it('notices that the reader of a stream is gone', async () => {
    const service = launch({ args: ['--idle-minutes', '0.05'], env: { HANG: 'yes' } });
    await service.start();
    const scanId = await scanProject(service);
    const reader = new AbortController();
    const stream = await service.fetch(`/api/v2/scans/${scanId}/events`, {
      headers: authHeaders(service.discovery),
      signal: reader.signal,
    });
    assert.equal(stream.status, 200);
    reader.abort();
    await service.ask('/api/v2/scans/cancel', { scanId });
    assert.equal(await service.exited, 0);
  });

  it('asked to end, ends its streams and scans in order and leaves a sound store', async () => {
    const service = launch({ env: { FINDINGS: '50', HANG: 'yes' } });
    await service.start();
    const scanId = await scanProject(service);
    await until(async () => (await issuesOf(service)).length === 50);
    const stream = await service.fetch(`/api/v2/scans/${scanId}/events`, {
      headers: authHeaders(service.discovery),
    });
    service.child.kill('SIGTERM');
    await stream.text();
    assert.equal(await service.exited, 0);
    assert.deepEqual(service.said.at(-1), { type: 'stopped', reason: 'signal' });
    assert.ok(!existsSync(join(data, discoveryFileName)));
    const next = launch();
    await next.start();
    assert.equal((await scanOf(next, scanId)).status, 'FAILED');
    assert.equal((await issuesOf(next)).length, 50);
  });

  it('puts a truncated database aside and tells the user, at the start and afterwards', async () => {
    const first = launch({ env: { FINDINGS: '300' } });
    await first.start();
    const scanId = await scanProject(first);
    await until(async () => (await scanOf(first, scanId)).finishedAt !== null);
    first.child.kill('SIGTERM');
    await first.exited;
    const file = join(data, databaseFileName);
    truncateSync(file, Math.floor(statSync(file).size / 2));
    const second = launch();
    const event = await second.start();
    assert.ok(event.type === 'ready' && event.putAside !== undefined, JSON.stringify(event));
    assert.ok(existsSync(event.putAside[0]?.file ?? ''));
    const { body } = await second.ask('/readyz');
    assert.match(JSON.stringify(body['notices']), /damaged/);
    assert.equal((await second.ask('/repositories')).status, 200);
  });

  it('keeps its database when a token is made beside it, in whatever state that is', async () => {
    const service = launch();
    await service.start();
    await createTokenIn(data, { days: 1 });
    const file = openSync(join(data, databaseFileName), 'r+');
    writeSync(file, Buffer.alloc(4_096 * 8, 0xab), 0, 4_096 * 8, 4_096);
    closeSync(file);
    await createTokenIn(data, { days: 1 }).catch((error: Error) => assert.match(error.message, /damaged/));
    const names = readdirSync(data);
    assert.ok(names.includes(databaseFileName), names.join());
    assert.ok(!names.some((name) => name.includes('damaged')), names.join());
  });

  it('is told of a damaged database, not the maker of a token, who leaves it where it is', async () => {
    const first = launch();
    await first.start();
    first.child.kill('SIGTERM');
    await first.exited;
    const file = join(data, databaseFileName);
    truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096);
    await assert.rejects(createTokenIn(data, { days: 1 }), /database is damaged .*Start the service/);
    assert.ok(!readdirSync(data).some((name) => name.includes('damaged')));
    const second = await launch().start();
    assert.ok(second.type === 'ready' && second.putAside !== undefined);
  });

  it('does not meet the maker of a token: `serve` waits for its moment', async () => {
    mkdirSync(data, { mode: 0o700 });
    const lock = takeInstanceLock(data) ?? assert.fail();
    setTimeout(() => lock.release(), 300);
    const started = await launch({ env: { MODE: 'serve' } }).start();
    assert.equal(started.type, 'ready');
  });

  it('lives on when the window that started it closes the pipes', async () => {
    const service = launch({ env: { FINDINGS: '10' } });
    await service.start();
    service.child.stdout?.destroy();
    service.child.stderr?.destroy();
    const scanId = await scanProject(service);
    await until(async () => (await scanOf(service, scanId)).finishedAt !== null);
    assert.equal((await scanOf(service, scanId)).status, 'COMPLETED');
  });

  it('says what is wrong with its options', async () => {
    for (const [args, expected] of [
      [['--port', '70000'], /--port/],
      [['--idle-minutes', 'soon'], /--idle-minutes/],
      [['--secret', 'x'], /--secret/],
    ] as const) {
      const service = launch({ entry: builtProgram('service'), args });
      const event = await service.start();
      assert.ok(event.type === 'failed' && expected.test(event.error), JSON.stringify(event));
      assert.equal(await service.exited, 1);
    }
  });

  it('says what is wrong with its data folder', async () => {
    writeFileSync(data, 'in the way');
    const service = launch();
    const event = await service.start();
    assert.ok(event.type === 'failed' && /is a file/.test(event.error), JSON.stringify(event));
    assert.equal(await service.exited, 1);
  });

  it('answers what is too large, foreign or no HTTP at all, and goes on', async () => {
    const service = launch({ args: ['--port', '0'] });
    const event = await service.start();
    const port = event.type === 'ready' ? (event.port ?? 0) : assert.fail(JSON.stringify(event));
    const address = `http://127.0.0.1:${port}`;
    const headers = { ...authHeaders(service.discovery), 'Content-Type': 'application/json' };
    const body = Buffer.alloc(20_000_000, 32);
    const search = '/api/v2/issues/search';
    assert.equal((await fetch(address + search, { method: 'POST', headers, body })).status, 413);
    assert.equal((await fetch(address + search, { method: 'POST', body })).status, 401);
    assert.match(await raw(port, 'GET /healthz HTTP/1.1\r\nHost: rebound.example\r\n'), /^HTTP\/1.1 403 /);
    assert.match(
      await raw(port, 'GET http://rebound.example/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n'),
      /^HTTP\/1.1 403 /,
    );
    assert.match(await raw(port, 'NONSENSE\r\n'), /^HTTP\/1.1 400 /);
    assert.match(
      await raw(port, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n`),
      /^(HTTP\/1.1 4\d\d |$)/,
    );
    assert.equal((await service.ask('/repositories')).status, 200);
  });

  it('starts from its sources as it is shipped', async () => {
    const service = launch({ entry: builtProgram('service') });
    assert.equal((await service.start()).type, 'ready');
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });
}).timeout(60_000);

/** What a service answers to bytes that no client library would send. */
function raw(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(`${head}Connection: close\r\n\r\n`));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    // A service that has heard enough may reset the connection.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}
