import { readToml } from '../../../files/structured/toml.ts';
import { type LocatedValue, membersOf, type Span, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { inside } from '../values.ts';
import { gradleVersion } from './gradle-version.ts';

/** A library of a version catalog. */
export interface CatalogLibrary {
  readonly name: string;
  readonly requirement: string | undefined;
  readonly versionAt: Span | undefined;
  /** The key of its alias. */
  readonly at: Span;
}

export interface Catalog {
  /** By alias with dots, as build scripts write it. */
  readonly libraries: ReadonlyMap<string, CatalogLibrary>;
  readonly bundles: ReadonlyMap<string, readonly string[]>;
}

/** A version catalog of Gradle, *.versions.toml (docs.gradle.org, "Version Catalogs"). */
export const versionCatalog: ManifestFormat = {
  id: 'libs.versions.toml',
  kind: 'manifest',
  reads: (path) => path.endsWith('.versions.toml'),
  read(text) {
    const { root, faults } = readToml(text);
    const found = new Collector('Maven', text, faults);
    for (const { name, requirement, versionAt, at } of catalogOf(root).libraries.values())
      found.add({
        name,
        ...gradleVersion(requirement),
        scope: 'unknown',
        group: 'libraries',
        direct: true,
        isOffered: true,
        at,
        versionAt,
      });
    return found.result();
  },
};

/** @returns the libraries and bundles of a catalog that was read as TOML */
export function catalogOf(root: LocatedValue): Catalog {
  const versions = valueAt(root, 'versions');
  const libraries = new Map<string, CatalogLibrary>();
  for (const [alias, { key, value }] of membersOf(valueAt(root, 'libraries'))) {
    const whole = textOf(value)?.split(':');
    const module = whole?.slice(0, 2).join(':') ?? textOf(valueAt(value, 'module')) ?? groupAndName(value);
    if (!/^[^:\s]+:[^:\s]+$/.test(module)) continue;
    libraries.set(aliasOf(alias), { name: module, at: key, ...versionOf(value, whole?.[2], versions) });
  }
  const bundles = [...membersOf(valueAt(root, 'bundles'))].map(
    ([alias, { value }]) =>
      [
        aliasOf(alias),
        value.kind === 'list' ? value.items.flatMap((item) => textOf(item) ?? []).map(aliasOf) : [],
      ] as const,
  );
  return { libraries, bundles: new Map(bundles) };
}

const groupAndName = (value: LocatedValue): string =>
  ['group', 'name'].map((key) => textOf(valueAt(value, key)) ?? '').join(':');

/** Gradle takes `-` and `_` of an alias for a dot. */
const aliasOf = (alias: string): string => alias.replaceAll(/[-_]/g, '.');

function versionOf(
  value: LocatedValue,
  short: string | undefined,
  versions: LocatedValue | undefined,
): Pick<CatalogLibrary, 'requirement' | 'versionAt'> {
  if (short !== undefined) {
    const { end } = inside(value);
    return { requirement: short, versionAt: { start: end - short.length, end } };
  }
  const given = valueAt(value, 'version');
  const reference = textOf(valueAt(given, 'ref'));
  const decisive = reference === undefined ? given : valueAt(versions, reference);
  const version =
    decisive?.kind === 'table'
      ? (valueAt(decisive, 'strictly') ?? valueAt(decisive, 'require') ?? valueAt(decisive, 'prefer'))
      : decisive;
  return { requirement: textOf(version), versionAt: version && inside(version) };
}
