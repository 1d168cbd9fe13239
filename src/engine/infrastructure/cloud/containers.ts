/** Containers that tasks and jobs of AWS start. Their definitions are JSON in a text, or written as the format writes values. */
import { readJson } from '../../files/structured/json.ts';
import type { LocatedValue } from '../../files/structured/value.ts';
import { eachOf, isOn, memberOf, memberSpan } from '../values.ts';
import { membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

const paths: Readonly<Record<string, string>> = {
  aws_ecs_task_definition: 'container_definitions',
  aws_batch_job_definition: 'container_properties',
  'AWS::ECS::TaskDefinition': 'ContainerDefinitions',
  'AWS::Batch::JobDefinition': 'ContainerProperties',
};

function definitionsIn(value: LocatedValue): readonly LocatedValue[] {
  if (value.kind !== 'text') return eachOf(value);
  if (!/^\s*[[{]/.test(value.text)) return [];
  try {
    return eachOf(readJson(value.text).root);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
}

const privileged = (resource: Resource): readonly Place[] =>
  membersAt(resource.body, paths[resource.type] ?? '').flatMap((holder) =>
    definitionsIn(holder.value).flatMap((definition) => {
      const member = memberOf(definition, 'privileged') ?? memberOf(definition, 'Privileged');
      if (!member || !isOn(member.value)) return [];
      // Places within a text of JSON are not those of the file.
      const at = memberSpan(holder.value.kind === 'text' ? holder : member);
      const message = `${resource.address} starts a container with every device and capability of its host.`;
      return [{ at, message }];
    }),
  );

export const containerRules: readonly ResourceRule[] = (['terraform', 'cloudformation'] as const).map(
  (format) => ({
    id: `${format}/container-privileges/task`,
    title: 'Privileged container',
    cwes: ['CWE-250'],
    score: 65,
    confidence: 90,
    remediation: 'Leave privileged out.',
    types: Object.keys(paths).filter((type) => type.startsWith('AWS::') === (format !== 'terraform')),
    find: privileged,
  }),
);
