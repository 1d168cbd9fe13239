import { readToml } from '../../../files/structured/toml.ts';
import { itemsOf, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, Origin } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { type Asked, lockedPackages } from './package-tables.ts';
import { readRequirement, scopeOfGroup } from './requirement.ts';

/** pdm.lock, also of several files (pdm-project.org, "Lock file"); older ones do not tell the groups. */
export const pdmLock: ManifestFormat = {
  id: 'pdm.lock',
  kind: 'lock',
  reads: (path) => /^pdm(?:\.[\w-]+)?\.lock$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readToml(text);
    const place = new Place(text, faults);
    const packages = lockedPackages(valueAt(root, 'package'), place, (table) => {
      const groups = itemsOf(valueAt(table, 'groups')).flatMap((item) => textOf(item) ?? []);
      const production = groups.find((group) => scopeOfGroup(group) === 'production');
      return {
        scope: groups.length === 0 ? 'unknown' : production === undefined ? 'development' : 'production',
        group: production ?? groups[0] ?? 'the lock file',
        origin: originIn(table),
        asks: itemsOf(valueAt(table, 'dependencies')).flatMap((item): Asked[] => {
          const asked = readRequirement(textOf(item) ?? '');
          return asked ? [{ name: asked.name, ...(asked.version && { version: asked.version }) }] : [];
        }),
      };
    });
    return { packages, problems: place.problems };
  },
};

function originIn(table: LocatedValue): Origin {
  const members = membersOf(table);
  if (['git', 'hg', 'svn', 'bzr'].some((key) => members.has(key))) return 'git';
  if (members.has('url')) return 'url';
  return members.has('path') ? 'path' : 'registry';
}
