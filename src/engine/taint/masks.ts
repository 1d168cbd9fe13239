import type { SourceKind } from '../catalog/schema.ts';
import { traits } from '../catalog/traits.ts';
import { weaknesses } from '../weaknesses/index.ts';

/** One bit for each class that is found by flows. A label's mask says for which of them it has been made safe. */
const bits = new Map<string, number>();
for (const entry of weaknesses) {
  if (entry.found !== 'place') bits.set(entry.id, 1 << bits.size);
}
export const everyClass = (1 << bits.size) - 1;

for (const trait of traits) bits.set(trait, 1 << bits.size);
if (bits.size > 31) throw new RangeError('more flow classes than bits in a mask');

/** The class's bit; 0 for one that no flow leads to. */
export const bitOf = (vulnClass: string): number => bits.get(vulnClass) ?? 0;

export function maskOf(classes: readonly string[]): number {
  let mask = 0;
  for (const name of classes) mask |= name === '*' ? everyClass : bitOf(name);
  return mask;
}

const accepted = new Map(weaknesses.map((entry) => [entry.id, new Set<SourceKind>(entry.sources)]));

/** Whether data of this origin makes the class an issue. */
export const accepts = (vulnClass: string, source: SourceKind): boolean =>
  accepted.get(vulnClass)?.has(source) ?? false;
