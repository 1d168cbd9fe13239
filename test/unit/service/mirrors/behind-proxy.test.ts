import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { MirrorFailure, usualMirrorLimits } from '../../../../src/service/mirrors/limits.ts';
import { WorkingCopies } from '../../../../src/service/mirrors/working-copies.ts';
import { type GitServer, startGitServer } from '../../../support/git-server.ts';
import { makeAuthority } from '../../api/transport/authority.ts';
import { ConnectProxy } from '../../api/transport/connect-proxy.ts';

/** Names in `.example` have no address anywhere (RFC 6761), as behind many a proxy. */
describe('a fetch behind a proxy', () => {
  let server: GitServer;
  let port: number;
  let folder: string;
  before(async () => {
    server = await startGitServer();
    port = Number(new URL(server.url).port);
    server.commit('shop.git', { 'a.js': 'let a;\n' });
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parapet-proxied-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const branches = async (environment: Record<string, string>, url: string) => {
    const allowedHosts = new Set(['git.example', '127.0.0.1']);
    const setup = { limits: usualMirrorLimits, mayBePrivate: false, allowedHosts, environment };
    const { defaultBranch } = await new WorkingCopies(folder, setup).branches('shop', { url });
    return defaultBranch;
  };
  const refused = (environment: Record<string, string>, url: string, expected: RegExp) =>
    assert.rejects(branches(environment, url), (error) => {
      assert.ok(error instanceof MirrorFailure, String(error));
      assert.match(error.message, expected);
      return true;
    });

  it('asks the proxy for the host by its name, with the proxy’s password', async () => {
    const expected = `Basic ${Buffer.from('ada:p@ss').toString('base64')}`;
    await using proxy = await ConnectProxy.start(port, { expected });
    const environment = { HTTP_PROXY: `http://ada:p%40ss@${proxy.host}` };
    assert.equal(await branches(environment, 'http://git.example/shop.git'), 'main');
    assert.ok(proxy.forwarded.length > 0);
    assert.ok(proxy.forwarded.every((url) => url.startsWith('http://git.example/shop.git/')));
  });

  it('goes through a tunnel of the proxy to an https host, whose authority the operator names', async () => {
    const authority = await makeAuthority();
    const secure = createServer(await authority.issue('code.example'), (near) => {
      const far = connect(port, '127.0.0.1');
      far.on('error', () => near.destroy());
      near.on('error', () => far.destroy());
      near.pipe(far).pipe(near);
    });
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    try {
      await using proxy = await ConnectProxy.start((secure.address() as AddressInfo).port);
      const url = 'https://code.example/shop.git';
      await refused({ HTTPS_PROXY: proxy.url }, url, /certificate of the git server could not be verified/);
      const trusted = path.join(folder, 'authorities.pem');
      writeFileSync(trusted, authority.certificate);
      assert.equal(await branches({ HTTPS_PROXY: proxy.url, GIT_SSL_CAINFO: trusted }, url), 'main');
      assert.deepEqual([...new Set(proxy.tunnels)], ['code.example:443']);
    } finally {
      secure.close();
    }
  });

  it('does not ask it for the service’s own network', async () => {
    await using proxy = await ConnectProxy.start(port);
    const environment = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url };
    for (const host of ['10.0.0.7', '169.254.169.254', 'intranet', 'db.internal'])
      await refused(environment, `https://${host}/shop.git`, /own network/);
    await refused(environment, 'http://code.example/shop.git', /by https only/);
    assert.equal(await branches(environment, `${server.url}/shop.git`), 'main');
    assert.deepEqual([proxy.tunnels, proxy.forwarded], [[], []]);
  });

  it('says what is wrong with the proxy, and not where it is', async () => {
    await using strict = await ConnectProxy.start(port, { expected: 'Basic x' });
    await using closed = await ConnectProxy.start(port, { refuseWith: 403 });
    const gone = await ConnectProxy.start(port);
    const goneUrl = gone.url;
    await gone[Symbol.asyncDispose]();
    const url = 'https://code.example/shop.git';
    await refused({ HTTPS_PROXY: strict.url }, url, /^The service’s proxy asks for a user name/);
    await refused({ HTTP_PROXY: strict.url }, 'http://git.example/shop.git', /asks for a user name/);
    await refused({ HTTPS_PROXY: closed.url }, url, /^The service’s proxy did not connect to code\.example/);
    await refused({ HTTPS_PROXY: goneUrl }, url, /^The service’s proxy cannot be reached/);
    await refused({ HTTPS_PROXY: 'socks5://10.0.0.1' }, url, /not through SOCKS/);
    await refused({ HTTPS_PROXY: 'ftp://10.0.0.1' }, url, /proxy is not valid/);
  });
});
