import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { ApiError, type ApiErrorKind } from '../../../src/api/api-error.ts';
import { Client } from '../../../src/api/client.ts';
import { healthz } from '../../../src/api/contract/health.ts';
import { setIssueStatus } from '../../../src/api/contract/issues.ts';
import { listOrganizations } from '../../../src/api/contract/organizations.ts';
import { addLocalRepository } from '../../../src/api/contract/repositories.ts';
import { listScans, startScans } from '../../../src/api/contract/scans.ts';
import { Network } from '../../../src/api/network.ts';
import { credentials, id, LocalServer } from './local-server.ts';

const alive = { status: 'ok', service: 'test', version: '1.2.3', interfaceVersion: '1.0.0' };

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers with each listener once, then with the last. */
function inTurn(...listeners: RequestListener[]): RequestListener & { count: () => number } {
  let count = 0;
  const listener: RequestListener = (request, response) => {
    const turn = listeners[Math.min(count++, listeners.length - 1)];
    turn?.(request, response);
  };
  return Object.assign(listener, { count: () => count });
}

async function failure(call: Promise<unknown>, kind: ApiErrorKind): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('the call should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, `not an ApiError: ${error}`);
  assert.equal(error.kind, kind, error.message);
  assert.ok(!error.message.includes(credentials.tokenSecret));
  return error;
}

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

describe('the client: failures', () => {
  const expectations: [number, unknown, ApiErrorKind][] = [
    [400, { error: 'Invalid request.', issues: [{ path: 'limit', message: 'too big' }] }, 'invalid'],
    [401, { error: 'Unauthorized.' }, 'unauthorized'],
    [401, '<html>log in</html>', 'unauthorized'],
    [403, { error: 'Not allowed.' }, 'forbidden'],
    [404, { error: { code: 'not_found', message: 'No such thing.' } }, 'notFound'],
    [404, 'Cannot GET /organizations', 'notThisInterface'],
    [405, { error: 'Method not allowed.' }, 'notOffered'],
    [409, { error: 'Running.', scanId: id }, 'conflict'],
    [413, { error: 'Too large.' }, 'tooLarge'],
    [418, 'teapot', 'notThisInterface'],
    [422, { error: 'Impossible.' }, 'invalid'],
    [429, { error: 'Slow down.' }, 'rateLimited'],
    [500, { error: 'Broken.' }, 'server'],
    [502, '<html>bad gateway</html>', 'unavailable'],
    [503, { error: 'Starting.' }, 'unavailable'],
  ];
  for (const [status, body, kind] of expectations) {
    it(`reads ${status} with ${typeof body === 'string' ? 'a foreign body' : JSON.stringify(body)} as ${kind}`, async () => {
      await using server = await LocalServer.start((_, response) => {
        json(response, status, body, { 'x-request-id': 'r-1' });
      });
      const error = await failure(server.client({ credentials }).call(listOrganizations, {}), kind);
      assert.equal(error.status, status);
      assert.equal(error.requestId, 'r-1');
      if (kind === 'invalid' && status === 400) assert.equal(error.issues[0]?.path, 'limit');
      if (kind === 'conflict') assert.equal(error.scanId, id);
      if (status === 404 && kind === 'notFound') assert.equal(error.message, 'No such thing.');
    });
  }

  it('says that an extended operation is not offered when its path is unknown there', async () => {
    await using server = await LocalServer.start((_, response) => response.writeHead(404).end('Not Found'));
    await failure(server.client({ credentials }).call(addLocalRepository, { path: '/x' }), 'notOffered');
  });

  const foreign: [string, string, string][] = [
    ['a web page', 'text/html', '<!doctype html><title>Hello</title>'],
    ['broken JSON', 'application/json', '{"organizations": ['],
    ['JSON of another interface', 'application/json', '{"hello": "world"}'],
    ['a list of something else', 'application/json', '{"organizations": [{"colour": "red"}]}'],
    ['null', 'application/json', 'null'],
  ];
  for (const [what, type, body] of foreign) {
    it(`recognises ${what} as not this interface`, async () => {
      await using server = await LocalServer.start((_, response) => {
        response.writeHead(200, { 'content-type': type }).end(body);
      });
      await failure(server.client({ credentials }).call(listOrganizations, {}), 'notThisInterface');
    });
  }

  it('says that nothing answers there', async () => {
    const server = await LocalServer.start(() => {});
    const { url } = server;
    await server[Symbol.asyncDispose]();
    await using client = new Client({ baseUrl: url, retries: { attempts: 1 } });
    const error = await failure(client.call(healthz, {}), 'unreachable');
    assert.ok(error.message.includes(url));
  });

  it('says that the host name is unknown', async () => {
    await using client = new Client({ baseUrl: 'https://nowhere.invalid', retries: { attempts: 1 } });
    const error = await failure(client.call(healthz, {}), 'dns');
    assert.match(error.message, /nowhere\.invalid/);
  });

  it('says that the certificate was not accepted, unless it is trusted', async () => {
    await using server = await LocalServer.start((_, response) => json(response, 200, alive), 'https');
    await failure(server.client().call(healthz, {}), 'tls');
    const { certificate } = await import('./self-signed.ts');
    await using network = new Network({ certificates: [certificate] });
    assert.equal((await server.client({ network }).call(healthz, {})).version, '1.2.3');
  });

  it('says so when what answers does not speak HTTP', async () => {
    const raw = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const { port } = raw.address() as AddressInfo;
    try {
      await using client = new Client({ baseUrl: `http://127.0.0.1:${port}`, retries: { attempts: 1 } });
      await failure(client.call(healthz, {}), 'notThisInterface');
    } finally {
      raw.close();
    }
  });
});

