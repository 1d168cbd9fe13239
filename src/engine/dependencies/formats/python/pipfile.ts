import { readToml } from '../../../files/structured/toml.ts';
import type { ManifestFormat, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { dependencyTable } from './dependency-table.ts';
import { scopeOfGroup } from './requirement.ts';

/** Tables of a Pipfile that hold no packages. */
const settings: ReadonlySet<string> = new Set(['source', 'requires', 'scripts', 'pipenv', 'pipfile']);

/** Pipfile (pipenv.pypa.io, "Pipfile & Pipfile.lock"): a table for each category of packages. */
export const pipfile: ManifestFormat = {
  id: 'Pipfile',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'Pipfile',
  read(text) {
    const { root, faults } = readToml(text);
    const place = new Place(text, faults);
    const packages: PackageEntry[] = [];
    for (const [group, { value }] of root.members) {
      if (settings.has(group) || value.kind !== 'table') continue;
      const scope = group === 'packages' ? 'production' : scopeOfGroup(group);
      packages.push(...dependencyTable(value, group, place, scope));
    }
    return { packages, problems: place.problems };
  },
};
