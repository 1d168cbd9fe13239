import { readToml } from '../../../files/structured/toml.ts';
import { itemsOf, type LocatedValue, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, Origin } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';
import { baseOf } from '../paths.ts';

interface Locked {
  readonly key: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly source: string | undefined;
  readonly hasChecksum: boolean;
  readonly needs: readonly string[];
  readonly at: LocatedValue;
}

/**
 * Cargo.lock, versions 1 to 4. A package without a source is one of the project; what such a package needs, the project
 * itself asks for. Version 1 may have the project as `[root]`.
 */
export const cargoLock: ManifestFormat = {
  id: 'Cargo.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'Cargo.lock',
  read(text) {
    const { root, faults } = readToml(text);
    const found = new Collector('crates.io', text, faults);
    const project = valueAt(root, 'root');
    const tables = [...(project ? [project] : []), ...itemsOf(valueAt(root, 'package'))];
    const locked = tables.flatMap((table) => lockedOf(table, found));
    const targets = byReference(locked);
    const needsOf = ({ needs }: Locked): string[] => needs.flatMap((need) => targets.get(need) ?? []);
    const direct = new Set(locked.filter(({ source }) => source === undefined).flatMap(needsOf));
    for (const each of locked) {
      const isOwn = each.source === undefined;
      found.add({
        key: each.key,
        name: each.name,
        version: each.version,
        scope: 'unknown',
        group: 'package',
        direct: direct.has(each.key) || (isOwn ? undefined : false),
        needs: needsOf(each),
        origin: originOf(each.source),
        ...(originOf(each.source) === 'registry' && { hasChecksum: each.hasChecksum }),
        at: { start: each.at.start, end: each.at.start + '[[package]]'.length },
      });
    }
    return found.result();
  },
};

function lockedOf(table: LocatedValue, found: Collector): Locked[] {
  const name = textOf(valueAt(table, 'name'));
  if (name === undefined) {
    found.problem(table.start, 'A package without a name was left out.');
    return [];
  }
  const version = textOf(valueAt(table, 'version'));
  const source = textOf(valueAt(table, 'source'));
  const isRegistry = source === undefined || originOf(source) === 'registry';
  const key = isRegistry ? packageKey(name, version) : `${packageKey(name, version)} (${source})`;
  const needs = itemsOf(valueAt(table, 'dependencies')).flatMap((need) => textOf(need) ?? []);
  const hasChecksum = valueAt(table, 'checksum') !== undefined;
  return [{ key, name, version, source, hasChecksum, needs, at: table }];
}

/** `name`, `name version` and `name version (source)`: as much as tells one package. */
function byReference(locked: readonly Locked[]): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const { key, name, version = '', source } of locked)
    for (const reference of [name, `${name} ${version}`, `${name} ${version} (${source})`])
      if (!targets.has(reference)) targets.set(reference, key);
  return targets;
}

function originOf(source: string | undefined): Origin {
  if (source === undefined) return 'path';
  return source.startsWith('git+') ? 'git' : 'registry';
}
