import assert from 'node:assert/strict';
import { licensePolicyOf } from '../../../../src/views/scans/license-policy.ts';

describe('the settings of licences', () => {
  const none = { allow: undefined, deny: undefined, unknown: undefined, severity: undefined };

  it('make no policy where they refuse nothing', () => {
    assert.equal(licensePolicyOf(none), undefined);
    assert.equal(licensePolicyOf({ ...none, allow: [], unknown: 'ignore', severity: 'low' }), undefined);
    assert.equal(licensePolicyOf({ ...none, allow: 'MIT', deny: [1, ' '] }), undefined);
  });

  it('make a policy of the names that are texts', () => {
    assert.deepEqual(licensePolicyOf({ ...none, allow: [' MIT ', 7, null, 'x'.repeat(300)] }), {
      allow: ['MIT'],
      deny: [],
      unknown: 'ignore',
      severity: 'medium',
    });
    assert.equal(licensePolicyOf({ ...none, unknown: 'report', severity: 'low' })?.severity, 'low');
  });
});
