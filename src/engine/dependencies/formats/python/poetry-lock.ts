import { readToml } from '../../../files/structured/toml.ts';
import { itemsOf, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Origin, Scope } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { lockedPackages } from './package-tables.ts';
import { scopeOfGroup } from './requirement.ts';

/** poetry.lock of every version (python-poetry.org). Which packages the project itself asks for is in its manifest. */
export const poetryLock: ManifestFormat = {
  id: 'poetry.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'poetry.lock',
  read(text) {
    const { root, faults } = readToml(text);
    const place = new Place(text, faults);
    const packages = lockedPackages(valueAt(root, 'package'), place, (table) => ({
      ...groupOf(table),
      origin: originIn(valueAt(table, 'source')),
      asks: [...membersOf(valueAt(table, 'dependencies')).keys()].map((name) => ({
        name: canonicalName('PyPI', name),
      })),
    }));
    return { packages, problems: place.problems };
  },
};

/** `groups` of Poetry 2, `category` before 1.5; between them a lock file does not tell. */
function groupOf(table: LocatedValue): { readonly scope: Scope; readonly group: string } {
  const groups = itemsOf(valueAt(table, 'groups')).flatMap((item) => textOf(item) ?? []);
  const category = textOf(valueAt(table, 'category'));
  const all = category === undefined ? groups : [category];
  const [first] = all;
  if (first === undefined) return { scope: 'unknown', group: 'the lock file' };
  const production = all.find((group) => scopeOfGroup(group) === 'production');
  return { scope: production === undefined ? 'development' : 'production', group: production ?? first };
}

function originIn(source: LocatedValue | undefined): Origin {
  switch (textOf(valueAt(source, 'type'))) {
    case 'git':
      return 'git';
    case 'url':
      return 'url';
    case 'file':
    case 'directory':
      return 'path';
    default:
      return 'registry';
  }
}
