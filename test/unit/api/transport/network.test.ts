import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ApiErrorKind, ApiErrorReason } from '../../../../src/api/api-error.ts';
import { Client } from '../../../../src/api/client.ts';
import { healthz } from '../../../../src/api/contract/health.ts';
import { listOrganizations } from '../../../../src/api/contract/organizations/organizations.ts';
import { Network, type NetworkSettings } from '../../../../src/api/transport/network.ts';
import { alive, credentials, failure, json, LocalServer } from '../local-server.ts';
import { type Authority, makeAuthority, type Validity } from './authority.ts';
import { ConnectProxy } from './connect-proxy.ts';

const run = promisify(execFile);
const host = 'service.test';
const baseUrl = `https://${host}`;
const dayMs = 86_400_000;
/** The proxies of the machine that runs the tests are none of theirs. */
const environment = {};

describe('the network', function () {
  this.timeout(120_000);
  let authority: Authority;
  let server: LocalServer;
  const secretsSeen: unknown[] = [];

  before(async () => {
    authority = await makeAuthority();
    server = await LocalServer.start(
      (request, response) => {
        secretsSeen.push(request.headers['x-service-api-token-secret']);
        json(response, 200, request.url === '/healthz' ? alive : { organizations: [] });
      },
      'https',
      await authority.issue(host),
    );
  });
  after(async () => server?.[Symbol.asyncDispose]());
  beforeEach(() => {
    secretsSeen.length = 0;
  });

  /** Asks `service.test` for its organizations. */
  async function ask(settings: NetworkSettings): Promise<void> {
    await using network = new Network({ environment, certificates: [authority.certificate], ...settings });
    const retries = { attempts: 2, firstPauseMs: 5, longestPauseMs: 10 };
    await using client = new Client({ baseUrl, network, credentials, retries });
    await client.call(listOrganizations, {});
  }

  async function refusal(settings: NetworkSettings, kind: ApiErrorKind, reason?: ApiErrorReason) {
    const error = await failure(ask(settings), kind);
    assert.equal(error.reason, reason, error.message);
    return error;
  }

  describe('through a proxy', () => {
    it('opens a tunnel to the service, in which the proxy sees nothing of the token', async () => {
      await using proxy = await ConnectProxy.start(server.port);
      await ask({ proxy: proxy.url });
      assert.deepEqual(proxy.tunnels, [`${host}:443`]);
      assert.deepEqual(proxy.authorizations, [undefined]);
      assert.deepEqual(secretsSeen, [credentials.tokenSecret]);
    });

    it('takes the proxy of the environment', async () => {
      await using proxy = await ConnectProxy.start(server.port);
      await ask({ environment: { HTTPS_PROXY: proxy.url } });
      await ask({ environment: { http_proxy: proxy.host } });
      assert.equal(proxy.tunnels.length, 2);
    });

    it('leaves the proxy aside where settings or environment say so', async () => {
      await using proxy = await ConnectProxy.start(server.port);
      // Without the proxy, nobody knows the name.
      await refusal({ proxy: proxy.url, useProxy: false }, 'dns');
      await refusal({ proxy: proxy.url, noProxy: ['.test'] }, 'dns');
      await refusal({ environment: { HTTPS_PROXY: proxy.url, NO_PROXY: host } }, 'dns');
      assert.deepEqual(proxy.authorizations, []);
    });

    it('gives user and password of its address, with whatever characters', async () => {
      const expected = `Basic ${Buffer.from('jo:p@ss:wörd').toString('base64')}`;
      await using proxy = await ConnectProxy.start(server.port, { expected });
      await ask({ proxy: `http://jo:${encodeURIComponent('p@ss:wörd')}@${proxy.host}` });
      assert.equal(proxy.tunnels.length, 1);
    });

    it('gives the authorization of the settings', async () => {
      await using proxy = await ConnectProxy.start(server.port, { expected: 'Bearer for-the-proxy' });
      await ask({ proxy: proxy.url, proxyAuthorization: 'Bearer for-the-proxy' });
      await ask({ proxy: `http://other:user@${proxy.host}`, proxyAuthorization: 'Bearer for-the-proxy' });
      assert.equal(proxy.tunnels.length, 2);
    });

    it('says that the proxy wants a password or another one, and repeats none', async () => {
      await using proxy = await ConnectProxy.start(server.port, { expected: 'Basic x' });
      for (const address of [proxy.url, `http://jo:hunter2@${proxy.host}`]) {
        proxy.authorizations.length = 0;
        const error = await refusal({ proxy: address }, 'proxy', 'proxyAuthentication');
        assert.match(error.message, new RegExp(proxy.host));
        assert.ok(!`${error.stack} ${error.cause}`.includes('hunter2'));
        assert.equal(proxy.authorizations.length, 1, 'asked once only');
      }
      assert.deepEqual(secretsSeen, []);
    });

    it('says that the proxy refuses the service', async () => {
      await using proxy = await ConnectProxy.start(server.port, { refuseWith: 403 });
      const error = await refusal({ proxy: proxy.url }, 'proxy', 'proxyRefused');
      assert.match(error.message, /403/);
    });

    it('says that the proxy is not there, and not that the service is not', async () => {
      const proxy = await ConnectProxy.start(server.port);
      const { url } = proxy;
      await proxy[Symbol.asyncDispose]();
      const error = await refusal({ proxy: url }, 'proxy', 'proxyUnreachable');
      assert.match(error.message, new RegExp(url));
      await refusal({ proxy: 'http://nowhere.invalid:3128' }, 'proxy', 'proxyUnreachable');
    });

    it('says that its address is none', async () => {
      const error = await refusal({ proxy: 'ftp://jo:hunter2@proxy' }, 'proxy', 'proxyAddress');
      assert.ok(!`${error.stack} ${error.cause}`.includes('hunter2'));
    });

    it('never takes the proxy to this machine', async () => {
      await using here = await LocalServer.start((_, response) => json(response, 200, alive));
      await using proxy = await ConnectProxy.start(1);
      await using network = new Network({ proxy: proxy.url, environment: { HTTPS_PROXY: proxy.url } });
      for (const name of ['127.0.0.1', 'localhost']) {
        await here.client({ network, baseUrl: `http://${name}:${here.port}` }).call(healthz, {});
      }
      assert.deepEqual(proxy.tunnels, []);
    });
  });

  describe('with certificates', () => {
    /** Asks a server with that certificate under the name `service.test`. */
    async function meet(
      identity: { cert: string; key: string },
      settings: NetworkSettings,
      asks: (settings: NetworkSettings) => Promise<unknown>,
    ): Promise<void> {
      await using other = await LocalServer.start(
        (_, response) => json(response, 200, { organizations: [] }),
        'https',
        identity,
      );
      await using proxy = await ConnectProxy.start(other.port);
      await asks({ proxy: proxy.url, ...settings });
    }
    const wrong = async (named: string, validity: Validity, reason: ApiErrorReason) =>
      meet(await authority.issue(named, validity), {}, (settings) => refusal(settings, 'tls', reason));

    it('trusts an authority of its own when told, and not before', async () => {
      await using proxy = await ConnectProxy.start(server.port);
      await ask({ proxy: proxy.url, certificates: [authority.certificate] });
      secretsSeen.length = 0;
      await refusal({ proxy: proxy.url, certificates: [] }, 'tls', 'unknownAuthority');
      assert.deepEqual(secretsSeen, [], 'the token stayed here');
    });

    it('tells a self-signed certificate', async () => {
      const { certificate, privateKey } = await import('./self-signed.ts');
      await meet({ cert: certificate, key: privateKey }, {}, (settings) =>
        refusal(settings, 'tls', 'selfSigned'),
      );
    });

    it('tells one that has expired', async () => {
      const long = { notBefore: new Date(Date.now() - 9 * dayMs), notAfter: new Date(Date.now() - dayMs) };
      await wrong(host, long, 'expired');
    });

    it('tells one that is not valid yet, as when the clock is an hour behind', async () => {
      const hour = { notBefore: new Date(Date.now() + 3_600_000), notAfter: new Date(Date.now() + dayMs) };
      await wrong(host, hour, 'notYetValid');
    });

    it('tells one for another host', async () => {
      await wrong('other.test', {}, 'wrongHost');
    });

    it('asks for none where the user switched that off', async () => {
      await meet(await authority.issue('other.test'), { verifyCertificates: false, certificates: [] }, ask);
    });
  });

  describe('as the machine is set up', () => {
    let folder: string;
    let file: string;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'authority-'));
      file = path.join(folder, 'authority.pem');
      await writeFile(file, authority.certificate);
    });
    after(async () => rm(folder, { recursive: true }));

    /** A process of its own, because Node reads these variables when it starts. @returns `ok` or the reason */
    async function inProcess(variables: Record<string, string>, settings: NetworkSettings): Promise<string> {
      await using proxy = await ConnectProxy.start(server.port);
      const api = path.resolve(import.meta.dirname, '../../../../src/api');
      const script = `
        const { Client } = await import('${api}/client.ts');
        const { Network } = await import('${api}/transport/network.ts');
        const { healthz } = await import('${api}/contract/health.ts');
        await using network = new Network(${JSON.stringify({ environment, proxy: proxy.url, ...settings })});
        const client = new Client({ baseUrl: '${baseUrl}', network, retries: { attempts: 1 } });
        console.log(await client.call(healthz, {}).then(() => 'ok', (error) => error.reason));
      `;
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
        env: { ...process.env, ...variables },
      });
      return stdout.trim();
    }

    it('trusts the authorities of NODE_EXTRA_CA_CERTS', async () => {
      assert.equal(await inProcess({}, {}), 'unknownAuthority');
      assert.equal(await inProcess({ NODE_EXTRA_CA_CERTS: file }, {}), 'ok');
      assert.equal(await inProcess({ NODE_EXTRA_CA_CERTS: file }, { systemCertificates: true }), 'ok');
    });

    it('trusts those of the operating system, unless switched off', async function () {
      // Elsewhere the store cannot be told to hold another authority.
      if (process.platform !== 'linux') this.skip();
      assert.equal(await inProcess({ SSL_CERT_FILE: file }, { systemCertificates: true }), 'ok');
      const without = await inProcess({ SSL_CERT_FILE: file }, { systemCertificates: false });
      assert.equal(without, 'unknownAuthority');
    });
  });
});
