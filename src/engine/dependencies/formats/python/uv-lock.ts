import { readToml } from '../../../files/structured/toml.ts';
import { itemsOf, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { grouped } from '../../../grouped.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Origin, Scope } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { type Asked, lockedPackages } from './package-tables.ts';
import { scopeOfGroup } from './requirement.ts';

/** uv.lock, of projects and of scripts (docs.astral.sh/uv). What the project's own packages need is direct. */
export const uvLock: ManifestFormat = {
  id: 'uv.lock',
  kind: 'lock',
  reads: (path) => /^uv\.lock$|\.py\.lock$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readToml(text);
    const place = new Place(text, faults);
    const list = valueAt(root, 'package');
    const direct = directOf(itemsOf(list), valueAt(root, 'manifest'));
    const packages = lockedPackages(list, place, (table, name, version) => {
      if (isOwn(table)) return undefined;
      const asked = direct.get(name)?.find((each) => each.version === undefined || each.version === version);
      return {
        scope: asked?.scope ?? 'unknown',
        group: asked?.group ?? 'the lock file',
        origin: originIn(valueAt(table, 'source')),
        direct: asked !== undefined,
        asks: [
          ...askedIn(valueAt(table, 'dependencies')),
          ...[...membersOf(valueAt(table, 'optional-dependencies')).values()].flatMap(({ value }) =>
            askedIn(value),
          ),
        ],
      };
    });
    return { packages, problems: place.problems };
  },
};

/** Packages of the workspace are installed from where they are. */
const isOwn = (table: LocatedValue): boolean => {
  const source = membersOf(valueAt(table, 'source'));
  return source.has('editable') || source.has('virtual');
};

interface DirectlyAsked extends Asked {
  readonly scope: Scope;
  readonly group: string;
}

/** What the project asks for, by name, that of production first. */
function directOf(
  tables: readonly LocatedValue[],
  manifest: LocatedValue | undefined,
): ReadonlyMap<string, readonly DirectlyAsked[]> {
  const asked: DirectlyAsked[] = [];
  const add = (list: LocatedValue | undefined, group: string): void => {
    for (const each of askedIn(list)) asked.push({ ...each, group, scope: scopeOfGroup(group) });
  };
  for (const table of tables) {
    if (!isOwn(table)) continue;
    add(valueAt(table, 'dependencies'), 'dependencies');
    for (const key of ['optional-dependencies', 'dev-dependencies'])
      for (const [group, { value }] of membersOf(valueAt(table, key))) add(value, group);
  }
  // A script has no package of its own.
  add(valueAt(manifest, 'requirements'), 'dependencies');
  for (const [group, { value }] of membersOf(valueAt(manifest, 'dependency-groups'))) add(value, group);
  asked.sort((a, b) => Number(a.scope === 'development') - Number(b.scope === 'development'));
  return grouped(asked, ({ name }) => name);
}

const askedIn = (list: LocatedValue | undefined): Asked[] =>
  itemsOf(list).flatMap((item): Asked[] => {
    const name = textOf(valueAt(item, 'name'));
    const version = textOf(valueAt(item, 'version'));
    return name === undefined
      ? []
      : [{ name: canonicalName('PyPI', name), ...(version !== undefined && { version }) }];
  });

function originIn(source: LocatedValue | undefined): Origin {
  const members = membersOf(source);
  if (members.has('git')) return 'git';
  if (members.has('url')) return 'url';
  return members.has('path') || members.has('directory') ? 'path' : 'registry';
}
