/**
 * A version of Gradle's notation (docs.gradle.org, "Declaring Versions and Ranges"): exact unless it is a range, a prefix
 * (`1.+`) or `latest.…`; `1.2!!` is strict.
 */
export function gradleVersion(text: string | undefined): {
  readonly version: string | undefined;
  readonly requirement: string | undefined;
} {
  const requirement = text?.trim().replace(/!!$/, '');
  if (requirement === undefined || requirement === '') return { version: undefined, requirement: undefined };
  const isExact = /^[^,[\]()+\s]+$/.test(requirement) && !requirement.startsWith('latest.');
  return { version: isExact ? requirement : undefined, requirement };
}
