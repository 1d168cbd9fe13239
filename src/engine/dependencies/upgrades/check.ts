import { folderOf } from '../formats/paths.ts';
import type { PackageEntry, ProjectFiles } from '../package.ts';
import { formatOf, readManifest } from '../reading.ts';
import { compareVersions, satisfies } from '../versions/index.ts';
import { withTexts } from './manifest-edits.ts';
import type { LockTask } from './plan.ts';
import type { Raise } from './target.ts';

/** What a lock file says that was written anew. */
export interface LockCheck {
  /** Those of which a version is still in it that lies below the wanted one, and not below the old one. */
  readonly left: readonly Raise[];
  /** The others, each with the version that the lock file has now, which may be later than the wanted one. */
  readonly raised: readonly Raise[];
  /** Those of them that nothing needs any more. */
  readonly dropped: readonly Raise[];
  /** A sentence: what of it cannot be, such as a version that its manifest does not ask for. */
  readonly fault?: string;
}

/** Holds the new text of a lock file against the manifests that it belongs to. */
export function checkLock(
  { file, manifests, raises }: LockTask,
  text: string,
  files: ProjectFiles,
): LockCheck {
  const format = formatOf(file);
  if (!format) return { left: [], raised: raises, dropped: [] }; // of checksums alone
  const overlaid = withTexts(files, { ...manifests, [file]: text });
  const lock = readManifest(file, format, overlaid);
  if (lock.packages.length === 0)
    return {
      left: raises,
      raised: [],
      dropped: [],
      fault: `The new \`${file}\` cannot be read: ${lock.problems[0]?.message ?? 'it is empty.'}`,
    };
  const byName = new Map<string, PackageEntry[]>();
  for (const entry of lock.packages) byName.set(entry.name, [...(byName.get(entry.name) ?? []), entry]);
  const outcomes = raises.map((raise) => ({ raise, to: outcomeOf(raise, byName.get(raise.name) ?? []) }));
  const check: LockCheck = {
    left: outcomes.flatMap(({ raise, to }) => (to === 'left' ? [raise] : [])),
    raised: outcomes.flatMap(({ raise, to }) =>
      to === 'left' || to === 'dropped' ? [] : [{ ...raise, to: to.version }],
    ),
    dropped: outcomes.flatMap(({ raise, to }) => (to === 'dropped' ? [raise] : [])),
  };
  for (const path of Object.keys(manifests)) {
    const manifest = formatOf(path);
    const asked = manifest ? readManifest(path, manifest, overlaid).packages : [];
    const disagreeing = asked.find((entry) => !entry.constrains && !isServed(entry, byName.get(entry.name)));
    if (disagreeing)
      return {
        ...check,
        fault: `The new \`${file}\` has no version of \`${disagreeing.name}\` that \`${path}\` asks for.`,
      };
  }
  return check;
}

/** The smallest version that came in place of an old one. */
function outcomeOf(
  { ecosystem, from, to }: Raise,
  locked: readonly PackageEntry[],
): 'left' | 'dropped' | { readonly version: string } {
  const compare = (a: string, b: string): number => compareVersions(ecosystem, a, b) ?? 0;
  const later = locked
    .flatMap(({ version = '' }) => (compare(version, from) >= 0 ? [version] : []))
    .sort(compare);
  const [version] = later;
  if (version === undefined) return 'dropped';
  return compare(version, to) < 0 ? 'left' : { version };
}

/** A package that the lock file does not have at all may be one of the project's own. */
const isServed = ({ ecosystem, requirement }: PackageEntry, locked: readonly PackageEntry[] = []): boolean =>
  locked.length === 0 ||
  requirement === undefined ||
  locked.some(({ version }) => version === undefined || satisfies(ecosystem, version, requirement) !== false);

/** The path of a file as seen from the folder of its lock file; undefined where it is not below it. */
export function belowLock(lock: string, path: string): string | undefined {
  const folder = folderOf(lock);
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
