import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundFailure, openOutbound } from '../../../../src/service/core/outbound.ts';
import { ConnectProxy } from '../../api/transport/connect-proxy.ts';

/** Names in `.example` have no address anywhere (RFC 6761), as behind many a proxy. */
describe('requests to servers that somebody else named, behind a proxy', () => {
  let server: Server;
  let port: number;
  let seen: IncomingHttpHeaders[];

  before(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers);
      response.end('here');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    seen = [];
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const behind = (environment: Record<string, string>, allowed: readonly string[] = []) =>
    openOutbound(
      { mayBePrivate: false, allowedHosts: new Set(allowed) },
      { timeMs: 15_000, retries: 0 },
      environment,
    );
  const failure = async (environment: Record<string, string>, url: string): Promise<string> => {
    await using outbound = behind(environment);
    const error: unknown = await outbound.send(new URL(url)).catch((caught: unknown) => caught);
    assert.ok(error instanceof OutboundFailure, String(error));
    return error.message;
  };

  it('ask the proxy for the host by its name, through a tunnel', async () => {
    await using proxy = await ConnectProxy.start(port);
    // What answers there speaks no TLS: the tunnel is what this is about.
    const said = await failure({ HTTPS_PROXY: proxy.url }, 'https://api.example/repos');
    assert.match(said, /api\.example could not be reached/);
    assert.deepEqual(proxy.tunnels, ['api.example:443']);
  });

  it('give the proxy its password, and nobody else', async () => {
    const expected = `Basic ${Buffer.from('ada:p@ss').toString('base64')}`;
    await using proxy = await ConnectProxy.start(port, { expected });
    const environment = { HTTP_PROXY: `http://ada:p%40ss@${proxy.host}` };
    await using outbound = behind(environment, ['git.example']);
    const answer = await outbound.send(new URL('http://git.example/a'), { headers: { authorization: 'x' } });
    assert.equal(answer.body.toString(), 'here');
    assert.deepEqual(proxy.forwarded, ['http://git.example/a']);
    assert.deepEqual([seen[0]?.authorization, seen[0]?.['proxy-authorization']], ['x', undefined]);
  });

  it('do not ask it for the service’s own network', async () => {
    await using proxy = await ConnectProxy.start(port);
    const environment = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url };
    for (const host of ['10.0.0.7', '169.254.169.254', '[::ffff:10.0.0.7]', 'intranet', 'db.internal'])
      assert.match(await failure(environment, `https://${host}/`), /own network/, host);
    assert.match(await failure(environment, 'http://api.example/'), /reached by https only/);
    assert.deepEqual([proxy.tunnels, proxy.forwarded], [[], []]);
  });

  it('reach directly what NO_PROXY names, and this machine', async () => {
    await using proxy = await ConnectProxy.start(port);
    const environment = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NO_PROXY: '.example' };
    assert.match(await failure(environment, 'https://api.example/'), /api\.example was not found/);
    await using outbound = behind(environment, ['127.0.0.1']);
    assert.equal((await outbound.send(new URL(`http://127.0.0.1:${port}/`))).status, 200);
    assert.deepEqual([proxy.tunnels, proxy.forwarded], [[], []]);
  });

  it('say what is wrong with the proxy, and not where it is', async () => {
    const url = 'https://api.example/';
    await using strict = await ConnectProxy.start(port, { expected: 'Basic x' });
    await using closed = await ConnectProxy.start(port, { refuseWith: 403 });
    const gone = await ConnectProxy.start(port);
    const goneUrl = gone.url;
    await gone[Symbol.asyncDispose]();
    for (const [address, expected] of [
      [strict.url, /asks for a user name and password/],
      [closed.url, /proxy did not connect to api\.example/],
      [goneUrl, /proxy cannot be reached/],
      ['ftp://ada:secret@proxy.example', /address of the service’s proxy is not valid/],
    ] as const) {
      const said = await failure({ HTTPS_PROXY: address }, url);
      assert.match(said, expected);
      assert.doesNotMatch(said, /127\.0\.0\.1|secret|proxy\.example/);
    }
  });
});
