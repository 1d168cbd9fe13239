import type { AiComponent } from '../contract/ai-inventory.ts';
import { vulnerabilitiesOf } from '../vex/cyclonedx-vulnerabilities.ts';
import type { VexStatement } from '../vex/statements.ts';
import { type BomPackage, edgesOf } from './bom-package.ts';

/** A component as the detection reports it, or as a service lists it. */
export type BomComponent = Omit<
  AiComponent,
  'id' | 'repositoryId' | 'repositoryName' | 'scanId' | 'scanType'
>;

export interface BomSubject {
  /** The project's name. */
  readonly name: string;
  readonly toolVersion: string;
  readonly at: Date;
}

const types: Readonly<Partial<Record<AiComponent['kind'], string>>> = {
  MODEL_FILE: 'machine-learning-model',
  LOCAL_MODEL_CONFIG: 'machine-learning-model',
  DATASET: 'data',
  AGENT_INSTRUCTIONS: 'file',
  AGENT_CONFIG: 'file',
  SKILL: 'file',
  PROMPT_TEMPLATE: 'file',
};

export const cycloneDxVersions = ['1.6', '1.7'] as const;
export type CycloneDxVersion = (typeof cycloneDxVersions)[number];

/**
 * A bill of materials as CycloneDX (ECMA-424); what the format has no field for is in properties.
 * @param statements of a package that is not among `packages`, nothing is said
 */
export function cycloneDx(
  components: readonly BomComponent[],
  { name, toolVersion, at }: BomSubject,
  packages: readonly BomPackage[] = [],
  specVersion: CycloneDxVersion = '1.6',
  statements: readonly VexStatement[] = [],
): Record<string, unknown> {
  // An AI component that is a package is told as the package.
  const purls = new Set(packages.flatMap(({ purl }) => purl ?? []));
  const said = statements.filter(({ purl }) => purls.has(purl));
  const others = components.filter(({ purl }) => purl === undefined || !purls.has(purl));
  return {
    $schema: `http://cyclonedx.org/schema/bom-${specVersion}.schema.json`,
    bomFormat: 'CycloneDX',
    specVersion,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      tools: { components: [{ type: 'application', name: 'parapet', version: toolVersion }] },
      component: { type: 'application', 'bom-ref': 'project', name },
    },
    components: [
      ...packageComponents(packages),
      ...others.map((component, index) => ({
        type:
          types[component.kind] ?? (component.detectionSource === 'SCA_PACKAGE' ? 'library' : 'application'),
        'bom-ref': `component-${index + 1}`,
        name: component.name,
        ...(component.version !== undefined && { version: component.version }),
        ...(component.provider !== undefined && { supplier: { name: component.provider } }),
        ...(component.detail !== undefined && { description: component.detail }),
        ...(component.purl !== undefined && { purl: component.purl }),
        ...(component.kind === 'DATASET' && { data: [{ type: 'dataset', name: component.name }] }),
        evidence: {
          occurrences: [
            { location: component.filePath, ...(component.line !== undefined && { line: component.line }) },
          ],
        },
        properties: (
          [
            ['parapet:application', component.monorepoName ?? undefined],
            ['parapet:kind', component.kind],
            ['parapet:usage', component.usage],
            ['parapet:usageReason', component.usageReason],
            ['parapet:tier', component.tier],
            ['parapet:detectionSource', component.detectionSource],
            ['parapet:direct', component.direct === undefined ? undefined : String(component.direct)],
          ] as const
        ).flatMap(([key, value]) => (value === undefined ? [] : [{ name: key, value }])),
      })),
    ],
    ...(packages.length > 0 && { dependencies: dependenciesOf(packages) }),
    ...(said.length > 0 && { vulnerabilities: vulnerabilitiesOf(said) }),
  };
}

const scopes = { production: 'required', development: 'excluded', unknown: undefined } as const;

/** One a package URL, with every place that has it. */
function packageComponents(packages: readonly BomPackage[]): Record<string, unknown>[] {
  const groups = new Map<string, BomPackage[]>();
  for (const one of packages) {
    const key = one.purl ?? `${one.name} ${one.file}:${one.line}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups].map(([key, group]) => {
    const { name, version, purl, licenses } = group[0] ?? { name: key, licenses: [] };
    const scope =
      scopes[group.find((one) => one.scope === 'production')?.scope ?? group[0]?.scope ?? 'unknown'];
    return {
      type: 'library',
      'bom-ref': key,
      name,
      ...(version !== undefined && { version }),
      ...(scope && { scope }),
      ...(licenses.length > 0 && { licenses: [{ expression: licenses.join(' AND ') }] }),
      ...(purl !== undefined && { purl }),
      evidence: { occurrences: group.map(({ file, line }) => ({ location: file, line })) },
    };
  });
}

function dependenciesOf(packages: readonly BomPackage[]): Record<string, unknown>[] {
  const known = new Set(packages.flatMap(({ purl }) => purl ?? []));
  return [...edgesOf(packages)]
    .filter(([from]) => from === '' || known.has(from))
    .map(([from, to]) => ({
      ref: from === '' ? 'project' : from,
      dependsOn: [...to].filter((target) => known.has(target)),
    }));
}
