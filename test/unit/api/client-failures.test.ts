import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import type { ApiErrorKind } from '../../../src/api/api-error.ts';
import { Client } from '../../../src/api/client.ts';
import { healthz } from '../../../src/api/contract/health.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { addLocalRepository } from '../../../src/api/contract/repositories/repositories.ts';
import { Network } from '../../../src/api/transport/network.ts';
import { alive, credentials, failure, id, json, LocalServer } from './local-server.ts';

describe('the client: failures', () => {
  const expectations: [number, unknown, ApiErrorKind][] = [
    [400, { error: 'Invalid request.', issues: [{ path: 'limit', message: 'too big' }] }, 'invalid'],
    [401, { error: 'Unauthorized.' }, 'unauthorized'],
    [401, '<html>log in</html>', 'unauthorized'],
    [403, { error: 'Not allowed.' }, 'forbidden'],
    [404, { error: { code: 'not_found', message: 'No such thing.' } }, 'notFound'],
    [404, { error: 'This service has no such address.', code: 'unknownAddress' }, 'notOffered'],
    [404, { error: 'No such thing.', code: 'another' }, 'notFound'],
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
    const { certificate } = await import('./transport/self-signed.ts');
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
