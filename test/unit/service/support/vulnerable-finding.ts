import type { VulnerableDependency } from '../../../../src/engine/dependencies/vulnerable.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { finding } from './findings.ts';

export const lodash: VulnerableDependency = {
  ecosystem: 'npm',
  name: 'lodash',
  version: '4.17.20',
  scope: 'production',
  direct: false,
  path: [
    { name: 'shop-kit', version: '2.0.0' },
    { name: 'lodash', version: '4.17.20' },
  ],
  lock: { file: 'package-lock.json', line: 40 },
  otherVersions: [],
  advisory: {
    id: 'CVE-2021-23337',
    aliases: ['GHSA-35jh-r3h4-6jhm'],
    sources: ['a test'],
    cvss: ['CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H'],
    references: [],
  },
  fixedVersion: '4.17.21',
  safeVersion: '4.17.21',
  reachability: {
    level: 'CALLED',
    evidence: '`template` is called.',
    places: [{ file: 'src/a.js', line: 3 }],
  },
};

/** A finding about a vulnerable package, as the engine reports it. */
export const vulnerable = (dependency: VulnerableDependency, score: number): Finding =>
  finding({
    fingerprint: `${dependency.name} ${dependency.advisory.id}`,
    file: 'package.json',
    ruleId: 'dependencies/vulnerable-dependency',
    vulnClass: 'vulnerable-dependency',
    category: 'SCA',
    language: 'json',
    title: `${dependency.name} ${dependency.version}: ${dependency.advisory.id}`,
    score,
    dependency,
  });
