import type { Package } from '../../../../src/api/contract/dependencies.ts';
import type { VulnerableDependency } from '../../../../src/api/contract/vulnerable-dependency.ts';

/** What an issue says of a package, with usual values for all that a test does not care about. */
export const dependency = (over: Partial<VulnerableDependency>, id = 'CVE-1'): VulnerableDependency => ({
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

/** A package in the list of a repository, brought by the way of names. */
export const row = (name: string, path: readonly string[], over: Partial<Package> = {}): Package => ({
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
