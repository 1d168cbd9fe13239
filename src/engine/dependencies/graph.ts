import { grouped } from '../grouped.ts';
import type { Ecosystem, ManifestReading, PackageEntry, Scope } from './package.ts';
import { satisfies } from './versions/index.ts';

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
/** Versions of one package in one lock file that are compared with a range. */
const maximumVersions = 50;

/**
 * Brings manifests and lock files together. A manifest belongs to the lock file of its ecosystem in its own folder or the
 * nearest one above, as the tools of workspaces have it; what the lock file does not have is taken from the manifest. An
 * entry that only constrains is no package, nor is one of a list that another file takes it from. Takes time in proportion to packages and edges; cycles are usual.
 */
export function dependencyGraph(readings: readonly ManifestReading[]): ResolvedPackage[] {
  const locks = readings
    .filter(({ kind, packages }) => kind === 'lock' && packages.length > 0)
    .map((reading): Lock => {
      const byName = grouped(reading.packages, nameOf);
      return {
        reading,
        ecosystems: new Set(reading.packages.map(({ ecosystem }) => ecosystem)),
        byName,
        asking: [],
      };
    });
  const byFolder = grouped(locks, ({ reading }) => folderOf(reading.file));
  const taken = new Set(
    readings.flatMap(({ packages }) =>
      packages.flatMap((entry) =>
        entry.versionElsewhere ? [`${entry.versionElsewhere.file} ${nameOf(entry)}`] : [],
      ),
    ),
  );
  const resolved: ResolvedPackage[] = [];
  for (const manifest of readings.filter(({ kind }) => kind === 'manifest')) {
    const rest = manifest.packages.filter((entry) => {
      if (entry.constrains) return false;
      if (entry.isOffered && taken.has(`${manifest.file} ${nameOf(entry)}`)) return false;
      const having = locksFor(folderOf(manifest.file), entry, byFolder).filter(({ byName }) =>
        byName.has(nameOf(entry)),
      );
      // What a tool wrote into a manifest for others, as pip-compile does, is no way of its own.
      if (entry.direct !== false)
        for (const { asking } of having) asking.push({ file: manifest.file, entry });
      return having.length === 0;
    });
    resolved.push(...resolve({ ...manifest, packages: rest }, []));
  }
  for (const { reading, byName, asking } of locks)
    resolved.push(
      ...resolve(
        reading,
        asking.flatMap((asked) => rootsOf(asked, byName)),
      ),
    );
  return resolved;
}

interface Lock {
  readonly reading: ManifestReading;
  readonly ecosystems: ReadonlySet<Ecosystem>;
  /** By ecosystem and name. */
  readonly byName: ReadonlyMap<string, readonly PackageEntry[]>;
  readonly asking: Asked[];
}

interface Root {
  readonly entry: PackageEntry;
  readonly asked: Asked;
  readonly scope: Scope;
}

interface Asked {
  readonly file: string;
  readonly entry: PackageEntry;
}

const nameOf = ({ ecosystem, name }: PackageEntry): string => `${ecosystem} ${name}`;

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));

/** Lock files that have packages of the entry's ecosystem, in its folder or the nearest one above that has any. */
function locksFor(
  folder: string,
  { ecosystem }: PackageEntry,
  byFolder: ReadonlyMap<string, readonly Lock[]>,
): readonly Lock[] {
  for (let at = folder; ; at = folderOf(at)) {
    const found = (byFolder.get(at) ?? []).filter(({ ecosystems }) => ecosystems.has(ecosystem));
    if (found.length > 0 || at === '') return found;
  }
}

interface Visit {
  readonly from: PackageEntry | undefined;
  readonly asked: Asked;
}

/** @param asking what manifests ask of the file; a file may also say itself what the project asks for */
function resolve({ file, kind, packages }: ManifestReading, asking: readonly Root[]): ResolvedPackage[] {
  const byKey = new Map(packages.map((entry) => [entry.key, entry]));
  const isRoot = new Set(asking.map(({ entry }) => entry));
  const own = packages.filter((entry) => entry.direct && !isRoot.has(entry));
  const roots = [...asking, ...own.map((entry) => ({ entry, asked: { file, entry }, scope: entry.scope }))];
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

/**
 * The packages of a lock file that a manifest's entry means: of several versions those that the lock file says the project
 * asks for, and of these the ones that the range allows.
 */
function rootsOf(asked: Asked, byName: ReadonlyMap<string, readonly PackageEntry[]>): Root[] {
  const { ecosystem, requirement, scope } = asked.entry;
  const entries = (byName.get(nameOf(asked.entry)) ?? []).slice(0, maximumVersions);
  const direct = entries.filter((entry) => entry.direct);
  const possible = direct.length > 0 ? direct : entries.filter((entry) => entry.direct === undefined);
  const isAllowed = ({ version }: PackageEntry): boolean =>
    version !== undefined && requirement !== undefined && satisfies(ecosystem, version, requirement) === true;
  const allowed = possible.length > 1 ? possible.filter(isAllowed) : possible;
  return (allowed.length > 0 ? allowed : possible).map((entry) => ({ entry, asked, scope }));
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
