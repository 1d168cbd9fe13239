import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BomPackage } from '../../../../src/api/bom/bom-package.ts';
import type { BomComponent } from '../../../../src/api/bom/cyclonedx.ts';
import { spdx3 } from '../../../../src/api/bom/spdx-3.ts';
import { statementsOf, type VexStatement } from '../../../../src/api/vex/statements.ts';
import { vulnerableIssue } from '../../../support/vulnerable-issue.ts';

/**
 * No registry package has the official schema of SPDX 3.0.1, so what it asks for is checked here by hand: classes,
 * required properties, vocabularies, and that what is referred to is there.
 */

const subject = { name: 'shop', toolVersion: '1.0.0', at: new Date(0) };

interface Element {
  readonly type: string;
  readonly spdxId: string;
  readonly name?: string;
  readonly from?: string;
  readonly to?: readonly string[];
  readonly relationshipType?: string;
  readonly scope?: string;
  readonly element?: readonly string[];
  readonly rootElement?: readonly string[];
  readonly profileConformance?: readonly string[];
  readonly simplelicensing_licenseExpression?: string;
  readonly security_assessedElement?: string;
  readonly software_primaryPurpose?: string;
}
const graphOf = (...given: Parameters<typeof spdx3>): readonly Element[] =>
  (spdx3(...given) as { '@graph': Element[] })['@graph'];

const asked: BomPackage = {
  name: 'shop-kit',
  version: '2.0.0',
  purl: 'pkg:npm/shop-kit@2.0.0',
  scope: 'production',
  path: ['pkg:npm/shop-kit@2.0.0'],
  file: 'package-lock.json',
  line: 4,
  licenses: ['MIT OR Apache-2.0'],
};
const lodash: BomPackage = {
  ...asked,
  name: 'lodash',
  version: '4.17.20',
  purl: 'pkg:npm/lodash@4.17.20',
  path: ['pkg:npm/shop-kit@2.0.0', 'pkg:npm/lodash@4.17.20'],
  licenses: [],
};
const tool: BomPackage = {
  ...asked,
  name: 'mocha',
  purl: 'pkg:npm/mocha@11.0.0',
  scope: 'development',
  path: ['pkg:npm/mocha@11.0.0'],
};
const component = (kind: BomComponent['kind'], name: string): BomComponent => ({
  kind,
  name,
  usage: 'RUNTIME',
  tier: 'GENAI',
  detectionSource: 'FILE_CONTENT',
  filePath: `models/${name}`,
});

/** What holds of every document. @returns what does not */
function faultsOf(graph: readonly Element[]): readonly string[] {
  const [creation, ...elements] = graph;
  const faults: string[] = [];
  const ids = new Set(elements.map(({ spdxId }) => spdxId));
  if (creation?.type !== 'CreationInfo') faults.push('no creation');
  if (ids.size !== elements.length) faults.push('an id stands twice');
  for (const one of elements) {
    if (!/^https:\/\/[^\s#]+#[\w-]+$/.test(one.spdxId)) faults.push(`${one.spdxId} is no IRI`);
    if ((one as { creationInfo?: string }).creationInfo !== '_:creation') faults.push('no creation named');
    const named = [one.from, ...(one.to ?? []), ...(one.element ?? []), ...(one.rootElement ?? [])];
    for (const id of [...named, one.security_assessedElement])
      if (id !== undefined && !ids.has(id)) faults.push(`${one.type} names ${id}`);
    if (one.type.endsWith('Relationship') && (!one.from || !one.to?.length || !one.relationshipType))
      faults.push(`${one.type} is not whole`);
  }
  return faults;
}

describe('a bill of materials as SPDX 3.0.1', () => {
  it('says what the project asks for, what that brings, what for, and under which licence', () => {
    const graph = graphOf([asked, lodash, tool], [], subject);
    assert.deepEqual(faultsOf(graph), []);
    const names = new Map(
      graph.map((one) => [one.spdxId, one.name ?? one.simplelicensing_licenseExpression]),
    );
    const shown = graph
      .filter(({ type }) => type.endsWith('Relationship'))
      .map(
        ({ from = '', relationshipType, to = [], scope = '' }) =>
          `${names.get(from)} ${relationshipType} ${to.map((id) => names.get(id))} ${scope}`,
      );
    assert.deepEqual(shown, [
      'shop-kit hasDeclaredLicense MIT OR Apache-2.0 ',
      'mocha hasDeclaredLicense MIT OR Apache-2.0 ',
      'shop dependsOn shop-kit runtime',
      'shop dependsOn mocha development',
      'shop-kit dependsOn lodash runtime',
    ]);
  });

  it('tells models and data in the classes of their profiles, without claiming these', () => {
    const components = [
      component('MODEL_FILE', 'a.gguf'),
      component('DATASET', 'b.csv'),
      component('SKILL', 'c'),
    ];
    const graph = graphOf([], components, subject);
    assert.deepEqual(faultsOf(graph), []);
    const shown = graph
      .filter(({ name }) => components.some((one) => one.name === name))
      .map(({ type, software_primaryPurpose: purpose }) => `${type} ${purpose}`);
    assert.deepEqual(shown, ['ai_AIPackage model', 'dataset_DatasetPackage data', 'software_Package file']);
    const document = graph.find(({ type }) => type === 'SpdxDocument');
    assert.deepEqual(document?.profileConformance, ['core', 'software', 'simpleLicensing']);
  });

  it('says what was decided of vulnerabilities of the packages that it has', () => {
    const at = '2026-02-03T04:05:06.789Z';
    const triage = { by: 'ann@example.com', at, reason: 'Behind a check.' };
    const typesOf = (statements: readonly VexStatement[]) =>
      graphOf([lodash], [], subject, statements).flatMap(({ type, relationshipType }) =>
        type.startsWith('security_Vex') ? [`${type} ${relationshipType}`] : [],
      );
    const said = (change: Parameters<typeof vulnerableIssue>[0]) => statementsOf([vulnerableIssue(change)]);
    assert.deepEqual(typesOf(said({ status: 'NON_EXPLOITABLE', triage })), [
      'security_VexNotAffectedVulnAssessmentRelationship doesNotAffect',
    ]);
    assert.deepEqual(typesOf(said({ status: 'ACCEPTED_RISK', triage })), [
      'security_VexAffectedVulnAssessmentRelationship affects',
    ]);
    assert.deepEqual(typesOf(said({ status: 'RESOLVED' })), [
      'security_VexFixedVulnAssessmentRelationship fixedIn',
    ]);
    assert.deepEqual(typesOf(said({})), [
      'security_VexUnderInvestigationVulnAssessmentRelationship underInvestigationFor',
    ]);
    assert.deepEqual(typesOf(said({ dependency: { purl: 'pkg:npm/other@1.0.0', version: '1.0.0' } })), []);
    const graph = graphOf([lodash], [], subject, said({ status: 'NON_EXPLOITABLE', triage }));
    assert.deepEqual(faultsOf(graph), []);
    assert.ok(JSON.stringify(graph).includes('Behind a check.'));
    assert.ok(graph.some(({ profileConformance }) => profileConformance?.includes('security')));
  });

  it('is whole whatever the packages are', () => {
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
    fc.assert(
      fc.property(fc.uniqueArray(anyPackage, { maxLength: 6, selector: ({ line }) => line }), (packages) => {
        assert.deepEqual(faultsOf(graphOf(packages, [], subject)), []);
      }),
      { numRuns: 100 },
    );
  });
});
