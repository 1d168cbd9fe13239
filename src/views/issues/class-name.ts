import { weaknessNames } from './weakness-names.generated.ts';

/** The name of a class in lists: `xss` → `XSS`; of one that is not ours, the words of its id. */
export function className(vulnClass: string): string {
  if (Object.hasOwn(weaknessNames, vulnClass)) return weaknessNames[vulnClass] ?? vulnClass;
  const words = vulnClass.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
