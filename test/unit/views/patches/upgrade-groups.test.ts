import assert from 'node:assert/strict';
import type { VulnerableDependency } from '../../../../src/api/contract/vulnerable-dependency.ts';
import {
  isInGroup,
  packageManagersFor,
  upgradeGroups,
} from '../../../../src/views/patches/upgrade-groups.ts';
import { makeKnown } from '../make-issue.ts';

function known(id: string, file: string, score: number, dependency: Partial<VulnerableDependency>) {
  const advisory = { id: `CVE-${id}`, aliases: [], sources: [], cvss: [], references: [] };
  return makeKnown({
    id,
    file,
    score,
    category: 'SCA',
    dependency: {
      ecosystem: 'npm',
      name: 'paint',
      version: '1.0.0',
      scope: 'PRODUCTION',
      direct: true,
      path: [],
      advisory,
      fixedVersion: '1.1.0',
      reachability: { level: 'UNKNOWN', evidence: '' },
      ...dependency,
    },
  });
}

const lock = { file: 'package-lock.json', line: 3 };

describe('vulnerable packages that are upgraded together', () => {
  it('are those of one lock file, led by the worst that keeps its major version', () => {
    const issues = [
      known('1', 'package.json', 40, { lock }),
      known('2', 'package.json', 60, { lock, name: 'brush' }),
      known('3', 'package.json', 90, { lock, name: 'glue', fixedVersion: '2.0.0' }),
      known('4', 'tools/requirements.txt', 50, { safeVersion: '1.2.0' }),
    ];
    const groups = upgradeGroups(issues);
    assert.deepEqual(
      groups.map(({ label, description, lead }) => [label, description, lead]),
      [
        ['package-lock.json', '2 vulnerable packages', '2'],
        ['tools/requirements.txt', '1 vulnerable package', '4'],
      ],
    );
    const [first, second] = groups;
    assert.ok(issues[2] && first && second);
    assert.deepEqual([isInGroup(issues[2], first), isInGroup(issues[2], second)], [true, false]);
  });

  it('are none where only another major version, or none at all, ends it', () => {
    const issues = [
      known('1', 'a.json', 40, { version: '0.3.0', fixedVersion: '0.4.0' }),
      makeKnown({ id: '2' }),
      known('3', 'b.json', 40, { safeVersion: '2.0.0' }),
    ];
    assert.deepEqual(upgradeGroups(issues), []);
  });
});

describe('the package managers of issues', () => {
  it('are those that write their lock files without running foreign code, each once', () => {
    const programs = (...issues: ReturnType<typeof known>[]) =>
      packageManagersFor(issues).map(({ program }) => program);
    assert.deepEqual(
      programs(known('1', 'package.json', 40, { lock }), known('2', 'web/package.json', 40, { lock })),
      ['npm'],
    );
    assert.deepEqual(programs(known('1', 'api/go.mod', 40, { ecosystem: 'Go' })), ['go']);
    assert.deepEqual(programs(known('1', 'Gemfile', 40, { lock: { file: 'Gemfile.lock', line: 1 } })), []);
    assert.deepEqual(programs(known('1', 'requirements.txt', 40, {})), []);
  });
});
