import type { Advisory, AdvisorySource } from '../advisory.ts';
import { canonicalName } from '../names.ts';
import { mergeByAlias } from './merge.ts';

/** A source of advisories that are held in memory. */
export function sourceOf(name: string, advisories: readonly Advisory[]): AdvisorySource {
  const byPackage = new Map<string, Advisory[]>();
  for (const advisory of mergeByAlias(advisories)) {
    for (const key of new Set(advisory.affected.map((one) => `${one.ecosystem} ${one.name}`))) {
      const held = byPackage.get(key);
      if (held) held.push(advisory);
      else byPackage.set(key, [advisory]);
    }
  }
  return {
    name,
    find: (ecosystem, wanted) => byPackage.get(`${ecosystem} ${canonicalName(ecosystem, wanted)}`) ?? [],
  };
}
