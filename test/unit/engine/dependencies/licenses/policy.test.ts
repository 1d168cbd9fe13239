import assert from 'node:assert/strict';
import fc from 'fast-check';
import { licenseText, parseLicense } from '../../../../../src/engine/dependencies/licenses/expression.ts';
import { judgeLicense, type LicensePolicy } from '../../../../../src/engine/dependencies/licenses/policy.ts';

const policy = (change: Partial<LicensePolicy>): LicensePolicy => ({
  allow: [],
  deny: [],
  unknown: 'ignore',
  severity: 'medium',
  ...change,
});
const judged = (expression: string, change: Partial<LicensePolicy>): string => {
  const verdict = judgeLicense(parseLicense(expression), policy(change));
  return 'licenses' in verdict ? `${verdict.kind} ${verdict.licenses}` : verdict.kind;
};

describe('licences of packages', () => {
  it('are read as SPDX expressions, in the present spelling', () => {
    for (const [given, text] of [
      ['MIT', 'MIT'],
      ['(MIT OR Apache-2.0)', 'MIT OR Apache-2.0'],
      ['MIT AND (Apache-2.0 OR ISC)', 'MIT AND (Apache-2.0 OR ISC)'],
      ['GPL-2.0', 'GPL-2.0-only'],
      ['LGPL-2.1+', 'LGPL-2.1-or-later'],
      ['MPL-1.1+', 'MPL-1.1+'],
      ['GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ] as const) {
      const license = parseLicense(given) ?? assert.fail(given);
      assert.equal(licenseText(license), text);
    }
  });

  it('are not known where the text is no expression, however long and deep it is', () => {
    const hostile = [
      '',
      'SEE LICENSE IN LICENSE.md',
      'UNLICENSED',
      'MIT/Apache',
      '('.repeat(900),
      'MIT OR '.repeat(1e5),
    ];
    for (const text of [...hostile, `${'('.repeat(490)}MIT${')'.repeat(490)} OR nothing`])
      assert.equal(parseLicense(text), undefined, text.slice(0, 30));
  });

  it('break a policy that denies them, or that allows others', () => {
    assert.equal(judged('MIT', {}), 'allowed');
    assert.equal(judged('MIT', { allow: ['mit'] }), 'allowed');
    assert.equal(judged('ISC', { allow: ['MIT'] }), 'not-allowed ISC');
    assert.equal(judged('AGPL-3.0', { deny: ['AGPL-3.0-only'] }), 'denied AGPL-3.0-only');
    assert.equal(judged('MIT', { allow: ['MIT'], deny: ['MIT'] }), 'denied MIT');
    assert.equal(judged('see LICENSE', { allow: ['MIT'] }), 'unknown');
  });

  it('need one that is allowed of alternatives, and all of those that hold together', () => {
    assert.equal(judged('MIT OR AGPL-3.0-only', { deny: ['AGPL-3.0-only'] }), 'allowed');
    assert.equal(judged('MIT AND AGPL-3.0-only', { deny: ['AGPL-3.0-only'] }), 'denied AGPL-3.0-only');
    assert.equal(judged('ISC OR 0BSD', { allow: ['MIT'] }), 'not-allowed ISC,0BSD');
  });

  it('are allowed with an exception where they are without, and may be allowed for it alone', () => {
    const text = 'GPL-2.0-only WITH Classpath-exception-2.0';
    assert.equal(judged(text, { allow: ['GPL-2.0-only'] }), 'allowed');
    assert.equal(judged(text, { deny: ['GPL-2.0-only'] }), `denied ${text}`);
    assert.equal(judged(text, { deny: ['GPL-2.0-only'], allow: [text] }), 'allowed');
    assert.equal(judged('GPL-2.0-only', { allow: [text] }), 'not-allowed GPL-2.0-only');
  });

  it('read to the same when they are written again', () => {
    const leaf = fc.constantFrom('MIT', 'Apache-2.0', 'GPL-2.0-only', 'MPL-1.1+');
    const { any } = fc.letrec<{ any: string; joined: string }>((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, leaf, tie('joined')),
      joined: fc
        .tuple(tie('any'), fc.constantFrom('AND', 'OR'), tie('any'))
        .map(([left, word, right]) => `(${left} ${word} ${right})`),
    }));
    fc.assert(
      fc.property(any, (text) => {
        const once = licenseText(parseLicense(text) ?? assert.fail(text));
        const twice = licenseText(parseLicense(once) ?? assert.fail(once));
        assert.equal(twice, once);
        const both = policy({ allow: ['MIT', 'Apache-2.0'] });
        assert.equal(
          judgeLicense(parseLicense(once), both).kind,
          judgeLicense(parseLicense(text), both).kind,
        );
      }),
    );
  });
});
