import { injectionClasses } from './injection-classes.ts';
import { inputClasses } from './input-classes.ts';
import type { VulnerabilityClass } from './schema.ts';
import { settingClasses } from './setting-classes.ts';

export { traits } from './traits.ts';

/**
 * The vulnerability classes. CWE names and relations: MITRE CWE; remediation after the OWASP Cheat Sheet Series.
 * The order is part of the format: a class's place is its bit in the solver's masks.
 */
export const vulnerabilityClasses: readonly VulnerabilityClass[] = [
  ...injectionClasses,
  ...inputClasses,
  ...settingClasses,
];

const byId = new Map(vulnerabilityClasses.map((entry) => [entry.id, entry]));

/** @throws RangeError for an id that is not in the catalog */
export function classOf(id: string): VulnerabilityClass {
  const found = byId.get(id);
  if (!found) throw new RangeError(`unknown vulnerability class: ${id}`);
  return found;
}
