import { readJson } from '../../../files/structured/json.ts';
import { itemsOf, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat, Origin } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';
import { baseOf } from '../paths.ts';

const groups = [
  ['packages', 'production'],
  ['packages-dev', 'development'],
] as const;

/** composer.lock. What a package replaces or provides, it stands for. */
export const composerLock: ManifestFormat = {
  id: 'composer.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'composer.lock',
  read(text) {
    const { root, faults } = readJson(text);
    const packages = groups.map(([group]) => valueAt(root, group));
    if (packages.every((each) => each === undefined))
      throw new SyntaxError('It is not a lock file of Composer.');
    const found = new Collector('Packagist', text, faults);
    const keys = keysByName(packages.flatMap(itemsOf));
    for (const [index, [group, scope]] of groups.entries())
      for (const value of itemsOf(packages[index])) {
        const { name, key } = identity(value);
        if (name === undefined) {
          found.problem(value.start, 'A package without a name was left out.');
          continue;
        }
        const nameAt = valueAt(value, 'name') ?? value;
        found.add({
          key,
          name,
          version: textOf(valueAt(value, 'version')),
          scope,
          group,
          needs: [...membersOf(valueAt(value, 'require')).keys()].flatMap(
            (need) => keys.get(canonicalName('Packagist', need)) ?? [],
          ),
          origin: originOf(value),
          license: licenseOf(value),
          at: nameAt,
        });
      }
    return found.result();
  },
};

function identity(value: LocatedValue): { readonly name: string | undefined; readonly key: string } {
  const name = textOf(valueAt(value, 'name'));
  return {
    name,
    key: packageKey(canonicalName('Packagist', name ?? ''), textOf(valueAt(value, 'version'))),
  };
}

function keysByName(packages: readonly LocatedValue[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const value of packages)
    for (const kind of ['replace', 'provide'])
      for (const name of membersOf(valueAt(value, kind)).keys())
        keys.set(canonicalName('Packagist', name), identity(value).key);
  for (const value of packages) {
    const { name, key } = identity(value);
    if (name !== undefined) keys.set(canonicalName('Packagist', name), key);
  }
  return keys;
}

/** Several are alternatives (getcomposer.org, "The composer.json schema", license). */
function licenseOf(value: LocatedValue): string | undefined {
  const names = itemsOf(valueAt(value, 'license')).flatMap((one) => textOf(one) ?? []);
  return names.length === 0 ? undefined : names.join(' OR ');
}

/** A package of a registry has an address that its installation is told to; a repository of the project has none. */
function originOf(value: LocatedValue): Origin {
  if (textOf(valueAt(value, 'dist', 'type')) === 'path') return 'path';
  const isRepository = textOf(valueAt(value, 'source', 'type')) === 'git' && !valueAt(value, 'dist');
  return isRepository ? 'git' : 'registry';
}
