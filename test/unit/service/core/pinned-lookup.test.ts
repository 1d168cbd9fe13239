import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { Network } from '../../../../src/api/transport/network.ts';
import {
  type PinnedLookupOptions,
  pinnedLookup,
  refusalIn,
} from '../../../../src/service/core/pinned-lookup.ts';

describe('a connection to a host by its name', () => {
  let server: Server;
  let port: number;
  let visits = 0;

  before(async () => {
    server = createServer((_, response) => {
      visits++;
      response.end('inside');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    visits = 0;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (mayBePrivate: boolean, options: PinnedLookupOptions): Promise<string> => {
    const lookup = pinnedLookup({ mayBePrivate, allowedHosts: new Set() }, options);
    await using network = new Network({ lookup, environment: {} });
    const url = new URL(`http://advisories.example.com:${port}/`);
    const { dispatcher } = await network.connectionsFor(url);
    return await (await fetch(url, { dispatcher })).text();
  };
  const refused = (error: unknown): boolean => refusalIn(error) !== undefined;

  it('is made to the addresses that were checked, and to no others', async () => {
    assert.equal(await ask(true, { resolve: async () => ['127.0.0.1'] }), 'inside');
    assert.equal(visits, 1);
  });

  it('is refused where the name means the service’s own network by then', async () => {
    await assert.rejects(ask(false, { resolve: async () => ['127.0.0.1'] }), refused);
    await assert.rejects(ask(false, { resolve: async () => ['192.0.2.7', '127.0.0.1'] }), refused);
    await assert.rejects(ask(true, { resolve: async () => ['169.254.169.254'] }), refused);
    assert.equal(visits, 0);
  });

  it('asks for the name once: a second answer is not waited for', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const resolve = async () => answers.shift() ?? [];
    assert.equal(await ask(true, { resolve }), 'inside');
    assert.equal(answers.length, 1);
  });

  it('is refused in the clear where the name means a host of the internet by then', async () => {
    const options = { onlyPrivate: true, resolve: async () => ['93.184.216.34'] };
    await assert.rejects(ask(true, options), refused);
  });
});
