import { type LocatedValue, membersOf, valueAt } from '../../../files/structured/value.ts';
import { readYaml } from '../../../files/structured/yaml.ts';
import type { ManifestFormat, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { inside } from '../values.ts';
import { overridesIn } from './overrides.ts';
import { readSpecifier } from './specifier.ts';

/** pnpm-workspace.yaml (pnpm.io/pnpm-workspace_yaml): ranges that members refer to with `catalog:`, and overrides. */
export const pnpmWorkspace: ManifestFormat = {
  id: 'pnpm-workspace',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'pnpm-workspace.yaml',
  read(text) {
    const { root, faults } = readYaml(text);
    const place = new Place(text, faults);
    const packages = ofCatalog(valueAt(root, 'catalog'), 'catalog', place);
    for (const [name, { value }] of membersOf(valueAt(root, 'catalogs')))
      packages.push(...ofCatalog(value, `catalogs.${name}`, place));
    packages.push(...overridesIn(valueAt(root, 'overrides'), 'overrides', place));
    return { packages, problems: place.problems };
  },
};

/** A catalog asks for nothing: a member that refers to it does. */
const ofCatalog = (table: LocatedValue | undefined, group: string, place: Place): PackageEntry[] =>
  [...membersOf(table)].map(([name, { key, value }]) => ({
    key: `${group}/${name}`,
    ecosystem: 'npm',
    scope: 'unknown',
    group,
    direct: false,
    constrains: true,
    needs: [],
    range: place.range(key),
    versionRange: place.range(inside(value)),
    ...readSpecifier(name, value.kind === 'text' || value.kind === 'literal' ? value.text : ''),
  }));
