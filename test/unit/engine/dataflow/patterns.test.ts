import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bitOf } from '../../../../src/engine/dataflow/values/masks.ts';
import { clearedByPattern, isStrictPattern } from '../../../../src/engine/dataflow/values/patterns.ts';

const clears = (source: string, vulnClass: string): boolean =>
  clearedByPattern(source).meets(bitOf(vulnClass));

describe('patterns as guards', () => {
  it('are strict when they list all characters of the whole text', () => {
    for (const source of [
      '^[a-z]+$',
      '\\A\\w+\\z',
      '^\\d{3}-\\d{4}$',
      '^(a|b)+$',
      '^[\\w.-]+\\.txt$',
      '^[.]$',
    ])
      assert.equal(isStrictPattern(source, false, false), true, source);
    assert.equal(isStrictPattern('[a-z]+', true, false), true);
    assert.equal(isStrictPattern('[a-z]+$', false, true), true);
  });

  it('are not strict when something else gets through', () => {
    for (const source of [
      '[a-z]+',
      '^[a-z]+',
      '[a-z]+$',
      '^.*$',
      '^[^<]+$',
      '^\\S+$',
      '^a|b$',
      '^[\\W]+$',
      '^a\\$',
      '',
    ])
      assert.equal(isStrictPattern(source, false, false), false, source);
  });

  it('clear every class where nothing of harm is listed', () => {
    for (const source of ['^[a-z]+$', '^\\w+$', '^\\d+$', '^[A-Za-z0-9_-]{1,20}$', '^yes$'])
      for (const vulnClass of [
        'command-injection',
        'xss',
        'sql-injection',
        'path-traversal',
        'open-redirect',
        'log-injection',
      ])
        assert.ok(clears(source, vulnClass), `${source} ${vulnClass}`);
  });

  for (const [source, open, closed] of [
    ['^[a-z; ]+$', ['command-injection', 'sql-injection'], ['xss', 'path-traversal']],
    ['^[a-z<>]+$', ['xss', 'command-injection'], ['sql-injection']],
    ["^[a-z' ]+$", ['sql-injection', 'xpath-injection'], ['xss', 'command-injection']],
    ['^[\\w./-]+$', ['path-traversal', 'open-redirect', 'ssrf'], ['xss', 'sql-injection']],
    // `..` fits, and `/etc/passwd`.
    ['^[\\w.-]+$', ['path-traversal'], ['open-redirect', 'xss', 'single-name']],
    ['^[\\w/]+$', ['path-traversal'], ['xss', 'no-way-up']],
    ['^[\\w.-]+\\.txt$', [], ['path-traversal']],
    ['^[a-z\\s]+$', ['header-injection', 'log-injection', 'command-injection'], ['xss']],
    ['^\\w+\\s\\w+$', ['log-injection'], ['xss']],
    ['^[ -~]+$', ['command-injection', 'xss', 'sql-injection', 'path-traversal'], ['log-injection']],
    ['^[\\p{L}]+$', [], ['xss', 'template-injection']],
  ] as const) {
    it(`clear by what is listed: ${source}`, () => {
      for (const vulnClass of open) assert.ok(!clears(source, vulnClass), vulnClass);
      for (const vulnClass of closed) assert.ok(clears(source, vulnClass), vulnClass);
    });
  }

  it('are read whatever is in them, in good time', () => {
    fc.assert(
      fc.property(fc.string(), (source) => {
        clearedByPattern(source);
        isStrictPattern(source, true, true);
      }),
    );
    for (const part of ['[', '\\', '(', '[a', ']', '[\\', '\\p{']) {
      clearedByPattern(part.repeat(20_000));
      isStrictPattern(part.repeat(20_000), true, true);
    }
  });
});
