import assert from 'node:assert/strict';
import fc from 'fast-check';
import { severities } from '../../../../src/views/issues/ranking.ts';
import { categories } from '../../../../src/views/issues/scope.ts';
import {
  categoriesOf,
  decorationsOf,
  groupingOf,
  minimumSeverityOf,
  sortingOf,
} from '../../../../src/views/issues/setting-values.ts';
import { groupings } from '../../../../src/views/issues/tree/grouping.ts';
import { sortings } from '../../../../src/views/issues/tree/sorting.ts';

const wrong = fc
  .anything()
  .filter(
    (value) =>
      typeof value !== 'string' || ![...groupings, ...sortings, ...severities].some((one) => one === value),
  );

describe('settings of wrong types', () => {
  it('count as not set, and hide nothing', () => {
    fc.assert(
      fc.property(wrong, (value) => {
        assert.equal(groupingOf(value), 'severity');
        assert.equal(sortingOf(value), 'severity');
        assert.equal(minimumSeverityOf(value), 'INFO');
        assert.equal(decorationsOf(value), value !== false);
      }),
    );
    for (const value of [
      null,
      undefined,
      7,
      'SAST',
      [],
      ['SAST'],
      { SAST: 'no' },
      { SAST: 0 },
      { ELSE: false },
    ]) {
      assert.deepEqual([...categoriesOf(value)], [...categories], JSON.stringify(value));
    }
  });

  it('do not keep right ones from holding', () => {
    assert.deepEqual([...categoriesOf({ SAST: false, SCA: 'x', more: 1 })], ['SCA', 'SECRETS', 'IAC']);
    for (const grouping of groupings) assert.equal(groupingOf(grouping), grouping);
    for (const sorting of sortings) assert.equal(sortingOf(sorting), sorting);
    for (const severity of severities) assert.equal(minimumSeverityOf(severity), severity);
  });
});
