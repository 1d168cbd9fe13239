import { createHash } from 'node:crypto';
import { type BomPackage, edgesOf } from './bom-package.ts';
import type { BomSubject } from './cyclonedx.ts';

const projectId = 'SPDXRef-Project';

/** Packages as an SPDX 2.3 document (ISO/IEC 5962 with its later additions), in JSON. */
export function spdx(
  packages: readonly BomPackage[],
  { name, toolVersion, at }: BomSubject,
): Record<string, unknown> {
  const known = new Map(
    packages.flatMap((one) => (one.purl === undefined ? [] : [[one.purl, one] as const])),
  );
  const nameless = packages.filter(({ purl }) => purl === undefined);
  const listed = [...known.values(), ...nameless];
  const content = listed.map((one) => `${one.purl ?? one.name} ${one.file}`).join('\n');
  const relationships = [...edgesOf(packages)].flatMap(([from, to]) =>
    [...to]
      .filter((target) => known.has(target) && (from === '' || known.has(from)))
      .map((target) => ({
        spdxElementId: from === '' ? projectId : idOf(from),
        relationshipType: 'DEPENDS_ON',
        relatedSpdxElement: idOf(target),
      })),
  );
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name,
    // Has to be unique, and no address that anybody serves: the content names it.
    documentNamespace: `https://spdx.org/spdxdocs/parapet-${digest(`${name}\n${at.toISOString()}\n${content}`)}`,
    creationInfo: {
      created: `${at.toISOString().slice(0, 19)}Z`,
      creators: [`Tool: parapet-${toolVersion}`],
    },
    packages: [
      { SPDXID: projectId, name, downloadLocation: 'NOASSERTION', filesAnalyzed: false },
      ...listed.map((one) => ({
        SPDXID: idOf(one.purl ?? `${one.name}\n${one.file}:${one.line}`),
        name: one.name,
        ...(one.version !== undefined && { versionInfo: one.version }),
        downloadLocation: 'NOASSERTION',
        filesAnalyzed: false,
        licenseConcluded: 'NOASSERTION',
        licenseDeclared: one.licenses.length > 0 ? one.licenses.join(' AND ') : 'NOASSERTION',
        copyrightText: 'NOASSERTION',
        sourceInfo: `${one.file}:${one.line}`,
        ...(one.purl !== undefined && {
          externalRefs: [
            { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: one.purl },
          ],
        }),
      })),
    ],
    relationships: [
      {
        spdxElementId: 'SPDXRef-DOCUMENT',
        relationshipType: 'DESCRIBES',
        relatedSpdxElement: projectId,
      },
      ...relationships,
    ],
  };
}

/** Identifiers are of letters, digits, dots and hyphens (SPDX 2.3, §3.2). */
const idOf = (key: string): string => `SPDXRef-Package-${digest(key).slice(0, 32)}`;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
