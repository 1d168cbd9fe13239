import { injectionClasses } from './injection-classes.ts';
import { inputClasses } from './input-classes.ts';
import type { VulnerabilityClass } from './schema.ts';
import { settingClasses } from './setting-classes.ts';

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

/**
 * What sanitizers may say of a text beside the classes for which they make it safe, for guards that mean something only then: a
 * path whose `..` are resolved, the part of an address that names its host.
 */
export const traits = ['resolved-path', 'host-part', 'quoted'] as const;

/** @throws RangeError for an id that is not in the catalog */
export function classOf(id: string): VulnerabilityClass {
  const found = byId.get(id);
  if (!found) throw new RangeError(`unknown vulnerability class: ${id}`);
  return found;
}
