import assert from 'node:assert/strict';
import { vulnerablePackages } from '../../../../src/views/dependencies/grouping.ts';
import { makeIssue, makeKnown } from '../make-issue.ts';
import { dependency } from './make-package.ts';

describe('the groups of the Dependencies view', () => {
  it('put a package with several vulnerabilities in one line, the worst and nearest first', () => {
    const found = vulnerablePackages([
      makeKnown({ severity: 'MEDIUM', dependency: dependency({}, 'CVE-3') }),
      makeKnown({ severity: 'HIGH', dependency: dependency({}, 'CVE-2') }),
      makeKnown(
        makeIssue({
          severity: 'HIGH',
          dependency: dependency({ reachability: { level: 'CALLED', evidence: '' } }, 'CVE-4'),
        }),
      ),
      makeKnown({ severity: 'CRITICAL', dependency: dependency({ name: 'express' }) }),
      makeKnown({ severity: 'CRITICAL' }),
    ]);
    assert.deepEqual(
      found.map(({ vulnerabilities }) =>
        vulnerabilities.map(({ dependency: one }) => `${one.name} ${one.advisory.id}`),
      ),
      [['express CVE-1'], ['lodash CVE-4', 'lodash CVE-2', 'lodash CVE-3']],
    );
  });

  it('leave out what was decided or is gone', () => {
    const statuses = ['RESOLVED', 'FALSE_POSITIVE', 'ACCEPTED_RISK', 'NON_EXPLOITABLE'] as const;
    const issues = statuses.map((status) => makeKnown({ status, dependency: dependency({}) }));
    assert.deepEqual(vulnerablePackages(issues), []);
  });
});
