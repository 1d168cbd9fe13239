import assert from 'node:assert/strict';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '../../src/api/api-error.ts';
import { Client } from '../../src/api/client.ts';
import { healthz } from '../../src/api/contract/health.ts';
import { getIssue, listIssues } from '../../src/api/contract/issues.ts';
import { addLocalRepository } from '../../src/api/contract/repositories/repositories.ts';
import { scanEvents } from '../../src/api/contract/scans/scan-events.ts';
import { getScan, startScans } from '../../src/api/contract/scans/scans.ts';
import { pages } from '../../src/api/paging.ts';
import { OwnService } from './own-service.ts';
import { vulnerable } from './suite/scanned.ts';
import { succeed } from './suite/target.ts';

describe('our client and our service', () => {
  let service: OwnService;
  let client: Client;
  let repositoryId = '';

  before(async () => {
    service = await OwnService.start();
    client = new Client({ baseUrl: service.target.baseUrl, credentials: service.target.admin });
    const file = vulnerable['server/app.js'] ?? '';
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`src/${index}.js`, file]));
    const path = (await service.target.makeFolder?.(files)) ?? assert.fail();
    repositoryId = (await client.call(addLocalRepository, { path, name: 'Sixty equal files' })).repository.id;
  });
  after(async () => {
    await client[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  it('scan, follow the scan to its end, and list what it found', async () => {
    const { scans } = await client.call(startScans, { repositoryIds: [repositoryId] });
    const id = scans[0]?.id ?? assert.fail();
    const found: string[] = [];
    let end: string | undefined;
    for await (const event of client.events(scanEvents, { id })) {
      if (event.event === 'issue.found') found.push(event.data.issue.id);
      if (event.event === 'done') end = event.data.status;
    }
    assert.equal(end, 'COMPLETED');
    assert.equal(new Set(found).size, 120);
    const listed: string[] = [];
    for await (const page of pages(client, listIssues, { repositoryIds: [repositoryId], limit: 50 })) {
      listed.push(...page.issues.map((issue) => issue.id));
    }
    assert.deepEqual(listed.toSorted(), found.toSorted());
  });

  it('agree on every field: the tolerant reading changes nothing of what the service answers', async () => {
    const { issues } = await client.call(listIssues, { repositoryIds: [repositoryId], limit: 3 });
    const [first] = issues;
    const strict = await succeed(service.target, listIssues, { repositoryIds: [repositoryId], limit: 3 });
    assert.deepEqual(issues, strict.issues);
    const id = first?.id ?? assert.fail();
    const full = await succeed(service.target, getIssue, { id });
    assert.deepEqual(await client.call(getIssue, { id }), full);
    const scanId = first?.scanId ?? assert.fail();
    assert.deepEqual(
      await client.call(getScan, { id: scanId }),
      await succeed(service.target, getScan, { id: scanId }),
    );
  });

  it('follow a scan to its end over a line that breaks again and again', async () => {
    let connections = 0;
    const { port } = new URL(service.target.baseUrl);
    const line = createServer((incoming, outgoing) => {
      connections++;
      const { method, headers, url: path } = incoming;
      const onward = forward({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        let passed = 0;
        answer.on('data', (chunk: Buffer) => {
          outgoing.write(chunk);
          passed += chunk.length;
          if (passed > 20_000) {
            onward.destroy();
            setTimeout(() => incoming.socket.destroy(), 2);
          }
        });
        answer.on('end', () => outgoing.end());
        answer.on('error', () => {});
      });
      onward.on('error', () => {});
      onward.end();
    });
    await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
    await using shaky = new Client({
      baseUrl,
      credentials: service.target.admin,
      retries: { firstPauseMs: 5 },
    });
    try {
      const { scans } = await client.call(startScans, { repositoryIds: [repositoryId] });
      const id = scans[0]?.id ?? assert.fail();
      const found: string[] = [];
      let last: string | undefined;
      for await (const event of shaky.events(scanEvents, { id })) {
        if (event.event === 'issue.found') found.push(event.data.issue.id);
        last = event.event;
      }
      assert.equal(last, 'done');
      assert.equal(found.length, 120);
      assert.equal(new Set(found).size, 120);
      assert.ok(connections > 3, `${connections} connections`);
    } finally {
      line.closeAllConnections();
      line.close();
    }
  });

  it('tell apart who may not and what is not there', async () => {
    const kind = async (call: Promise<unknown>) =>
      call.then(
        () => assert.fail('it should have failed'),
        (error: unknown) => (error instanceof ApiError ? error.kind : assert.fail(String(error))),
      );
    const { baseUrl, admin } = service.target;
    await using wrong = new Client({ baseUrl, credentials: { ...admin, tokenSecret: 'wrong' } });
    await using stranger = new Client({ baseUrl, credentials: service.target.stranger });
    await using anyone = new Client({ baseUrl });
    await using elsewhere = new Client({ baseUrl: `${baseUrl}/elsewhere`, credentials: admin });
    const start = { repositoryIds: [repositoryId] };
    assert.equal(await kind(wrong.call(startScans, start)), 'unauthorized');
    assert.equal(await kind(anyone.call(startScans, start)), 'unauthorized');
    assert.equal((await anyone.call(healthz, {})).interfaceVersion, '1.0.0');
    assert.match(await kind(stranger.call(startScans, start)), /notFound|invalid/);
    assert.equal(await kind(elsewhere.call(startScans, start)), 'notOffered');
    const nothing = { id: '00000000-0000-4000-8000-000000000000' };
    assert.equal(await kind(client.call(getScan, nothing)), 'notFound');
    assert.equal(await kind(client.call(startScans, { repositoryIds: ['nonsense'] })), 'invalid');
  });
});
