import { randomUUID } from 'node:crypto';
import type { CycloneDxVersion } from '../bom/cyclonedx.ts';
import { vulnerabilitiesOf } from './cyclonedx-vulnerabilities.ts';
import type { VexStatement, VexSubject } from './statements.ts';

/** Statements as a CycloneDX document of their own, which has the packages that they are about and no others. */
export function cycloneDxVex(
  statements: readonly VexStatement[],
  { name, purl, author, toolVersion, at }: VexSubject,
  specVersion: CycloneDxVersion = '1.6',
): Record<string, unknown> {
  const components = new Map(
    statements.map((one) => [
      one.purl,
      { type: 'library', 'bom-ref': one.purl, name: one.name, version: one.version, purl: one.purl },
    ]),
  );
  return {
    $schema: `http://cyclonedx.org/schema/bom-${specVersion}.schema.json`,
    bomFormat: 'CycloneDX',
    specVersion,
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      tools: { components: [{ type: 'application', name: 'parapet', version: toolVersion }] },
      authors: [{ name: author }],
      component: { type: 'application', 'bom-ref': 'project', name, purl },
    },
    components: [...components.values()],
    vulnerabilities: vulnerabilitiesOf(statements),
  };
}
