import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  fetchOver,
  type Outbound,
  OutboundFailure,
  openOutbound,
} from '../../../../src/service/core/outbound.ts';

describe('requests to servers that somebody else named', () => {
  let server: Server;
  let answer: RequestListener;
  let seen: string[];
  let at: (path: string) => URL;
  let outbound: Outbound;

  before(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    at = (path) => new URL(path, `http://127.0.0.1:${port}`);
  });
  beforeEach(() => {
    seen = [];
    outbound = openOutbound(
      { mayBePrivate: false, allowedHosts: new Set(['127.0.0.1']) },
      { timeMs: 400, answerBytes: 10_000, longestWaitMs: 2_000 },
    );
  });
  afterEach(() => outbound[Symbol.asyncDispose]());
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const refused = (url: URL | string, message: RegExp, from = outbound) =>
    assert.rejects(from.send(new URL(url)), (error) => {
      assert.ok(error instanceof OutboundFailure, String(error));
      assert.match(error.message, message);
      return true;
    });

  it('answer with status, headers and body', async () => {
    answer = (_, response) => response.writeHead(404, { 'X-Note': 'yes' }).end('{"message":"no"}');
    const got = await outbound.send(at('/a'), { method: 'POST', body: '{}' });
    assert.deepEqual(
      [got.status, got.headers.get('x-note'), got.body.toString()],
      [404, 'yes', '{"message":"no"}'],
    );
    const response = await fetchOver(outbound)(at('/b'), { method: 'PUT', body: 'x' });
    assert.deepEqual([response.status, await response.json()], [404, { message: 'no' }]);
    assert.deepEqual(seen, ['POST /a', 'PUT /b']);
  });

  it('do not reach the service’s own network, by address, name or another spelling', async () => {
    await using closed = openOutbound({ mayBePrivate: false, allowedHosts: new Set() });
    const { port } = at('/');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]'])
      await refused(`http://${host}:${port}/`, /own network/, closed);
    await refused('http://169.254.169.254/latest', /own network/);
    await refused('file:///etc/passwd', /Only http/);
    await refused(`http://a:b@127.0.0.1:${port}/`, /credentials apart/);
    assert.deepEqual(seen, []);
  });

  it('follow redirects within one origin, and none inward, elsewhere or without end', async () => {
    answer = ({ url }, response) => {
      if (url === '/moved') response.writeHead(301, { location: '/there' }).end();
      else if (url === '/inward') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else if (url === '/round') response.writeHead(307, { location: '/round' }).end();
      else response.end('here');
    };
    const moved = await outbound.send(at('/moved'));
    assert.deepEqual([moved.body.toString(), moved.url.pathname], ['here', '/there']);
    await refused(at('/inward'), /redirects to another address/);
    await refused(at('/round'), /redirects more than 3 times/);
    await assert.rejects(outbound.send(at('/moved'), { method: 'POST', body: '1' }), /redirects to another/);
  });

  it('end what is slow, endless or inflated', async () => {
    answer = ({ url }, response) => {
      if (url === '/silent') return;
      response.writeHead(200, url === '/bomb' ? { 'content-encoding': 'gzip' } : {});
      if (url === '/bomb') return void response.end(gzipSync(Buffer.alloc(1_000_000)));
      const timer = setInterval(() => response.write('x'.repeat(1_000)), url === '/drip' ? 100 : 1);
      response.on('close', () => clearInterval(timer));
    };
    await refused(at('/silent'), /did not answer within 1 s/);
    await refused(at('/drip'), /did not answer within 1 s/);
    await refused(at('/endless'), /larger than/);
    await refused(at('/bomb'), /larger than/);
  });

  it('wait as long as 429 asks for, and come back with it where that is too long', async () => {
    let answered = 0;
    answer = ({ url }, response) => {
      answered += 1;
      if (url === '/long') response.writeHead(429, { 'retry-after': '3600' }).end();
      else if (answered === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.end('ok');
    };
    assert.equal((await outbound.send(at('/short'))).body.toString(), 'ok');
    assert.equal((await outbound.send(at('/long'))).status, 429);
    assert.deepEqual(seen, ['GET /short', 'GET /short', 'GET /long']);
  });

  it('are sent again after 503 where that does nothing twice, and after 429 in any case', async () => {
    for (const [request, requestsSent] of [
      [{}, 3],
      [{ method: 'PUT', body: '1' }, 3],
      [{ method: 'DELETE' }, 3],
      [{ method: 'POST', body: '1' }, 1],
      [{ method: 'PATCH', body: '1' }, 1],
      [{ method: 'POST', body: '1', isIdempotent: true }, 3],
      [{ method: 'PUT', body: '1', isIdempotent: false }, 1],
    ] as const) {
      seen = [];
      answer = (_, response) => response.writeHead(503, { 'retry-after': '0' }).end();
      assert.equal((await outbound.send(at('/busy'), request)).status, 503);
      assert.equal(seen.length, requestsSent, JSON.stringify(request));
    }
    seen = [];
    answer = (_, response) => response.writeHead(seen.length === 1 ? 429 : 201, { 'retry-after': '0' }).end();
    assert.equal((await outbound.send(at('/limited'), { method: 'POST', body: '1' })).status, 201);
    assert.deepEqual(seen, ['POST /limited', 'POST /limited']);
  });

  it('are sent again after a lost connection where they only read', async () => {
    answer = (request) => request.socket.destroy();
    await refused(at('/lost'), /could not be reached/);
    await assert.rejects(outbound.send(at('/lost'), { method: 'POST', body: '1' }), OutboundFailure);
    assert.deepEqual(seen, ['GET /lost', 'GET /lost', 'GET /lost', 'POST /lost']);
  });

  it('stop when they are told to', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const asked = outbound.send(at('/silent'), { signal: stop.signal });
    stop.abort(new Error('It was cancelled.'));
    await assert.rejects(asked, /It was cancelled/);
  });
});
