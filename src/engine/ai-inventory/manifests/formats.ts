import { withoutConflicts } from '../../dependencies/merge-conflicts.ts';
import type {
  ManifestFormat,
  Ecosystem as PackageEcosystem,
  PackageEntry,
} from '../../dependencies/package.ts';
import { normalizedName, packageNamed } from '../catalog/index.ts';
import type { Ecosystem } from '../catalog/schema.ts';
import type { Dependency } from '../facts.ts';

/** The catalog's ecosystems by those of the readers; the others have no AI packages. */
const ecosystems: Readonly<Partial<Record<PackageEcosystem, Ecosystem>>> = {
  npm: 'npm',
  PyPI: 'pypi',
  Maven: 'maven',
  NuGet: 'nuget',
  Go: 'go',
  'crates.io': 'cargo',
  RubyGems: 'gem',
  Packagist: 'composer',
  // Most packages of conda have the names that they have on PyPI.
  conda: 'pypi',
};
const scopes = { production: 'runtime', development: 'dev', unknown: 'unknown' } as const;

/**
 * What a manifest or a lock file asks for, by itself: what stands in other files is read with them.
 * @throws SyntaxError or RangeError where nothing of it can be read
 */
export function dependenciesIn(format: ManifestFormat, whole: string, path: string): Dependency[] {
  const { text } = withoutConflicts(whole);
  const lines = text.split('\n');
  const isLock = format.kind === 'lock';
  return format.read(text, path, { paths: [path], read: () => undefined }).packages.flatMap((entry) => {
    const ecosystem = ecosystems[entry.ecosystem];
    // Of what a lock file has from the project's own folders, the project is the maker.
    if (ecosystem === undefined || entry.constrains || (isLock && entry.origin === 'path')) return [];
    const known = catalogName(ecosystem, entry.name);
    if (known === undefined) return [];
    const version = entry.version ?? (entry.requirement === '*' ? undefined : entry.requirement);
    return [
      {
        ecosystem,
        name: known === entry.name ? asWritten(entry, ecosystem, lines) : known,
        ...(version !== undefined && { version }),
        line: entry.range.startLine,
        scope: isLock && entry.scope === 'production' ? 'unknown' : scopes[entry.scope],
        group: entry.group,
        locked: isLock,
        ...(entry.direct !== undefined && { direct: entry.direct }),
      },
    ];
  });
}

/** The name under which the catalog may have it: that of PyPI, or the artifact for the newest version of Scala. */
function catalogName(ecosystem: Ecosystem, name: string): string | undefined {
  if (ecosystem === 'pypi' && name === 'pytorch') return 'torch';
  const scala = ecosystem === 'maven' ? /^(.*)_(?:3|2\.\d+)$/.exec(name)?.[1] : undefined;
  const names = scala === undefined ? [name] : ['_3', '_2.13', '_2.12'].map((suffix) => `${scala}${suffix}`);
  return names.find((each) => packageNamed(ecosystem, each));
}

/** The name as the file spells it, where its place is the name alone. */
function asWritten({ name, range }: PackageEntry, ecosystem: Ecosystem, lines: readonly string[]): string {
  const line = range.startLine === range.endLine ? (lines[range.startLine - 1] ?? '') : '';
  const written = line.slice(range.startColumn - 1, range.endColumn - 1).replace(/^["']|["']$/g, '');
  return normalizedName(ecosystem, written) === normalizedName(ecosystem, name) ? written : name;
}
