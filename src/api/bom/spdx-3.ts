import { createHash } from 'node:crypto';
import type { AiComponent } from '../contract/ai-inventory.ts';
import type { VexStatement } from '../vex/statements.ts';
import { type BomPackage, edgesOf } from './bom-package.ts';
import type { BomComponent, BomSubject } from './cyclonedx.ts';
import type { SpdxElement, SpdxMaker } from './spdx-3-element.ts';
import { assessmentsOf } from './spdx-3-security.ts';

const creation = '_:creation';
const project = 'project';

/** What holds a model, and what holds data; the others are software. */
const modelKinds: readonly AiComponent['kind'][] = ['MODEL_FILE', 'LOCAL_MODEL_CONFIG'];
const fileKinds: readonly AiComponent['kind'][] = [
  'AGENT_INSTRUCTIONS',
  'AGENT_CONFIG',
  'SKILL',
  'PROMPT_TEMPLATE',
];

/**
 * A bill of materials as SPDX 3.0.1, in JSON-LD. AI components are of the classes of the AI and dataset profiles, but no
 * conformance to these is claimed: they ask for suppliers and release times, which no file of a project tells.
 * @param statements of a package that is not among `packages`, nothing is said
 */
export function spdx3(
  packages: readonly BomPackage[],
  components: readonly BomComponent[],
  { name, toolVersion, at }: BomSubject,
  statements: readonly VexStatement[] = [],
): Record<string, unknown> {
  const known = new Map(
    packages.flatMap((one) => (one.purl === undefined ? [] : [[one.purl, one] as const])),
  );
  const listed = [...known.values(), ...packages.filter(({ purl }) => purl === undefined)];
  // An AI component that is a package is told as the package.
  const others = components.filter(({ purl }) => purl === undefined || !known.has(purl));
  const said = statements.filter(({ purl }) => known.has(purl));
  const content = [...listed.map(keyOf), ...others.map((one) => `${one.name} ${one.filePath}`)].join('\n');
  const namespace = `https://spdx.org/spdxdocs/parapet-${digest(`${name}\n${at.toISOString()}\n${content}`)}`;
  const maker: SpdxMaker = {
    idOf: (kind, key) => `${namespace}#${kind}-${digest(key).slice(0, 32)}`,
    element: (type, spdxId, fields) => ({ type, spdxId, creationInfo: creation, ...fields }),
  };
  const { idOf, element } = maker;
  const projectId = idOf('Package', project);
  const packageId = (one: BomPackage): string => idOf('Package', keyOf(one));
  const componentId = (one: BomComponent, index: number): string =>
    idOf('AIComponent', `${index}\n${one.name}\n${one.filePath}`);
  const agentId = idOf('Agent', 'parapet');
  const parts = [
    element('software_Package', projectId, { name, software_primaryPurpose: 'application' }),
    ...listed.map((one) => packageElement(one, packageId(one), maker)),
    ...others.map((one, index) => componentElement(one, componentId(one, index), maker)),
    ...licenseElements(listed, packageId, maker),
    ...dependencyElements(packages, known, maker),
    ...(others.length > 0
      ? [
          element('Relationship', idOf('Relationship', 'contains'), {
            from: projectId,
            relationshipType: 'contains',
            to: others.map(componentId),
          }),
        ]
      : []),
    ...assessmentsOf(said, projectId, (purl) => idOf('Package', purl), maker),
  ];
  const bomId = idOf('Sbom', project);
  return {
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [
      {
        type: 'CreationInfo',
        '@id': creation,
        specVersion: '3.0.1',
        created: `${at.toISOString().slice(0, 19)}Z`,
        createdBy: [agentId],
      },
      element('SoftwareAgent', agentId, { name: `parapet ${toolVersion}` }),
      element('SpdxDocument', `${namespace}#document`, {
        name,
        profileConformance: ['core', 'software', 'simpleLicensing', ...(said.length > 0 ? ['security'] : [])],
        rootElement: [bomId],
      }),
      element('software_Sbom', bomId, {
        name,
        software_sbomType: ['source'],
        rootElement: [projectId],
        element: parts.map(({ spdxId }) => spdxId),
      }),
      ...parts,
    ],
  };
}

