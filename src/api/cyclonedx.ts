import type { AiComponent } from './contract/ai-inventory.ts';

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

/** The components as a CycloneDX 1.6 bill of materials; what the format has no field for is in properties. */
export function cycloneDx(
  components: readonly BomComponent[],
  { name, toolVersion, at }: BomSubject,
): Record<string, unknown> {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      tools: { components: [{ type: 'application', name: 'parapet', version: toolVersion }] },
      component: { type: 'application', 'bom-ref': 'project', name },
    },
    components: components.map((component, index) => ({
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
  };
}
