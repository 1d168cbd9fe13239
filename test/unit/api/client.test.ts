import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Client } from '../../../src/api/client.ts';
import { healthz } from '../../../src/api/contract/health.ts';
import { setIssueStatus } from '../../../src/api/contract/issues.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { downloadReport } from '../../../src/api/contract/reports/reports.ts';
import { listScans, startScans } from '../../../src/api/contract/scans/scans.ts';
import { Network } from '../../../src/api/transport/network.ts';
import { alive, credentials, failure, id, inTurn, json, LocalServer } from './local-server.ts';

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

describe('the client: what it sends', () => {
  it('sends path, query and body each in its place, with both credential headers', async () => {
    const seen: { url: string | undefined; body: string; headers: IncomingMessage['headers'] }[] = [];
    await using server = await LocalServer.start(async (request, response) => {
      seen.push({ url: request.url, body: await textOf(request), headers: request.headers });
      json(response, 200, { scans: [], issue: { id, title: 't', severity: 'HIGH' } });
    });
    const client = server.client({ credentials, product: 'parapet-test/9.9.9' });
    await client.call(listScans, { severity: ['Critical', 'Low'], limit: 3, branch: 'a b&c' });
    await client.call(setIssueStatus, { id, status: 'FALSE_POSITIVE', reason: 'generated code' });
    assert.equal(seen[0]?.url, '/scans?severity=Critical&severity=Low&limit=3&branch=a+b%26c');
    assert.equal(seen[0]?.body, '');
    assert.equal(seen[1]?.url, `/issues/${id}/status`);
    assert.deepEqual(JSON.parse(seen[1]?.body ?? ''), { status: 'FALSE_POSITIVE', reason: 'generated code' });
    for (const { headers } of seen) {
      assert.equal(headers['x-service-api-token-id'], credentials.tokenId);
      assert.equal(headers['x-service-api-token-secret'], credentials.tokenSecret);
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['user-agent'], 'parapet-test/9.9.9');
    }
    assert.match(String(seen[1]?.headers['idempotency-key']), /^[\da-f-]{36}$/);
  });

  it('brands the headers as configured, and shows no credentials where none are asked for', async () => {
    const seen: IncomingMessage['headers'][] = [];
    await using server = await LocalServer.start((request, response) => {
      seen.push(request.headers);
      json(response, 200, { ...alive, organizations: [] });
    });
    const client = server.client({ credentials, headerPrefix: 'X-Acme-Token' });
    await client.call(listOrganizations, {});
    await client.call(healthz, {});
    assert.equal(seen[0]?.['x-acme-token-secret'], credentials.tokenSecret);
    assert.equal(seen[0]?.['x-service-api-token-secret'], undefined);
    assert.equal(seen[1]?.['x-acme-token-secret'], undefined);
  });

  it('downloads the bytes of a file, up to a bound', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 0xef]);
    await using server = await LocalServer.start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).end(bytes);
    });
    const client = server.client({ credentials });
    assert.deepEqual(Buffer.from(await client.download(downloadReport, { id })), bytes);
    await assert.rejects(
      client.download(downloadReport, { id }, { maximumBytes: 4 }),
      /larger than the limit/,
    );
  });

  it('keeps the path of the base address', async () => {
    let url: string | undefined;
    await using server = await LocalServer.start((request, response) => {
      url = request.url;
      json(response, 200, alive);
    });
    await server.client({ baseUrl: `${server.url}/security/api/` }).call(healthz, {});
    assert.equal(url, '/security/api/healthz');
  });

  it('lets no id step out of its place in the path', async () => {
    let url: string | undefined;
    await using server = await LocalServer.start((request, response) => {
      url = request.url;
      json(response, 404, { error: 'Not there.' });
    });
    const client = server.client({ credentials });
    await failure(client.call(setIssueStatus, { id: '../../organizations?x=', status: 'open' }), 'notFound');
    assert.equal(url, '/issues/..%2F..%2Forganizations%3Fx%3D/status');
    url = undefined;
    for (const wrong of ['..', '.', '']) {
      await failure(client.call(setIssueStatus, { id: wrong, status: 'open' }), 'invalid');
    }
    assert.equal(url, undefined);
  });

  it('refuses a secret that no header can carry before anything is sent', async () => {
    const listener = inTurn((_, response) => json(response, 200, {}));
    await using server = await LocalServer.start(listener);
    const client = server.client({ credentials: { ...credentials, tokenSecret: 'a\r\nx: y' } });
    await failure(client.call(listOrganizations, {}), 'unauthorized');
    assert.equal(listener.count(), 0);
  });

  it('refuses an address that is not http or https', () => {
    for (const baseUrl of [
      '',
      'example.com',
      'file:///etc',
      'ftp://example.com',
      'https://user:pw@example.com',
    ]) {
      assert.throws(() => new Client({ baseUrl }), { name: 'ApiError', kind: 'invalid' });
    }
  });
});

