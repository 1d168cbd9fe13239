import type { ManifestReading, PackageEntry, Scope } from './package.ts';

/** A package as the project resolves it, with the way that brings it. */
export interface ResolvedPackage {
  /** Of the lock file, where there is one; else of the manifest. */
  readonly entry: PackageEntry;
  readonly file: string;
  readonly kind: ManifestReading['kind'];
  /** Through all ways together: production wins. */
  readonly scope: Scope;
  /** Whether the project itself asks for it; undefined where neither file tells. */
  readonly direct: boolean | undefined;
  /** A shortest way, from what the project asks for to the package itself; at most 50 steps of it. */
  readonly path: readonly PackageEntry[];
  /** Where the project asks for the first package of the path; the package's own place where no manifest does. */
  readonly asked: { readonly file: string; readonly entry: PackageEntry };
}

const maximumPath = 50;

/**
 * Brings manifests and lock files together. A manifest belongs to the lock file of its ecosystem in its own folder or the
 * nearest one above, as the tools of workspaces have it. Takes time in proportion to packages and edges; cycles are usual.
 */
export function dependencyGraph(readings: readonly ManifestReading[]): ResolvedPackage[] {
  const locks = readings.filter(({ kind, packages }) => kind === 'lock' && packages.length > 0);
  const manifests = readings.filter(({ kind }) => kind === 'manifest');
  const byFolder = Map.groupBy(locks, ({ file }) => folderOf(file));
  const asking = new Map<ManifestReading, Asked[]>(locks.map((lock) => [lock, []]));
  const resolved: ResolvedPackage[] = [];
  for (const manifest of manifests) {
    for (const entry of manifest.packages) {
      const nearest = locksFor(folderOf(manifest.file), entry, byFolder);
      const asked: Asked = { file: manifest.file, entry };
      for (const lock of nearest) asking.get(lock)?.push(asked);
      if (nearest.length === 0) resolved.push(alone(manifest, asked));
    }
  }
  for (const lock of locks) resolved.push(...ofLock(lock, asking.get(lock) ?? []));
  return resolved;
}

interface Asked {
  readonly file: string;
  readonly entry: PackageEntry;
}

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));

/** Lock files that have packages of the entry's ecosystem, in its folder or the nearest one above that has any. */
function locksFor(
  folder: string,
  { ecosystem }: PackageEntry,
  byFolder: ReadonlyMap<string, readonly ManifestReading[]>,
): readonly ManifestReading[] {
  for (let at = folder; ; at = folderOf(at)) {
    const found = (byFolder.get(at) ?? []).filter((lock) => lock.packages[0]?.ecosystem === ecosystem);
    if (found.length > 0 || at === '') return found;
  }
}

/** A package that no lock file resolves: what the manifest says is all there is. */
function alone({ file, kind }: ManifestReading, asked: Asked): ResolvedPackage {
  const { entry } = asked;
  return { entry, file, kind, scope: entry.scope, direct: entry.direct, path: [entry], asked };
}

interface Visit {
  readonly from: PackageEntry | undefined;
  readonly asked: Asked;
}

function ofLock({ file, kind, packages }: ManifestReading, asking: readonly Asked[]): ResolvedPackage[] {
  const byKey = new Map(packages.map((entry) => [entry.key, entry]));
  const byName = Map.groupBy(packages, ({ name }) => name);
  const roots: { entry: PackageEntry; asked: Asked; scope: Scope }[] = [];
  const isRoot = new Set<PackageEntry>();
  const add = (entry: PackageEntry, asked: Asked, scope: Scope): void => {
    roots.push({ entry, asked, scope });
    isRoot.add(entry);
  };
  for (const asked of asking)
    for (const entry of chosen(byName.get(asked.entry.name) ?? [])) add(entry, asked, asked.entry.scope);
  for (const entry of packages)
    if (entry.direct && !isRoot.has(entry)) add(entry, { file, entry }, entry.scope);
  // What production needs is seen first, so that the way that is told is one of production's.
  const visits = new Map<PackageEntry, Visit & { readonly scope: Scope }>();
  for (const scope of ['production', 'unknown', 'development'] as const) {
    let wave: PackageEntry[] = [];
    for (const root of roots.filter((one) => one.scope === scope))
      if (!visits.has(root.entry)) {
        visits.set(root.entry, { from: undefined, asked: root.asked, scope });
        wave.push(root.entry);
      }
    while (wave.length > 0) {
      const next: PackageEntry[] = [];
      for (const from of wave) {
        const { asked } = visits.get(from) ?? { asked: { file, entry: from } };
        for (const key of from.needs) {
          const entry = byKey.get(key);
          if (!entry || visits.has(entry)) continue;
          visits.set(entry, { from, asked, scope });
          next.push(entry);
        }
      }
      wave = next;
    }
  }
  return packages.map((entry) => {
    const visit = visits.get(entry);
    return {
      entry,
      file,
      kind,
      scope: entry.scope === 'unknown' ? (visit?.scope ?? 'unknown') : entry.scope,
      direct: entry.direct ?? (isRoot.has(entry) || (roots.length === 0 ? undefined : false)),
      path: pathTo(entry, visits),
      asked: visit?.asked ?? { file, entry },
    };
  });
}

/** Of several versions of a package, those that the project itself gets: the lock file says which, or nothing needs them. */
function chosen(entries: readonly PackageEntry[]): readonly PackageEntry[] {
  const direct = entries.filter((entry) => entry.direct);
  return direct.length > 0 ? direct : entries.filter((entry) => entry.direct === undefined);
}

function pathTo(entry: PackageEntry, visits: ReadonlyMap<PackageEntry, Visit>): readonly PackageEntry[] {
  const path: PackageEntry[] = [];
  for (let at: PackageEntry | undefined = entry; at; at = visits.get(at)?.from) {
    path.push(at);
    // Nobody reads more; what a hostile file chains up must not be copied for each of its packages.
    if (path.length > 2 * maximumPath) break;
  }
  return path.reverse().slice(0, maximumPath);
}
