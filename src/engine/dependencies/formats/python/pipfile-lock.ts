import { readJson } from '../../../files/structured/json.ts';
import { type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Origin, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { ofRange, originOf, scopeOfGroup } from './requirement.ts';

/** Pipfile.lock (pipenv.pypa.io): packages of each category, without what needs which. */
export const pipfileLock: ManifestFormat = {
  id: 'Pipfile.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'Pipfile.lock',
  read(text) {
    const { root, faults } = readJson(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no JSON object.');
    const place = new Place(text, faults);
    const packages: PackageEntry[] = [];
    for (const [group, { value: table }] of root.members) {
      if (group === '_meta') continue;
      for (const [name, { key, value }] of membersOf(table)) {
        packages.push({
          key: `${group}/${name}`,
          ecosystem: 'PyPI',
          name: canonicalName('PyPI', name),
          ...ofRange(textOf(valueAt(value, 'version')) ?? ''),
          scope: group === 'default' ? 'production' : scopeOfGroup(group),
          group,
          needs: [],
          origin: originIn(value),
          range: place.range(key),
        });
      }
    }
    return { packages, problems: place.problems };
  },
};

function originIn(value: LocatedValue): Origin {
  if (valueAt(value, 'git')) return 'git';
  const address = textOf(valueAt(value, 'file')) ?? textOf(valueAt(value, 'path'));
  return address === undefined ? 'registry' : originOf(address);
}
