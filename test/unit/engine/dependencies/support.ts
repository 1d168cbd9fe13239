import type {
  ManifestReading,
  PackageEntry,
  ProjectFiles,
} from '../../../../src/engine/dependencies/package.ts';
import { readManifests } from '../../../../src/engine/dependencies/reading.ts';

/** The files of a project by their paths; undefined stands for one that cannot be read. */
export function project(texts: Readonly<Record<string, string | undefined>>): ProjectFiles {
  const known = new Map(Object.entries(texts));
  return { paths: [...known.keys()], read: (path) => known.get(path) };
}

/** The reading of the only manifest, or of the one with this path. */
export function readingOf(
  texts: Readonly<Record<string, string | undefined>>,
  file = Object.keys(texts)[0] ?? '',
): ManifestReading {
  const reading = readManifests(project(texts)).find((each) => each.file === file);
  if (!reading) throw new Error(`${file} is no manifest`);
  return reading;
}

/** `name version` or `name requirement`, in the file's order. */
export const named = ({ packages }: { readonly packages: readonly PackageEntry[] }): string[] =>
  packages.map(({ name, version, requirement }) => [name, version ?? requirement].filter(Boolean).join(' '));

/** The keys of what each package needs, of those that need any. */
export const needed = ({ packages }: ManifestReading): Record<string, readonly string[]> =>
  Object.fromEntries(packages.filter(({ needs }) => needs.length > 0).map(({ key, needs }) => [key, needs]));

/** The text of a range of one line. */
export function textAt(text: string, range: PackageEntry['range'] | undefined): string | undefined {
  if (!range) return undefined;
  return text.split('\n')[range.startLine - 1]?.slice(range.startColumn - 1, range.endColumn - 1);
}
