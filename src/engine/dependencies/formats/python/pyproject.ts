import { readToml } from '../../../files/structured/toml.ts';
import { itemsOf, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Origin, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { dependencyTable } from './dependency-table.ts';
import { scopeOfGroup } from './requirement.ts';
import { requirementList } from './requirement-list.ts';

/**
 * pyproject.toml: PEP 621, dependency groups (PEP 735), and the tables of Poetry, PDM, Hatch, uv and Pixi, each as its
 * documentation has it.
 */
export const pyproject: ManifestFormat = {
  id: 'pyproject',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'pyproject.toml',
  read(text) {
    const { root, faults } = readToml(text);
    const place = new Place(text, faults);
    const packages: PackageEntry[] = [];
    const list = (value: LocatedValue | undefined, group: string): void =>
      void packages.push(...requirementList(value, group, scopeOfGroup(group), place));
    const lists = (table: LocatedValue | undefined, groupOf = (group: string) => group): void => {
      for (const [group, { value }] of membersOf(table)) list(value, groupOf(group));
    };
    const table = (value: LocatedValue | undefined, group: string): void =>
      void packages.push(...dependencyTable(value, group, place));
    list(valueAt(root, 'project', 'dependencies'), 'dependencies');
    lists(valueAt(root, 'project', 'optional-dependencies'));
    lists(valueAt(root, 'dependency-groups'));
    const tool = valueAt(root, 'tool');
    table(valueAt(tool, 'poetry', 'dependencies'), 'dependencies');
    table(valueAt(tool, 'poetry', 'dev-dependencies'), 'dev-dependencies');
    for (const [group, { value }] of membersOf(valueAt(tool, 'poetry', 'group')))
      table(valueAt(value, 'dependencies'), group);
    list(valueAt(tool, 'uv', 'dev-dependencies'), 'dev-dependencies');
    lists(valueAt(tool, 'pdm', 'dev-dependencies'), (group) => `dev-${group}`);
    for (const [name, { value }] of membersOf(valueAt(tool, 'hatch', 'envs'))) {
      const group = name === 'default' ? 'dev' : name;
      list(valueAt(value, 'dependencies'), group);
      list(valueAt(value, 'extra-dependencies'), group);
    }
    table(valueAt(tool, 'pixi', 'pypi-dependencies'), 'dependencies');
    const sources = sourcesOf(valueAt(tool, 'uv', 'sources'));
    return {
      packages: packages.map((entry) => ({ ...entry, origin: sources.get(entry.name) ?? entry.origin })),
      problems: place.problems,
    };
  },
};

/** Where uv gets a package from instead of a registry (docs.astral.sh/uv, "Dependency sources"). */
function sourcesOf(table: LocatedValue | undefined): ReadonlyMap<string, Origin> {
  const sources = new Map<string, Origin>();
  for (const [name, { value }] of membersOf(table)) {
    for (const source of value.kind === 'list' ? itemsOf(value) : [value]) {
      const members = membersOf(source);
      if (members.has('git')) sources.set(canonicalName('PyPI', name), 'git');
      else if (members.has('url') && textOf(valueAt(source, 'url')) !== undefined)
        sources.set(canonicalName('PyPI', name), 'url');
      else if (members.has('path') || members.has('workspace'))
        sources.set(canonicalName('PyPI', name), 'path');
    }
  }
  return sources;
}
