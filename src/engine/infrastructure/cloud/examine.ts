import type { Hit } from '../rule.ts';
import { attributeRules } from './attributes.ts';
import { dataRows } from './data-rows.ts';
import { networkRules } from './networks.ts';
import { policyRules } from './policies.ts';
import type { Resource, ResourceRule } from './resource.ts';
import { serviceRows } from './service-rows.ts';
import { singleRules } from './single-rules.ts';

export const cloudRules: readonly ResourceRule[] = [
  ...[...dataRows, ...serviceRows].flatMap(attributeRules),
  ...networkRules,
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