describe('the client: where it goes', () => {
  it('sends nothing to another origin that it is redirected to', async () => {
    const stolen: unknown[] = [];
    await using thief = await LocalServer.start((request, response) => {
      stolen.push(request.headers);
      json(response, 200, { organizations: [] });
    });
    await using server = await LocalServer.start((_, response) => {
      response.writeHead(307, { location: `${thief.url}/organizations` }).end();
    });
    const call = server.client({ credentials }).call(listOrganizations, {});
    const error = await failure(call, 'notThisInterface');
    assert.ok(error.message.includes(thief.url));
    assert.deepEqual(stolen, []);
  });

  it('follows a redirect within the origin, but not in circles, and never turns a POST into a GET', async () => {
    await using server = await LocalServer.start((request, response) => {
      if (request.url === '/organizations') response.writeHead(302, { location: '/moved' }).end();
      else if (request.url === '/moved') json(response, 200, { organizations: [] });
      else response.writeHead(302, { location: request.url ?? '' }).end();
    });
    const client = server.client({ credentials });
    assert.deepEqual((await client.call(listOrganizations, {})).organizations, []);
    await failure(client.call(healthz, {}), 'notThisInterface');
    await failure(client.call(startScans, { repositoryIds: [id] }), 'notThisInterface');
  });

  it('goes through the proxy for other machines and never for this one', async () => {
    const proxied: (string | undefined)[] = [];
    await using proxy = await LocalServer.start((request, response) => {
      proxied.push(request.url);
      json(response, 200, alive);
    });
    await using server = await LocalServer.start((_, response) => json(response, 200, alive));
    await using network = new Network({ proxy: proxy.url, noProxy: ['.direct.invalid'] });
    await server.client({ network }).call(healthz, {});
    await server.client({ network, baseUrl: `http://localhost:${server.port}` }).call(healthz, {});
    assert.deepEqual(proxied, []);
    await server.client({ network, baseUrl: 'http://service.invalid' }).call(healthz, {});
    assert.deepEqual(proxied, ['http://service.invalid/healthz']);
    await failure(server.client({ network, baseUrl: 'http://a.direct.invalid' }).call(healthz, {}), 'dns');
    assert.equal(proxied.length, 1);
  });

  it('takes the proxy of the environment, unless proxies are switched off', async () => {
    await using proxy = await LocalServer.start((_, response) => json(response, 200, alive));
    const before = process.env['http_proxy'];
    process.env['http_proxy'] = proxy.url;
    try {
      await using network = new Network();
      await using without = new Network({ useProxy: false });
      const baseUrl = 'http://service.invalid';
      assert.equal((await proxy.client({ network, baseUrl }).call(healthz, {})).service, 'test');
      await failure(proxy.client({ network: without, baseUrl }).call(healthz, {}), 'dns');
    } finally {
      if (before === undefined) delete process.env['http_proxy'];
      else process.env['http_proxy'] = before;
    }
  });

  it('says when it is the proxy that fails, without its password', async () => {
    await using server = await LocalServer.start(() => {});
    const proxy = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    await using _ = { [Symbol.asyncDispose]: async () => void proxy.close() };
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    for (const [address, baseUrl] of [
      [proxyUrl, 'http://service.invalid'],
      [proxyUrl, 'https://service.invalid'],
      ['http//user:hunter2@nowhere', 'https://service.invalid'],
    ] as const) {
      await using network = new Network({ proxy: address });
      const error = await failure(server.client({ network, baseUrl }).call(healthz, {}), 'proxy');
      assert.match(error.message, /proxy/);
      assert.ok(!`${error.stack} ${error.cause}`.includes('hunter2'));
    }
  });
});
