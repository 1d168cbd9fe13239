import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Environment, type ProxySettings, wayTo } from '../../../../src/api/transport/proxy.ts';

const proxy = 'http://proxy.corp:3128';

function way(url: string, settings: ProxySettings = { proxy }, environment: Environment = {}) {
  return wayTo(new URL(url), settings, environment);
}

/** `direct`, or the address of the proxy. */
function through(url: string, settings?: ProxySettings, environment?: Environment): string {
  const found = way(url, settings, environment);
  return found.kind === 'proxy' ? found.origin : found.kind;
}

describe('the way to a service', () => {
  it('is direct without a proxy, and where proxies are switched off', () => {
    assert.equal(through('https://service.test', {}), 'direct');
    assert.equal(through('https://service.test', { proxy, useProxy: false }), 'direct');
    assert.equal(through('https://service.test', { useProxy: false }, { HTTPS_PROXY: proxy }), 'direct');
  });

  it('to this machine is always direct', () => {
    for (const host of ['localhost', 'app.localhost', '127.0.0.1', '127.8.9.10', '[::1]']) {
      for (const scheme of ['http', 'https']) {
        assert.equal(through(`${scheme}://${host}:8080`), 'direct', host);
        assert.equal(through(`${scheme}://${host}`, {}, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }), 'direct');
      }
    }
  });

  it('takes the proxy of the settings before that of the environment', () => {
    const environment = { HTTPS_PROXY: 'http://other:1', HTTP_PROXY: 'http://plain:2' };
    assert.equal(through('https://service.test', { proxy }, environment), proxy);
    assert.equal(through('https://service.test', { proxy: '  ' }, environment), 'http://other:1');
    assert.equal(through('http://service.test', {}, environment), 'http://plain:2');
  });

  it('knows the variables in either case, the lower one first, and HTTP_PROXY for want of HTTPS_PROXY', () => {
    const both = { https_proxy: 'http://lower:1', HTTPS_PROXY: 'http://upper:2' };
    assert.equal(through('https://service.test', {}, both), 'http://lower:1');
    assert.equal(through('https://service.test', {}, { HTTP_PROXY: 'http://plain:2' }), 'http://plain:2');
    assert.equal(through('https://service.test', {}, { http_proxy: '' }), 'direct');
  });

  const covered: [string, string[]][] = [
    ['*', ['https://service.test', 'https://10.1.2.3']],
    ['service.test', ['https://service.test', 'https://api.service.test', 'https://service.test:8443']],
    ['.service.test', ['https://service.test', 'https://api.service.test']],
    ['*.service.test', ['https://api.service.test']],
    ['SERVICE.test', ['https://service.test']],
    ['service.test:8443', ['https://service.test:8443', 'https://api.service.test:8443']],
    ['service.test:443', ['https://service.test']],
    ['10.1.2.3', ['https://10.1.2.3', 'https://10.1.2.3:8443']],
    ['10.0.0.0/8', ['https://10.1.2.3']],
    ['fd00::/8', ['https://[fd12::1]']],
    ['[fd12::1]:8443', ['https://[fd12::1]:8443']],
    ['fd12::1', ['https://[fd12::1]']],
  ];
  for (const [entry, urls] of covered) {
    it(`is direct to what the exception ${entry} covers, from settings or environment`, () => {
      for (const url of urls) {
        assert.equal(through(url, { proxy, noProxy: ['other.example', entry] }), 'direct', url);
        assert.equal(through(url, { proxy }, { NO_PROXY: `other.example, ${entry}` }), 'direct', url);
        assert.equal(through(url, { proxy }, { no_proxy: `other.example ${entry}` }), 'direct', url);
      }
    });
  }

  const uncovered: [string, string][] = [
    ['service.test', 'https://myservice.test'],
    ['service.test', 'https://service.test.evil.example'],
    ['service.test:8443', 'https://service.test'],
    ['2.3', 'https://10.1.2.3'],
    ['11.0.0.0/8', 'https://10.1.2.3'],
    ['10.0.0.0/99', 'https://10.1.2.3'],
    ['', 'https://service.test'],
    ['.', 'https://service.test'],
    [':443', 'https://service.test'],
  ];
  for (const [entry, url] of uncovered) {
    it(`is the proxy to ${url} in spite of the exception "${entry}"`, () => {
      assert.equal(through(url, { proxy, noProxy: [entry] }), proxy);
    });
  }

  it('names the proxy without its user and password, and takes the one without a scheme as http', () => {
    const found = way('https://service.test', { proxy: 'user:hunter2@proxy.corp:3128' });
    assert.ok(found.kind === 'proxy');
    assert.equal(found.origin, 'http://proxy.corp:3128');
    assert.match(found.uri, /user:hunter2@/);
  });

  it('says when the address of the proxy is none', () => {
    for (const wrong of [
      'ftp://proxy:1',
      'http://',
      'http//user:hunter2@proxy',
      'a b c',
      'http://proxy/path',
    ]) {
      assert.deepEqual(way('https://service.test', { proxy: wrong }), { kind: 'wrong' }, wrong);
    }
  });

  it('never throws, and an exception for the very host always holds', () => {
    fc.assert(
      fc.property(fc.domain(), fc.string(), fc.string(), (host, address, other) => {
        way(`https://${host}`, { proxy: address, noProxy: [other] }, { NO_PROXY: other });
        assert.equal(through(`https://${host}`, { proxy, noProxy: [other, host] }), 'direct');
      }),
    );
  });
});
