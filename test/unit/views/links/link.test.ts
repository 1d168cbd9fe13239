import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isSameService, issueLink, readLink } from '../../../../src/views/links/link.ts';

const id = '0b8f1c2e-6a2d-4a53-9c1f-3f4b5a6c7d8e';
const service = 'https://security.example.com/scan';
const query = (address: string) => `service=${encodeURIComponent(address)}`;

describe('a link from outside', () => {
  it('is about an issue, of the service that it names or of the one in use', () => {
    assert.deepEqual(readLink(`/issue/${id}`, ''), { kind: 'issue', id, service: undefined });
    assert.deepEqual(readLink(`/issue/${id.toUpperCase()}`, query(`${service}/`)), {
      kind: 'issue',
      id,
      service,
    });
    // Some editors decode the query before the extension is given it.
    assert.deepEqual(readLink(`/issue/${id}`, `service=${service}`), { kind: 'issue', id, service });
  });

  it('is about a connection, and has nothing but the address', () => {
    assert.deepEqual(readLink('/connect', query(service)), { kind: 'connect', service });
    const more = `${query(service)}&tokenId=${id}&tokenSecret=abc&organization=x&command=workbench.action.quit`;
    assert.deepEqual(readLink('/connect', more), { kind: 'connect', service });
  });

  it('is refused where its address may not be given a token', () => {
    const hostile = [
      'http://security.example.com',
      'https://ada:secret@security.example.com',
      'https://security.example.com/?redirect=https://evil.example',
      'https://security.example.com/#x',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'command:workbench.action.quit',
      '//evil.example',
      '',
      ' ',
    ];
    for (const address of hostile) {
      for (const path of ['/connect', `/issue/${id}`]) {
        const link = readLink(path, query(address));
        assert.equal(link.kind, 'wrong', address);
        if (address.trim() !== '') assert.ok(!JSON.stringify(link).includes(address), 'it is not repeated');
      }
    }
  });

  it('is refused where it is ambiguous, too long, or about something else', () => {
    const wrong: [path: string, query: string][] = [
      ['/connect', ''],
      ['/connect', `${query(service)}&${query('https://evil.example')}`],
      [`/issue/${id}/../../connect`, query(service)],
      [`/issue/${id}`, `service=${'a'.repeat(5_000)}`],
      ['/issue/1', ''],
      ['/issue/', ''],
      [`/issue/${id}%0a`, ''],
      ['/', ''],
      ['', ''],
      ['/command/workbench.action.quit', ''],
    ];
    for (const [path, text] of wrong) assert.equal(readLink(path, text).kind, 'wrong', `${path}?${text}`);
  });

  it('never throws, and never names an address without TLS, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (path, text) => {
        for (const link of [readLink(path, text), readLink('/connect', `service=${text}`)]) {
          if (link.kind === 'wrong' || link.service === undefined) continue;
          const { protocol, hostname, username } = new URL(link.service);
          const isNear = ['localhost', '[::1]'].includes(hostname) || hostname.startsWith('127.');
          assert.ok(username === '' && (protocol === 'https:' || isNear), link.service);
        }
      }),
    );
  });

  it('names the same service however it is spelt, and no look-alike', () => {
    assert.ok(isSameService('https://Security.Example.com:443/scan/', service));
    assert.ok(!isSameService('https://security.example.com', service));
    // A Cyrillic letter that looks like a Latin one.
    assert.ok(!isSameService('https://ѕecurity.example.com/scan', service));
    const link = readLink('/connect', query('https://ѕecurity.example.com'));
    assert.ok(
      link.kind === 'connect' && link.service.startsWith('https://xn--'),
      'it is shown as what it is',
    );
  });

  it('is read as it was made', () => {
    for (const made of [service, undefined]) {
      const url = new URL(issueLink('vscode', 'parapet.parapet', id, made));
      assert.equal(`${url.protocol}//${url.host}`, 'vscode://parapet.parapet');
      assert.deepEqual(readLink(url.pathname, url.search.slice(1)), { kind: 'issue', id, service: made });
    }
  });
});
