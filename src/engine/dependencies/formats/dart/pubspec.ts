import { type LocatedValue, membersOf, scalarOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { readYaml } from '../../../files/structured/yaml.ts';
import type { ManifestFormat, Origin } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { inside } from '../values.ts';

const groups = [
  ['dependencies', 'production'],
  ['dev_dependencies', 'development'],
] as const;

/** pubspec.yaml (dart.dev/tools/pub/dependencies); an override takes the place of the range that it is for. */
export const pubspec: ManifestFormat = {
  id: 'pubspec.yaml',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'pubspec.yaml',
  read(text) {
    const { root, faults } = readYaml(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no YAML mapping.');
    const found = new Collector('Pub', text, faults);
    const overrides = membersOf(valueAt(root, 'dependency_overrides'));
    for (const [group, scope] of groups)
      for (const [name, { key, value }] of membersOf(valueAt(root, group))) {
        const decisive = overrides.get(name)?.value ?? value;
        const given = decisive.kind === 'table' ? valueAt(decisive, 'version') : decisive;
        const requirement = scalarOf(given)?.trim();
        found.add({
          name,
          version: /^\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.exec(requirement ?? '')?.[0],
          requirement,
          scope,
          group: overrides.has(name) ? 'dependency_overrides' : group,
          direct: true,
          origin: originOf(decisive),
          at: key,
          versionAt: given && requirement !== undefined ? inside(given) : undefined,
        });
      }
    return found.result();
  },
};

/** A package of an SDK comes with it. */
function originOf(value: LocatedValue): Origin {
  if (valueAt(value, 'path') || valueAt(value, 'sdk')) return 'path';
  return valueAt(value, 'git') ? 'git' : 'registry';
}

const origins: Readonly<Record<string, Origin>> = {
  hosted: 'registry',
  git: 'git',
  path: 'path',
  sdk: 'path',
};

/** pubspec.lock: says of each package whether the project asks for it, and for what. */
export const pubspecLock: ManifestFormat = {
  id: 'pubspec.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'pubspec.lock',
  read(text) {
    const { root, faults } = readYaml(text);
    const packages = valueAt(root, 'packages');
    if (!packages) throw new SyntaxError('It is not a lock file of Pub.');
    const found = new Collector('Pub', text, faults);
    for (const [name, { key, value }] of membersOf(packages)) {
      const dependency = textOf(valueAt(value, 'dependency')) ?? '';
      const source = textOf(valueAt(value, 'source')) ?? 'hosted';
      found.add({
        name: textOf(valueAt(value, 'description', 'name')) ?? name,
        version: scalarOf(valueAt(value, 'version')),
        scope:
          dependency === 'direct main'
            ? 'production'
            : dependency === 'direct dev'
              ? 'development'
              : 'unknown',
        group: dependency === '' ? 'packages' : dependency,
        direct: dependency === '' ? undefined : dependency.startsWith('direct'),
        origin: Object.hasOwn(origins, source) ? (origins[source] ?? 'url') : 'url',
        at: key,
      });
    }
    return found.result();
  },
};
