import type { ThreatModel } from '../../api/contract/vocabulary.ts';
import { threatModels, usualThreatModels } from '../../api/threat-models.ts';

/** Returns the threat models that a setting's value names; the usual ones where it is no list. Unknown names are left out. */
export function threatModelsOf(value: unknown): readonly ThreatModel[] {
  if (!Array.isArray(value)) return usualThreatModels;
  return threatModels.filter((model) => value.includes(model));
}
