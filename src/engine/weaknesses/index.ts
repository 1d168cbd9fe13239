import type { Weakness } from './schema.ts';
import { table } from './weaknesses.generated.ts';

export type { Threat, Weakness } from './schema.ts';

/** Every weakness that is looked for: one folder each, ordered by id. */
export const weaknesses: readonly Weakness[] = table;

const byId = new Map(weaknesses.map((entry) => [entry.id, entry]));

/** Returns the weakness of an id; undefined where there is none, such as that of a custom rule. */
export const knownWeakness = (id: string): Weakness | undefined => byId.get(id);

/** Returns the weakness of an id. @throws RangeError where there is none */
export function weaknessOf(id: string): Weakness {
  const found = byId.get(id);
  if (!found) throw new RangeError(`unknown weakness: ${id}`);
  return found;
}
