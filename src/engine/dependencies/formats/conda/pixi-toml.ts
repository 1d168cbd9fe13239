import { readToml } from '../../../files/structured/toml.ts';
import { type LocatedValue, membersOf, scalarOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, Origin, Scope } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { inside } from '../values.ts';

const tables: readonly (readonly [string, 'conda' | 'PyPI', Scope])[] = [
  ['dependencies', 'conda', 'production'],
  ['host-dependencies', 'conda', 'development'],
  ['build-dependencies', 'conda', 'development'],
  ['pypi-dependencies', 'PyPI', 'production'],
];

/** pixi.toml (pixi.sh, "Manifest"): of the workspace, its features and its platforms. */
export const pixiToml: ManifestFormat = {
  id: 'pixi.toml',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'pixi.toml',
  read(text) {
    const { root, faults } = readToml(text);
    const found = new Collector('conda', text, faults);
    addTables(found, root, '');
    for (const [name, { value }] of membersOf(valueAt(root, 'feature')))
      addTables(found, value, `feature.${name.slice(0, 100)}.`);
    return found.result();
  },
};

function addTables(found: Collector, table: LocatedValue, prefix: string): void {
  for (const [group, ecosystem, scope] of tables)
    for (const [name, { key, value }] of membersOf(valueAt(table, group))) {
      const given = value.kind === 'table' ? valueAt(value, 'version') : value;
      const requirement = scalarOf(given)?.trim();
      found.add({
        ecosystem,
        name,
        version: /^==\s*([\w.!+-]+)$/.exec(requirement ?? '')?.[1],
        requirement,
        scope: prefix === '' ? scope : 'unknown',
        group: `${prefix}${group}`,
        direct: true,
        origin: originOf(value),
        at: key,
        versionAt: given && requirement !== undefined ? inside(given) : undefined,
      });
    }
  for (const [platform, { value }] of membersOf(valueAt(table, 'target')))
    addTables(found, value, `${prefix}target.${platform.slice(0, 100)}.`);
}

function originOf(value: LocatedValue): Origin {
  if (valueAt(value, 'path')) return 'path';
  if (valueAt(value, 'git')) return 'git';
  return valueAt(value, 'url') ? 'url' : 'registry';
}
