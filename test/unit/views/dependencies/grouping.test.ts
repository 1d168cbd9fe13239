import assert from 'node:assert/strict';
import type { Package } from '../../../../src/api/contract/dependencies.ts';
import type { VulnerableDependency } from '../../../../src/api/contract/vulnerable-dependency.ts';
import { broughtBy, packageTree, vulnerablePackages } from '../../../../src/views/dependencies/grouping.ts';
import type { FolderNode } from '../../../../src/views/dependencies/nodes.ts';
import { makeIssue, makeKnown } from '../make-issue.ts';

const dependency = (over: Partial<VulnerableDependency>, id = 'CVE-1'): VulnerableDependency => ({
  ecosystem: 'npm',
  name: 'lodash',
  version: '4.17.11',
  scope: 'PRODUCTION',
  direct: true,
  path: [{ name: 'lodash' }],
  advisory: { id, aliases: [], sources: [], cvss: [], references: [] },
  reachability: { level: 'UNKNOWN', evidence: 'It was not looked for.' },
  ...over,
});

const row = (name: string, path: readonly string[], over: Partial<Package> = {}): Package => ({
  repositoryId: 'r',
  repositoryName: 'shop',
  scanId: 's',
  ecosystem: 'npm',
  name,
  version: '1.0.0',
  scope: 'PRODUCTION',
  path: path.map((step) => ({ name: step })),
  manifestPath: 'package.json',
  line: 3,
  vulnerabilities: {},
  scanFinishedAt: '2030-01-01T00:00:00.000Z',
  ...over,
});

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

  it('put what a package brings below it, once, and what nobody asks for by itself', () => {
    const folder: FolderNode = {
      kind: 'folder',
      id: 'all',
      folder: 'file:///shop',
      name: 'shop',
      isCut: false,
      packages: [
        row('debug', ['express', 'debug']),
        row('express', ['express']),
        row('ms', ['express', 'debug', 'ms']),
        row('ms', ['express', 'debug', 'ms'], { manifestPath: 'web/package.json' }),
        row('stray', []),
      ],
    };
    const tree = packageTree(folder).map((node) => [
      node.row.name,
      broughtBy(node).map((below) => below.row.name),
    ]);
    assert.deepEqual(tree, [
      ['express', ['debug', 'ms']],
      ['stray', []],
    ]);
  });
});
