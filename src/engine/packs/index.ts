import { defaultThreatModels } from '../threat-models.ts';
import { rulePacks, sinkPacks, sourcePacks } from './packs.generated.ts';
import type { Pack, PackKind } from './schema.ts';

export type { Pack, PackKind, RulePack, SinkPack, SourcePack } from './schema.ts';
export { rulePacks, sinkPacks, sourcePacks };

const all: Readonly<Record<PackKind, readonly Pack[]>> = {
  rule: rulePacks,
  source: sourcePacks,
  sink: sinkPacks,
};

/** Returns the packs of a kind, by their titles. */
export const packsOf = (kind: PackKind): readonly Pack[] => all[kind];

/** Returns the templates that are on as long as nobody switches them: built-in rules, and the data that every scan follows. */
export function onByDefault(pack: Pack): ReadonlySet<string> {
  switch (pack.kind) {
    case 'rule':
      return new Set(pack.templates.map(({ id }) => id));
    case 'source':
      return new Set(
        pack.templates
          .filter(({ threatModel }) => defaultThreatModels.includes(threatModel))
          .map(({ id }) => id),
      );
    case 'sink':
      return new Set();
  }
}
