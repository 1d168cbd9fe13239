import assert from 'node:assert/strict';
import type { LicensePolicy } from '../../../../src/api/contract/dependencies.ts';
import {
  effectText,
  licenseEffect,
  licensesOf,
} from '../../../../src/views/shared-service/license-effect.ts';

const packages = [
  { licenses: ['MIT'] },
  { licenses: ['MIT'] },
  { licenses: ['GPL-2.0-only WITH Classpath-exception-2.0'] },
  { licenses: ['GPL-2.0-only'] },
  { licenses: ['MIT OR GPL-2.0-only'] },
  {},
];
const policy = (change: Partial<LicensePolicy>): LicensePolicy => ({
  ...{ allow: [], deny: [], unknown: 'ignore', severity: 'medium' },
  ...change,
});

describe('what a policy of licences does', () => {
  const refused = (change: Partial<LicensePolicy>) => licenseEffect(packages, policy(change)).refused;

  it('is told by the rules of a scan', () => {
    assert.equal(refused({}), 0);
    assert.equal(refused({ deny: ['gpl-2.0-only'] }), 2);
    assert.equal(
      refused({ deny: ['GPL-2.0-only'], allow: ['MIT', 'GPL-2.0-only WITH Classpath-exception-2.0'] }),
      1,
    );
    assert.equal(refused({ allow: ['MIT'] }), 2);
    assert.equal(refused({ unknown: 'report' }), 1);
  });

  it('is said with what only a scan can tell', () => {
    assert.equal(
      effectText(licenseEffect(packages, policy({ deny: ['GPL-2.0-only'] }))),
      '2 of 6 packages break this policy. The next scan decides about 1 with several licences.',
    );
    assert.equal(effectText(licenseEffect([], policy({}))), '0 of 0 packages break this policy.');
  });

  it('offers the licences that packages tell, the most frequent first', () => {
    assert.deepEqual(
      [...licensesOf(packages)],
      [
        ['MIT', 2],
        ['GPL-2.0-only', 1],
        ['GPL-2.0-only WITH Classpath-exception-2.0', 1],
      ],
    );
  });
});
