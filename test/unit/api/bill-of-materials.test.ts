import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import * as z from 'zod';
import type { BomPackage } from '../../../src/api/bom-package.ts';
import { cycloneDx, cycloneDxVersions } from '../../../src/api/cyclonedx.ts';
import { spdx } from '../../../src/api/spdx.ts';

const subject = { name: 'shop', toolVersion: '1.0.0', at: new Date(0) };

/** The official schemas of CycloneDX, as its own library ships them. */
const validators = (() => {
  const library = path.dirname(
    createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'),
  );
  const schema = (name: string): object =>
    z
      .record(z.string(), z.unknown())
      .parse(
        JSON.parse(readFileSync(path.join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8')),
      );
  return new Map(
    cycloneDxVersions.map((version) => {
      const ajv = new Ajv({ strict: false, allErrors: true });
      addFormats.default(ajv);
      for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
      for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
        ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
      return [version, ajv.compile(schema(`bom-${version}`))] as const;
    }),
  );
})();

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
      const validate = validators.get(version) ?? assert.fail();
      fc.assert(
        fc.property(fc.array(anyPackage, { maxLength: 6 }), (packages) => {
          const isValid = validate(cycloneDx([], subject, packages, version));
          assert.ok(isValid, JSON.stringify(validate.errors));
        }),
        { numRuns: 100 },
      );
      assert.ok(!validate({ bomFormat: 'CycloneDX', specVersion: version, packages: [] }));
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
