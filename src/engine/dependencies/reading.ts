import { formats } from './formats/index.ts';
import { withoutConflicts } from './merge-conflicts.ts';
import type { ManifestFormat, ManifestProblem, ManifestReading, ProjectFiles } from './package.ts';

/** Manifests of one project that are read; large monorepos have a few thousand. */
const maximumFiles = 10_000;
/** Packages of one file that are kept; the largest lock files have some ten thousand. */
const maximumPackages = 200_000;
const maximumProblems = 50;

/** @returns how the file of this path is read; undefined for a file that is neither a manifest nor a lock file */
export const formatOf = (path: string): ManifestFormat | undefined =>
  formats.find((format) => format.reads(path));

/** @returns what every manifest and lock file of the project says, in the order of their paths */
export function readManifests(files: ProjectFiles): ManifestReading[] {
  const wanted = new Map<string, ManifestFormat>();
  for (const path of [...files.paths].sort()) {
    const format = formatOf(path);
    if (format) wanted.set(path, format);
  }
  const readings: ManifestReading[] = [];
  for (const [path, format] of wanted) {
    if (readings.length >= maximumFiles) {
      readings.push(refused(path, format, `The project has more than ${maximumFiles} manifests.`));
      break;
    }
    readings.push(readManifest(path, format, files));
    // A file that is included is read as what includes it is, whatever its name.
    for (const included of format.includes?.(files.read(path) ?? '', path, files) ?? [])
      if (!wanted.has(included)) wanted.set(included, format);
  }
  return readings.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** @returns what one manifest or lock file says; a file that cannot be read is a reading with a problem */
export function readManifest(path: string, format: ManifestFormat, files: ProjectFiles): ManifestReading {
  const whole = format.isBinary ? '' : files.read(path);
  if (whole === undefined) return refused(path, format, 'The file is too large, or it is no text.');
  const { text, problems } = withoutConflicts(whole);
  try {
    const read = format.read(text, path, files);
    const isTooLong = read.packages.length > maximumPackages;
    return {
      file: path,
      kind: format.kind,
      format: format.id,
      packages: isTooLong ? read.packages.slice(0, maximumPackages) : read.packages,
      problems: [
        ...problems,
        ...(isTooLong ? [{ line: 1, message: `Only its first ${maximumPackages} packages were read.` }] : []),
        ...read.problems,
      ].slice(0, maximumProblems),
    };
  } catch (error) {
    const isExpected = error instanceof SyntaxError || error instanceof RangeError;
    const reason = isExpected ? error.message.slice(0, 200) : 'It cannot be parsed.';
    return refused(path, format, reason, problems);
  }
}

function refused(
  file: string,
  { kind, id }: ManifestFormat,
  message: string,
  before: readonly ManifestProblem[] = [],
): ManifestReading {
  return { file, kind, format: id, packages: [], problems: [...before, { line: 1, message }] };
}
