import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { Refusal } from '../../../../src/service/core/errors.ts';
import { createStreamLimit } from '../../../../src/service/http/stream-limit.ts';
import { listen } from '../../../../src/service/lifecycle/listen.ts';
import { finding } from '../support/findings.ts';
import { authHeaders, Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';
import { gate, waitAt } from '../support/scripted-runner.ts';

const { code, codeScans, issues, repositories, scans } = contract;

describe('a hostile client of a service', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start({ heartbeatMs: 20 });
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('that is a web page is refused, even where the browser sends no origin, and may embed nothing', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const response = await service.request('/healthz', { headers: { 'Sec-Fetch-Site': site } });
      assert.equal(response.status, 403, site);
    }
    for (const site of ['none', 'same-origin'])
      assert.equal((await service.request('/healthz', { headers: { 'Sec-Fetch-Site': site } })).status, 200);
    const response = await service.request('/healthz');
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  it('gets nothing by a request that a form could make', async () => {
    const id = await service.addRepository();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: JSON.stringify({ repositoryIds: [id] }),
      };
      assert.equal((await service.request('/api/v2/scans/start', init)).status, 401, type);
    }
    const preflight = await service.request('/api/v2/scans/start', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    assert.equal(preflight.status, 403);
    assert.deepEqual((await service.call(scans.listScans, {})).scans, []);
  });

  it('cannot smuggle a second request into the first', async () => {
    const listening = await listen((request) => service.service.app.fetch(request), {
      host: '127.0.0.1',
      port: 0,
      whenTaken: 'fail',
    });
    const said = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(listening.port, '127.0.0.1', () => socket.end(text));
        socket.setEncoding('latin1').on('data', (part: string) => {
          answer += part;
        });
        socket.on('close', () => resolve(answer)).on('error', reject);
      });
    const inner = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const head = 'POST /api/v2/scans/start HTTP/1.1\r\nHost: 127.0.0.1\r\n';
    try {
      for (const [why, text] of [
        [
          'length and chunks',
          `${head}Content-Length: ${inner.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
        ],
        ['two lengths', `${head}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`],
        ['space before the colon', `${head}Content-Length : ${inner.length}\r\n\r\n${inner}`],
        ['a bare line feed in a header', `${head}X-A: b\nContent-Length: 0\r\n\r\n${inner}`],
        ['chunks that are none', `${head}Transfer-Encoding: xchunked\r\n\r\n${inner}`],
      ] as const) {
        const answer = await said(text);
        assert.ok(!answer.includes('instanceId'), `${why}: ${answer}`);
        assert.match(answer, /^HTTP\/1\.1 400 /, why);
      }
    } finally {
      await listening.close(500);
    }
  });

  it('is refused at once whatever the depth, width and names of its JSON', async () => {
    const deep = (count: number) => '['.repeat(count) + ']'.repeat(count);
    for (const body of [
      `{"repositoryIds":${deep(400_000)}}`,
      deep(500_000),
      `{"repositoryIds":[${'1,'.repeat(400_000)}1]}`,
      `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join()}}`,
      '{"constructor":{"prototype":{"x":1}},"__proto__":{"x":1}}',
    ]) {
      const response = await service.request('/api/v2/scans/start', {
        method: 'POST',
        headers: { ...authHeaders(service.credentials), 'Content-Type': 'application/json' },
        body,
      });
      const text = await response.text();
      assert.equal(response.status, 400);
      assert.ok(text.length < 10_000, `${text.length} bytes`);
    }
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  it('cannot make one search the work of thousands', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
    assert.match(
      (await service.refusal(issues.searchIssues, { searchQuery: words(21) }, 400)).error,
      /At most 20/,
    );
    await service.call(issues.searchIssues, { searchQuery: `${words(20)} ${words(20)}` });
    await service.refusal(issues.searchIssues, { severities: Array(50_000).fill('HIGH') }, 400);
    await service.refusal(issues.searchIssues, { statuses: Array(50_000).fill('REVIEWING') }, 400);
    await service.refusal(scans.listScans, { kinds: Array(51).fill('FULL') }, 400);
  });

  it('searches for text, never for a pattern', async () => {
    const repositoryId = await service.addRepository();
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'one', title: 'A 100% (plain) title_' }) });
      return undefined;
    };
    await service.scan(repositoryId);
    const found = async (searchQuery: string) =>
      (await service.call(issues.searchIssues, { searchQuery })).issues.length;
    assert.equal(await found('100% (plain)'), 1);
    for (const pattern of ['%', '_', '(.*)*', '!', `${'%'.repeat(400)}x`])
      assert.equal(await found(pattern), pattern === '%' || pattern === '_' ? 1 : 0, pattern);
  });

  it('does not see what git keeps for itself, by whichever way', async () => {
    const repositoryId = await service.addRepository();
    const root = join(service.folder, 'work', 'project');
    for (const folder of ['', 'vendored/']) {
      mkdirSync(join(root, folder, '.git'), { recursive: true });
      writeFileSync(join(root, folder, '.git/config'), 'url = https://me:token@git.acme.io/x');
    }
    symlinkSync(join(root, '.git'), join(root, 'notes'));
    symlinkSync(join(root, '.git/config'), join(root, 'config.txt'));
    for (const path of ['.git/config', 'vendored/.git/config', 'notes/config', 'config.txt', './.git/config'])
      await service.refusal(code.readCode, { repositoryId, path }, 404);
    for (const path of ['.git', 'notes', 'vendored/.git'])
      await service.refusal(code.listFiles, { repositoryId, path }, 404);
    const listed = async (path: string) =>
      (await service.call(code.listFiles, { repositoryId, path })).entries.map(({ name }) => name);
    assert.deepEqual(await listed(''), ['vendored']);
    assert.deepEqual(await listed('vendored'), []);
  });

  it('who is no ADMIN cannot have folders of the machine read', async () => {
    const member = await memberOf(service);
    await service.refusal(repositories.addLocalRepository, { path: service.folder }, 403, member);
    await service.call(repositories.listRepositories, {}, member);
  });

  it('cannot submit git’s own folder, in any spelling, nor learn where the service keeps things', async () => {
    for (const path of [
      '.git/config',
      '.GIT/config',
      'a/.git./x',
      '.git /x',
      '../x',
      'a/../../x',
      '/x',
      'C:x',
    ]) {
      const files = [{ path, content: 'x' }];
      await service.refusal(codeScans.submitCodeScan, { submission: { type: 'files', files } }, 422);
    }
    const path = Array.from({ length: 16 }, () => 'x'.repeat(254)).join('/');
    const submission = { type: 'files' as const, files: [{ path, content: 'x' }] };
    const { codeScan } = await service.call(codeScans.submitCodeScan, { submission });
    for (;;) {
      const { codeScan: now } = await service.call(codeScans.getCodeScanStatus, { codeScanId: codeScan.id });
      if (now.finishedAt === null) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      assert.equal(now.status, 'FAILED');
      assert.match(now.errorMessage ?? '', /could not be laid out.*ENAMETOOLONG/);
      assert.ok(!(now.errorMessage ?? '').includes(service.folder));
      break;
    }
  });

  it('cannot fill the disk with submissions that wait', async () => {
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const submission = { type: 'snippet' as const, path: 'a.js', content: 'x' };
    for (let count = 0; count < 50; count++) await service.call(codeScans.submitCodeScan, { submission });
    const response = await service.send(codeScans.submitCodeScan, { submission });
    assert.equal(response.status, 429);
    assert.equal(response.headers.get('retry-after'), '10');
    held.open();
  });

  it('has a bounded number of streams, and gets their places back', async () => {
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const id = await service.startScan(await service.addRepository());
    const open = () =>
      service.request(`/api/v2/scans/${id}/events`, { headers: authHeaders(service.credentials) });
    const streams = await Promise.all(Array.from({ length: 300 }, open));
    assert.ok(streams.every(({ status }) => status === 200));
    assert.equal((await open()).status, 429);
    await service.call(scans.listScans, {});
    await streams[0]?.body?.cancel();
    for (let turn = 0; turn < 100 && (await open()).status !== 200; turn++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal((await open()).status, 429, 'the one place was taken again');
    held.open();
  }).timeout(20_000);
});

describe('the limit of streams', () => {
  it('is each user’s own, and an end that is told twice frees one place', () => {
    const limit = createStreamLimit(2);
    const end = limit.open('a');
    limit.open('a');
    assert.throws(() => limit.open('a'), Refusal);
    limit.open('b');
    end();
    end();
    limit.open('a');
    assert.throws(() => limit.open('a'), Refusal);
  });

  it('is one for all users together too', () => {
    const limit = createStreamLimit(2, 3);
    const end = limit.open('a');
    limit.open('a');
    limit.open('b');
    assert.throws(
      () => limit.open('c'),
      (error) => error instanceof Refusal && error.status === 503,
    );
    end();
    limit.open('c');
  });
});