const packageElement = (one: BomPackage, spdxId: string, { element }: SpdxMaker): SpdxElement =>
  element('software_Package', spdxId, {
    name: one.name,
    ...(one.version !== undefined && { software_packageVersion: one.version }),
    ...(one.purl !== undefined && { software_packageUrl: one.purl }),
    software_primaryPurpose: 'library',
    software_sourceInfo: `${one.file}:${one.line}`,
  });

function componentElement(one: BomComponent, spdxId: string, { element }: SpdxMaker): SpdxElement {
  const fields = {
    name: one.name,
    ...(one.version !== undefined && { software_packageVersion: one.version }),
    ...(one.purl !== undefined && { software_packageUrl: one.purl }),
    ...(one.detail !== undefined && { description: one.detail }),
    ...(one.provider !== undefined && { comment: `Provider: ${one.provider}` }),
    software_sourceInfo: one.line === undefined ? one.filePath : `${one.filePath}:${one.line}`,
  };
  if (modelKinds.includes(one.kind))
    return element('ai_AIPackage', spdxId, { ...fields, software_primaryPurpose: 'model' });
  if (one.kind === 'DATASET')
    return element('dataset_DatasetPackage', spdxId, {
      ...fields,
      software_primaryPurpose: 'data',
      dataset_datasetType: ['noAssertion'],
    });
  const purpose = fileKinds.includes(one.kind)
    ? 'file'
    : one.detectionSource === 'SCA_PACKAGE'
      ? 'library'
      : 'application';
  return element('software_Package', spdxId, { ...fields, software_primaryPurpose: purpose });
}

/** Each expression once, and which packages declare it. */
function licenseElements(
  packages: readonly BomPackage[],
  packageId: (one: BomPackage) => string,
  { idOf, element }: SpdxMaker,
): readonly SpdxElement[] {
  const expressions = new Map<string, string>();
  for (const one of packages)
    if (one.licenses.length > 0) expressions.set(packageId(one), one.licenses.join(' AND '));
  return [
    ...[...new Set(expressions.values())].map((expression) =>
      element('simplelicensing_LicenseExpression', idOf('License', expression), {
        simplelicensing_licenseExpression: expression,
      }),
    ),
    ...[...expressions].map(([from, expression]) =>
      element('Relationship', idOf('Relationship', `${from} license`), {
        from,
        relationshipType: 'hasDeclaredLicense',
        to: [idOf('License', expression)],
      }),
    ),
  ];
}

const scopes = { production: 'runtime', development: 'development', unknown: 'other' } as const;

/** What brings what, by what it is needed for. */
function dependencyElements(
  packages: readonly BomPackage[],
  known: ReadonlyMap<string, BomPackage>,
  { idOf, element }: SpdxMaker,
): readonly SpdxElement[] {
  const elements: SpdxElement[] = [];
  for (const [from, targets] of edgesOf(packages)) {
    if (from !== '' && !known.has(from)) continue;
    const fromId = idOf('Package', from === '' ? project : from);
    for (const scope of ['production', 'development', 'unknown'] as const) {
      const to = [...targets].filter((target) => known.get(target)?.scope === scope);
      if (to.length === 0) continue;
      elements.push(
        element('LifecycleScopedRelationship', idOf('Relationship', `${fromId} ${scope}`), {
          from: fromId,
          relationshipType: 'dependsOn',
          scope: scopes[scope],
          to: to.map((target) => idOf('Package', target)),
        }),
      );
    }
  }
  return elements;
}

const keyOf = (one: BomPackage): string => one.purl ?? `${one.name}\n${one.file}:${one.line}`;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
