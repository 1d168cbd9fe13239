import { readToml } from '../../../files/structured/toml.ts';
import { itemsOf, type LocatedValue, textOf, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Origin } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { type Asked, lockedPackages } from './package-tables.ts';

/** pylock.toml and pylock.NAME.toml (packaging.python.org, "pylock.toml Specification", PEP 751). */
export const pylock: ManifestFormat = {
  id: 'pylock',
  kind: 'lock',
  reads: (path) => /^pylock\.(?:[^.]+\.)?toml$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readToml(text);
    const place = new Place(text, faults);
    const packages = lockedPackages(valueAt(root, 'packages'), place, (table) => ({
      scope: 'unknown',
      group: 'the lock file',
      origin: originIn(table),
      asks: itemsOf(valueAt(table, 'dependencies')).flatMap((item): Asked[] => {
        const name = textOf(valueAt(item, 'name'));
        const version = textOf(valueAt(item, 'version'));
        return name === undefined
          ? []
          : [{ name: canonicalName('PyPI', name), ...(version !== undefined && { version }) }];
      }),
    }));
    return { packages, problems: place.problems };
  },
};

function originIn(table: LocatedValue): Origin {
  if (valueAt(table, 'vcs')) return 'git';
  if (valueAt(table, 'directory')) return 'path';
  const archive = valueAt(table, 'archive');
  if (archive) return textOf(valueAt(archive, 'url')) === undefined ? 'path' : 'url';
  return 'registry';
}