describe('the client: retries', () => {
  const busy =
    (status: number, headers: Record<string, string> = {}): RequestListener =>
    (_, response) =>
      json(response, status, { error: 'Busy.' }, headers);
  const good: RequestListener = (_, response) => json(response, 200, { organizations: [], scans: [] });
  const cutOff: RequestListener = (request) => request.socket.destroy();

  it('tries an idempotent call again after a lost connection or an unavailable service', async () => {
    const listener = inTurn(cutOff, busy(503), good);
    await using server = await LocalServer.start(listener);
    await server.client({ credentials }).call(listOrganizations, {});
    assert.equal(listener.count(), 3);
  });

  it('gives up after the agreed number of attempts', async () => {
    const listener = inTurn(busy(503));
    await using server = await LocalServer.start(listener);
    await failure(server.client({ credentials }).call(listOrganizations, {}), 'unavailable');
    assert.equal(listener.count(), 3);
  });

  it('does not repeat a mutation that may have had its effect', async () => {
    const listener = inTurn(cutOff, good);
    await using server = await LocalServer.start(listener);
    await failure(server.client({ credentials }).call(startScans, { repositoryIds: [id] }), 'unreachable');
    assert.equal(listener.count(), 1);
  });

  it('repeats a mutation that was turned away, under the same idempotency key', async () => {
    const keys = new Set<unknown>();
    const listener = inTurn(busy(429), busy(503), good);
    await using server = await LocalServer.start((request, response) => {
      keys.add(request.headers['idempotency-key']);
      listener(request, response);
    });
    await server.client({ credentials }).call(startScans, { repositoryIds: [id] });
    assert.equal(listener.count(), 3);
    assert.equal(keys.size, 1);
  });

  for (const status of [400, 401, 403, 404, 409, 413, 422, 500]) {
    it(`does not repeat after ${status}`, async () => {
      const listener = inTurn(busy(status), good);
      await using server = await LocalServer.start(listener);
      await assert.rejects(server.client({ credentials }).call(listOrganizations, {}), { name: 'ApiError' });
      assert.equal(listener.count(), 1);
    });
  }

  it('waits as long as Retry-After asks', async () => {
    await using server = await LocalServer.start(inTurn(busy(429, { 'retry-after': '1' }), good));
    const started = performance.now();
    await server.client({ credentials }).call(listOrganizations, {});
    const waited = performance.now() - started;
    assert.ok(waited >= 990, `waited ${waited} ms`);
  });

  it('does not wait longer than agreed, and says how long the service asks for', async () => {
    const listener = inTurn(busy(429, { 'retry-after': '3600' }), good);
    await using server = await LocalServer.start(listener);
    const error = await failure(server.client({ credentials }).call(listOrganizations, {}), 'rateLimited');
    assert.equal(error.retryAfterMs, 3_600_000);
    assert.equal(listener.count(), 1);
  });
});

describe('the client: bounds', () => {
  it('gives up when the answer does not begin in time', async () => {
    await using server = await LocalServer.start(() => {});
    const started = performance.now();
    await failure(server.client().call(healthz, {}, { timeoutMs: 80 }), 'timeout');
    assert.ok(performance.now() - started < 2_000);
  });

  it('gives up when the answer trickles in for ever', async () => {
    await using server = await LocalServer.start((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    });
    await failure(server.client().call(healthz, {}, { timeoutMs: 100 }), 'timeout');
  });

  it('reads no more of an answer than its bound, announced or not', async () => {
    let written = 0;
    await using server = await LocalServer.start((request, response) => {
      const announced = request.url === '/healthz' ? { 'content-length': String(64 * 1024 * 1024) } : {};
      response.writeHead(200, { 'content-type': 'application/json', ...announced });
      const chunk = Buffer.alloc(64 * 1024, ' ');
      const write = () => {
        while (!response.destroyed && written < 64 * 1024 * 1024) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', write);
            return;
          }
        }
      };
      write();
    });
    const client = server.client({ maximumAnswerBytes: 1024 * 1024 });
    await failure(client.call(healthz, {}), 'tooLarge');
    await failure(client.call(listOrganizations, {}), 'tooLarge');
    assert.ok(written < 32 * 1024 * 1024, `the server could write ${written} bytes`);
  });

  it('notices when the answer breaks off', async () => {
    await using server = await LocalServer.start((request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"organizations"');
      setTimeout(() => request.socket.destroy(), 10);
    });
    await failure(server.client({ credentials }).call(listOrganizations, {}), 'unreachable');
  });

  it('stops at once when cancelled: before, while waiting, while reading, between retries', async () => {
    await using server = await LocalServer.start((request, response) => {
      if (request.url === '/healthz') return;
      if (request.url === '/readyz') response.writeHead(200).write('{');
      else json(response, 503, { error: 'Busy.' }, { 'retry-after': '20' });
    });
    const client = server.client({ credentials });
    await failure(client.call(healthz, {}, { signal: AbortSignal.abort() }), 'cancelled');
    for (const endpoint of [healthz, listOrganizations]) {
      const controller = new AbortController();
      const started = performance.now();
      const call = failure(client.call(endpoint, {}, { signal: controller.signal }), 'cancelled');
      setTimeout(() => controller.abort(), 50);
      await call;
      assert.ok(performance.now() - started < 2_000);
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
      const error = await failure(server.client({ network, baseUrl }).call(healthz, {}), 'unreachable');
      assert.match(error.message, /proxy/);
      assert.ok(!`${error.stack} ${error.cause}`.includes('hunter2'));
    }
  });
});
