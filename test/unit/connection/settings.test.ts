import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { networkSettings } from '../../../src/connection/network-settings.ts';
import {
  addressFault,
  chosenService,
  tokenIdFault,
  tokenSecretFault,
  usualHeaderPrefix,
} from '../../../src/connection/service-address.ts';

const wrongTypes = [42, true, ['https://a.test'], { url: 'https://a.test' }];

describe('the settings of the service', () => {
  it('choose this machine when there is no address', () => {
    for (const none of [undefined, null, '', '  ']) {
      assert.deepEqual(chosenService(none, 'X'), { kind: 'local' });
    }
  });

  it('choose a service elsewhere by its address and header names', () => {
    assert.deepEqual(chosenService(' https://a.test/base// ', ''), {
      kind: 'remote',
      address: { url: 'https://a.test/base', headerPrefix: usualHeaderPrefix },
    });
    const branded = chosenService('https://a.test', ' X-Acme ');
    assert.ok(branded.kind === 'remote' && branded.address.headerPrefix === 'X-Acme');
  });

  it('of wrong types choose nothing, and name the setting', () => {
    for (const wrong of wrongTypes) {
      const url = chosenService(wrong, undefined);
      assert.ok(url.kind === 'wrong' && url.setting === 'parapet.service.url');
      const prefix = chosenService('https://a.test', wrong);
      assert.ok(prefix.kind === 'wrong' && prefix.setting === 'parapet.service.headerPrefix');
    }
  });

  it('never let a token cross a network in the clear, nor break out of a header', () => {
    for (const address of [
      'http://a.test',
      'ftp://a.test',
      'a.test',
      'https://me:pw@a.test',
      'javascript:1',
    ]) {
      assert.equal(chosenService(address, undefined).kind, 'wrong', address);
    }
    for (const prefix of ['X Y', 'X\r\nEvil: 1', 'X:', 'ä', 'x'.repeat(81)]) {
      assert.equal(chosenService('https://a.test', prefix).kind, 'wrong', prefix);
    }
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (url, prefix) => {
        const choice = chosenService(url, prefix);
        if (choice.kind !== 'remote') return;
        assert.match(
          choice.address.url,
          /^(https:|http:\/\/([\w.-]*\.)?localhost|http:\/\/127\.|http:\/\/\[::1\])/i,
        );
        assert.match(choice.address.headerPrefix, /^[A-Za-z0-9-]+$/);
      }),
    );
  });

  it('are declared as the user’s own, and not for untrusted workspaces', () => {
    const manifest = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
    );
    const names = ['parapet.service.url', 'parapet.service.headerPrefix'];
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    const properties = Object.assign(
      {},
      ...manifest.contributes.configuration.map((section: { properties: object }) => section.properties),
    );
    for (const name of names) {
      assert.equal(properties[name].scope, 'machine', name);
      assert.ok(restricted.includes(name), name);
    }
  });
});

describe('what is typed when connecting', () => {
  it('is checked with the reason: addresses', () => {
    for (const good of [
      'https://a.test',
      'https://a.test:8443/base/',
      'http://localhost:8080',
      'http://[::1]:1',
    ]) {
      assert.equal(addressFault(good), undefined, good);
    }
    assert.match(addressFault('') ?? '', /Enter an address/);
    assert.match(addressFault('a.test') ?? '', /not a URL/);
    assert.match(addressFault('localhost:8080') ?? '', /not a URL/);
    assert.match(addressFault('http://a.test') ?? '', /https/);
    assert.match(addressFault('https://me:pw@a.test') ?? '', /user name/);
    assert.match(addressFault('https://a.test/?x=1') ?? '', /base URL/);
    assert.match(addressFault('https://a.test/#/login') ?? '', /base URL/);
  });

  it('is checked with the reason: the token', () => {
    assert.equal(tokenIdFault(' 0A6f1d0e-5f6c-4b63-a6c1-9d3b5f0c7e21 '), undefined);
    fc.assert(fc.property(fc.uuid(), (id) => assert.equal(tokenIdFault(id), undefined)));
    for (const wrong of ['', '1234', '0a6f1d0e5f6c4b63a6c19d3b5f0c7e21', 'not-a-uuid']) {
      assert.match(tokenIdFault(wrong) ?? '', /UUID/, wrong);
    }
    assert.equal(tokenSecretFault('abcDEF_-123'), undefined);
    for (const wrong of ['', '  ', 'two words', 'süß', 'a\nb']) assert.ok(tokenSecretFault(wrong), wrong);
  });
});

describe('the editor’s network settings', () => {
  const read = (values: Record<string, unknown>) => networkSettings((key) => values[key]);

  it('are taken over', () => {
    assert.deepEqual(
      read({
        proxy: ' http://proxy:1 ',
        proxyAuthorization: 'Basic x',
        proxySupport: 'override',
        proxyStrictSSL: false,
        systemCertificates: false,
        noProxy: ['.corp'],
      }),
      {
        useProxy: true,
        verifyCertificates: false,
        systemCertificates: false,
        noProxy: ['.corp'],
        proxy: 'http://proxy:1',
        proxyAuthorization: 'Basic x',
      },
    );
  });

  for (const [support, expected] of [
    ['off', false],
    ['on', true],
    ['override', true],
    ['fallback', true],
    [undefined, true],
    [7, true],
  ] as const) {
    it(`take a proxy with http.proxySupport ${support}: ${expected}`, () => {
      assert.equal(read({ proxySupport: support }).useProxy, expected);
    });
  }

  it('of wrong types count as not set, and never switch checks off', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('proxy', 'proxyAuthorization', 'proxyStrictSSL', 'systemCertificates', 'noProxy'),
          fc.anything().filter((value) => value !== false),
        ),
        (values) => {
          const settings = read(values);
          assert.equal(settings.verifyCertificates, true);
          assert.equal(settings.systemCertificates, true);
          assert.ok((settings.noProxy ?? []).every((entry) => typeof entry === 'string'));
          assert.ok(settings.proxy === undefined || typeof settings.proxy === 'string');
        },
      ),
    );
  });
});
