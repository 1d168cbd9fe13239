import { readJson } from '../../../files/structured/json.ts';
import {
  itemsOf,
  type LocatedValue,
  type Member,
  membersOf,
  textOf,
  valueAt,
} from '../../../files/structured/value.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { splitDescriptor } from './specifier.ts';

type Registry = 'npm' | 'jsr';
const registries: readonly Registry[] = ['npm', 'jsr'];

/**
 * deno.lock of versions 2 to 5 (docs.deno.com/runtime/fundamentals/modules, "Integrity checking"): packages of npm, and
 * those of JSR, which no advisory is about. Modules from other addresses are no packages.
 */
export const denoLock: ManifestFormat = {
  id: 'deno.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'deno.lock',
  read(text) {
    const { root, faults } = readJson(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no JSON object.');
    const found = new Collector('npm', text, faults);
    const packages = packagesOf(root);
    const targets = targetsOf(packages, root);
    const targetOf = (registry: Registry, asked: string): string[] => {
      const target = targets.get(inRegistry(registry, asked));
      return target === undefined ? [] : [target];
    };
    const workspace = valueAt(root, 'workspace');
    const direct = new Set(askedBy(workspace).flatMap((asked) => targetOf('npm', asked)));
    for (const [key, { registry, name, version, key: at, value }] of packages)
      found.add({
        key,
        name,
        version,
        scope: 'unknown',
        group: 'the lock file',
        direct: workspace && direct.has(key),
        needs: ['dependencies', 'optionalDependencies'].flatMap((group) =>
          namesIn(valueAt(value, group)).flatMap((asked) => targetOf(registry, asked)),
        ),
        origin: registry === 'npm' ? 'registry' : 'url',
        at,
      });
    return found.result();
  },
};

interface Locked extends Member {
  readonly registry: Registry;
  readonly name: string;
  readonly version: string;
}

/** By registry and key: `npm:a@1.0.0_peer@2.0.0`, whose peers are no part of the version. */
function packagesOf(root: LocatedValue): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>();
  for (const registry of registries) {
    const table = [[registry], ['packages', registry], [registry, 'packages']]
      .map((keys) => membersOf(valueAt(root, ...keys)))
      .findLast((each) => each.size > 0);
    for (const [key, member] of table ?? []) {
      const [name, version] = splitDescriptor(key);
      const own = /^[^_]+/.exec(version)?.[0];
      if (own !== undefined) found.set(`${registry}:${key}`, { ...member, registry, name, version: own });
    }
  }
  return found;
}

/**
 * The key of what is asked for: by name and version, by the name of a package alone, and by the specifier. A specifier
 * comes to a version from version 4 on, to a name and a version before it.
 */
function targetsOf(packages: ReadonlyMap<string, Locked>, root: LocatedValue): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const [key, { registry, name }] of packages) targets.set(`${registry}:${name}`, key).set(key, key);
  for (const keys of [['specifiers'], ['packages', 'specifiers'], ['npm', 'specifiers']])
    for (const [specifier, { value }] of membersOf(valueAt(root, ...keys))) {
      const asked = inRegistry('npm', specifier);
      const resolved = textOf(value) ?? '';
      const key = /^\d/.test(resolved)
        ? `${asked.slice(0, asked.lastIndexOf('@'))}@${resolved}`
        : inRegistry('npm', resolved);
      if (packages.has(key)) targets.set(asked, key);
    }
  return targets;
}

/** `npm:` and `jsr:` are left out where they are plain; `other@npm:name@1.0.0` is a package under another name. */
const inRegistry = (registry: Registry, asked: string): string =>
  /^(?:npm|jsr):/.test(asked) ? asked : `${registry}:${asked.replace(/^@?[^@]+@npm:/, '')}`;

/** What the project's own manifests ask for. */
const askedBy = (workspace: LocatedValue | undefined): readonly string[] =>
  [workspace, ...[...membersOf(valueAt(workspace, 'members')).values()].map(({ value }) => value)].flatMap(
    (member) => [
      ...namesIn(valueAt(member, 'dependencies')),
      ...namesIn(valueAt(member, 'packageJson', 'dependencies')),
    ],
  );

/** A list of what is asked for; before version 4 a table of names with what they came to. */
const namesIn = (value: LocatedValue | undefined): readonly string[] =>
  (value?.kind === 'table'
    ? [...value.members.values()].map((member) => member.value)
    : itemsOf(value)
  ).flatMap((item) => textOf(item) ?? []);
