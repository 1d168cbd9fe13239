import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { healthz } from '../../../src/api/contract/health.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { startScans } from '../../../src/api/contract/scans/scans.ts';
import { credentials, failure, id, inTurn, json, LocalServer } from './local-server.ts';

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

  for (const [what, offset] of [
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ] as const) {
    it(`waits until the date that Retry-After names by the service’s clock, an hour ${what} of ours`, async () => {
      const at = Math.floor((Date.now() + offset) / 1000) * 1000;
      const headers = {
        date: new Date(at).toUTCString(),
        'retry-after': new Date(at + 1000).toUTCString(),
      };
      await using server = await LocalServer.start(inTurn(busy(429, headers), good));
      const started = performance.now();
      await server.client({ credentials }).call(listOrganizations, {});
      const waited = performance.now() - started;
      assert.ok(waited >= 990, `waited ${waited} ms`);
    });
  }

  it('comes back soon after a 429 that does not say when', async () => {
    const listener = inTurn(busy(429), good);
    await using server = await LocalServer.start(listener);
    await server.client({ credentials }).call(listOrganizations, {});
    assert.equal(listener.count(), 2);
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
    await failure(server.client().call(healthz, {}, { timeoutMs: 80 }), 'timeout');
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
      const call = failure(client.call(endpoint, {}, { signal: controller.signal }), 'cancelled');
      setTimeout(() => controller.abort(), 50);
      await call;
    }
  });
});
