import * as z from 'zod';
import type { FoundPackage } from '../../src/engine/dependencies/found-package.ts';
import type { Finding } from '../../src/engine/finding.ts';
import { fingerprint } from '../../src/engine/fingerprint.ts';

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

/** What stands in for reading manifests: every dependency of a `package.json` is a package of its line. */
export function packagesOf(file: string, text: string): FoundPackage[] {
  const lines = text.split('\n');
  return Object.entries(Manifest.parse(JSON.parse(text)).dependencies ?? {}).map(([name, version]) => ({
    ecosystem: 'npm',
    name,
    version,
    scope: 'production',
    direct: true,
    path: [{ name, version }],
    manifest: { file, line: lines.findIndex((line) => line.includes(`"${name}"`)) + 1 },
    licenses: ['MIT'],
  }));
}

/** A package whose version begins with zero is vulnerable. */
export const vulnerabilitiesOf = (packages: readonly FoundPackage[]): Finding[] =>
  packages
    .filter(({ version }) => version?.startsWith('0.'))
    .map(({ name, version = '', manifest: { file, line } }) => ({
      ruleId: 'npm/vulnerable-dependency',
      vulnClass: 'vulnerable-dependency',
      category: 'SCA',
      language: 'npm',
      title: `Prototype pollution in ${name} ${version} (CVE-2000-0001)`,
      message: 'An advisory names this version.',
      cwes: ['CWE-1395'],
      score: 75,
      confidence: 90,
      codeFlows: [],
      sink: { kind: 'text' },
      fingerprint: fingerprint({
        vulnClass: 'vulnerable-dependency',
        ruleId: 'npm',
        language: 'text',
        sink: name,
      }),
      file,
      range: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
      snippet: `"${name}": "${version}"`,
      dependency: {
        ecosystem: 'npm',
        name,
        version,
        scope: 'production',
        direct: true,
        path: [{ name, version }],
        otherVersions: [],
        advisory: {
          id: 'CVE-2000-0001',
          aliases: ['GHSA-2222-3333-4444'],
          sources: ['a test'],
          cvss: [],
          references: [],
        },
        fixedVersion: '1.0.0',
        safeVersion: '1.0.0',
        reachability: { level: 'IMPORTED', evidence: 'It is imported.', places: [] },
      },
    }));
