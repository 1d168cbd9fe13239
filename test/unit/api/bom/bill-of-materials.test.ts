import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BomPackage } from '../../../../src/api/bom/bom-package.ts';
import { cycloneDx, cycloneDxVersions } from '../../../../src/api/bom/cyclonedx.ts';
import { spdx } from '../../../../src/api/bom/spdx-2.ts';
import { cycloneDxFaults } from '../../../support/cyclonedx-schema.ts';

const subject = { name: 'shop', toolVersion: '1.0.0', at: new Date(0) };

const express: BomPackage = {
  name: 'express',
  version: '4.0.0',
  purl: 'pkg:npm/express@4.0.0',
  scope: 'production',
  path: ['pkg:npm/express@4.0.0'],
  file: 'package-lock.json',
  line: 4,
  licenses: ['MIT'],
};
const qs: BomPackage = {
  ...express,
  name: 'qs',
  version: '0.6.6',
  purl: 'pkg:npm/qs@0.6.6',
  path: ['pkg:npm/express@4.0.0', 'pkg:npm/qs@0.6.6'],
};

const purls = fc.constantFrom('pkg:npm/a@1.0.0', 'pkg:npm/b@2.0.0', 'pkg:pypi/c@3');
const anyPackage: fc.Arbitrary<BomPackage> = fc.record({
  name: fc.string({ minLength: 1 }),
  version: fc.option(fc.string(), { nil: undefined }),
  purl: fc.option(purls, { nil: undefined }),
  scope: fc.constantFrom('production', 'development', 'unknown'),
  path: fc.array(fc.option(purls, { nil: undefined }), { maxLength: 4 }),
  file: fc.string(),
  line: fc.integer({ min: 1, max: 1000 }),
  licenses: fc.array(fc.constantFrom('MIT', 'Apache-2.0'), { maxLength: 2 }),
});

interface SpdxDocument {
  readonly packages: readonly { readonly SPDXID: string; readonly name: string }[];
  readonly relationships: readonly Readonly<Record<string, string>>[];
}
const asSpdx = (packages: readonly BomPackage[]): SpdxDocument =>
  spdx(packages, subject) as unknown as SpdxDocument;

describe('bills of materials', () => {
  it('as CycloneDX are valid by the official schemas, whatever the packages are', () => {
    for (const version of cycloneDxVersions) {
      fc.assert(
        fc.property(fc.array(anyPackage, { maxLength: 6 }), (packages) => {
          assert.deepEqual(cycloneDxFaults(cycloneDx([], subject, packages, version), version), []);
        }),
        { numRuns: 100 },
      );
      assert.ok(
        cycloneDxFaults({ bomFormat: 'CycloneDX', specVersion: version, packages: [] }, version).length > 0,
      );
    }
  });

  it('as CycloneDX say what the project asks for, and what that brings', () => {
    const bom = cycloneDx([], subject, [express, qs], '1.7');
    assert.deepEqual(bom['dependencies'], [
      { ref: 'project', dependsOn: ['pkg:npm/express@4.0.0'] },
      { ref: 'pkg:npm/express@4.0.0', dependsOn: ['pkg:npm/qs@0.6.6'] },
    ]);
  });

  it('tell a package that is an AI component once', () => {
    const component = {
      kind: 'LLM_SDK',
      name: 'express',
      usage: 'RUNTIME',
      tier: 'GENAI',
      detectionSource: 'SCA_PACKAGE',
      purl: 'pkg:npm/express@4.0.0',
      filePath: 'package.json',
    } as const;
    const bom = cycloneDx([component], subject, [express]);
    assert.equal((bom['components'] as unknown[]).length, 1);
  });

  it('as SPDX name every package once, and speak only of those', () => {
    fc.assert(
      fc.property(fc.array(anyPackage, { maxLength: 6 }), (packages) => {
        const { packages: listed, relationships } = asSpdx(
          packages.filter((one, at) => packages.findIndex((other) => other.line === one.line) === at),
        );
        const ids = listed.map(({ SPDXID }) => SPDXID);
        assert.equal(new Set(ids).size, ids.length);
        for (const id of ids) assert.match(id, /^SPDXRef-[A-Za-z0-9.-]+$/);
        const known = new Set([...ids, 'SPDXRef-DOCUMENT']);
        for (const { spdxElementId = '', relatedSpdxElement = '' } of relationships)
          assert.ok(known.has(spdxElementId) && known.has(relatedSpdxElement));
      }),
    );
  });

  it('as SPDX say what brings what', () => {
    const { packages, relationships } = asSpdx([express, qs]);
    const names = new Map(packages.map(({ SPDXID, name }) => [SPDXID, name]));
    const shown = relationships.map(
      ({ spdxElementId = '', relationshipType = '', relatedSpdxElement = '' }) =>
        [names.get(spdxElementId) ?? 'document', relationshipType, names.get(relatedSpdxElement)].join(' '),
    );
    assert.deepEqual(shown, ['document DESCRIBES shop', 'shop DEPENDS_ON express', 'express DEPENDS_ON qs']);
  });
});
