import assert from 'node:assert/strict';
import fc from 'fast-check';
import { asText, codeBlock, fileLink, issueLink, linkTo, readLink } from '../../../src/agent/links.ts';

describe('links of the agent', () => {
  it('lead back to the place they were made for, whatever its path reads', () => {
    const segment = fc.string({ minLength: 1 }).filter((text) => !/[/\\\0]|^\.\.$|^[A-Za-z]:/.test(text));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), fc.option(fc.integer({ min: 1 })), (segments, at) => {
        const path = segments.join('/');
        fc.pre(!/\p{Surrogate}/u.test(path));
        const line = at ?? undefined;
        const address = linkTo({ kind: 'file', path, line });
        assert.deepEqual(
          readLink(address),
          line === undefined ? { kind: 'file', path } : { kind: 'file', path, line },
        );
        assert.doesNotMatch(address, /[()\s<>]/);
      }),
    );
  });

  it('name issues by their id, and nothing else', () => {
    const issueId = '3f2a9c1e-1111-4222-8333-444455556666';
    assert.deepEqual(readLink(linkTo({ kind: 'issue', issueId })), { kind: 'issue', issueId });
    assert.equal(readLink('parapet:issue?id=1'), undefined);
  });

  for (const address of [
    'https://example.org/parapet:file?path=a',
    'parapet:run?path=a',
    'parapet:file?path=..%2Fsecret',
    'parapet:file?path=%2Fetc%2Fpasswd',
    'parapet:file?path=C%3A%5Cboot.ini',
    'parapet:file',
    'command:parapet.scan',
    '',
  ]) {
    it(`of the address ${JSON.stringify(address)} lead nowhere`, () => {
      assert.equal(readLink(address), undefined);
    });
  }

  it('show what the code says as text', () => {
    const planted = 'x](command:evil) <img src=y> **now**';
    const link = issueLink('3f2a9c1e-1111-4222-8333-444455556666', planted);
    assert.equal(link.match(/\]\(/g)?.length, 1, link);
    assert.doesNotMatch(link, /<img|[^\\]\*\*/);
    assert.equal(
      fileLink('src/a (1).ts', 3),
      '[a \\(1\\).ts:3](parapet:file?path=src%2Fa%20%281%29.ts&line=3)',
    );
    assert.equal(asText('a\n# b'), 'a # b');
  });

  it('keep code in its block', () => {
    assert.equal(codeBlock('a\n```\nb', 'ts'), '````ts\na\n```\nb\n````');
  });
});
