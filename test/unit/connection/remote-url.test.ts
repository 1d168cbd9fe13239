import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { Client } from '../../../src/api/client.ts';
import { withoutCredentials } from '../../../src/connection/remote-url.ts';
import { ServiceApi } from '../../../src/connection/service-api.ts';

describe('the address of a git remote, as a service elsewhere is told it', () => {
  it('has no token, and is otherwise what git has', () => {
    for (const [remote, told] of [
      ['https://me:ghp_token@github.com/team/app.git', 'https://github.com/team/app.git'],
      ['https://ghp_token@github.com/team/app.git', 'https://github.com/team/app.git'],
      ['http://x-access-token:t@git.acme.io:8080/a', 'http://git.acme.io:8080/a'],
      ['ssh://git:pass@host/a', 'ssh://git@host/a'],
      ['https://github.com/team/app.git', 'https://github.com/team/app.git'],
      ['git@github.com:team/app.git', 'git@github.com:team/app.git'],
      ['/srv/git/app.git', '/srv/git/app.git'],
    ] as const)
      assert.equal(withoutCredentials(remote), told);
  });

  it('has no token, whatever that is', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9_%:!$&'()*+,;=-]{8,40}$/).map(encodeURIComponent);
    fc.assert(
      fc.property(token, (secret) => {
        assert.ok(!withoutCredentials(`https://me:${secret}@git.acme.io/a`).includes(secret));
        assert.ok(!withoutCredentials(`https://${secret}@git.acme.io/a`).includes(secret));
      }),
    );
  });

  it('is sent so', async () => {
    let received = '';
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (part: string) => {
        received += part;
      });
      request.on('end', () =>
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no"}'),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await using client = new Client({
      baseUrl: `http://127.0.0.1:${port}`,
      credentials: { tokenId: 'id', tokenSecret: 'secret' },
    });
    try {
      const signal = AbortSignal.timeout(5_000);
      const found = await new ServiceApi(client).repositoryOfRemotes(
        ['https://me:t0ken@git.acme.io/a'],
        signal,
      );
      assert.equal(found, undefined);
      assert.deepEqual(JSON.parse(received), { url: 'https://git.acme.io/a' });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
