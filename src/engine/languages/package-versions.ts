/** Returns the lowest version that the project's builds name of a package; undefined where none does, or one says no number. */
export type PackageVersions = (name: string) => string | undefined;

/** Whether a version comes before another one, number by number: `1.2.9` before `1.2.83`. What is no number counts as 0. */
export function isVersionBelow(version: string, other: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(other)];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const numbersOf = (version: string): readonly number[] =>
  version.split(/[.\-+_]/).map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
