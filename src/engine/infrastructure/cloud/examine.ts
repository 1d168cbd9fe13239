import type { Hit } from '../rule.ts';
import { attributeRules } from './attributes.ts';
import { clusterRules } from './clusters.ts';
import { containerRules } from './containers.ts';
import { networkRules } from './networks.ts';
import { parameterRules } from './parameters.ts';
import { policyRules } from './policies.ts';
import type { Resource, ResourceRule } from './resource.ts';
import { atRestRows } from './rows/at-rest-rows.ts';
import { permissionRows } from './rows/permission-rows.ts';
import { publicRows } from './rows/public-rows.ts';
import { transportRows } from './rows/transport-rows.ts';
import { singleRules } from './single-rules.ts';

export const cloudRules: readonly ResourceRule[] = [
  ...[...publicRows, ...atRestRows, ...transportRows, ...permissionRows].flatMap(attributeRules),
  ...clusterRules,
  ...containerRules,
  ...networkRules,
  ...parameterRules,
  ...policyRules,
  ...singleRules,
];

const byType = new Map<string, ResourceRule[]>();
for (const rule of cloudRules)
  for (const type of rule.types) byType.set(type, [...(byType.get(type) ?? []), rule]);

/** Returns the issues of the resources of one file. */
export const examineResources = (resources: readonly Resource[]): readonly Hit[] =>
  resources.flatMap((resource) =>
    (byType.get(resource.type) ?? []).flatMap((rule) =>
      rule.find(resource).map(({ at, message, fix }) => ({
        ...{ rule, at: at.start, end: at.end, message, subject: resource.address },
        ...(fix && { fix }),
      })),
    ),
  );
