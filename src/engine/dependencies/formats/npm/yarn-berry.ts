import { readPlainYaml } from '../../../files/structured/plain-yaml.ts';
import { type LocatedValue, membersOf, scalarOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestProblem, PackageEntry } from '../../package.ts';
import { Place } from '../place.ts';
import { readSpecifier, splitDescriptor } from './specifier.ts';

/** yarn.lock of yarn 2 and later (yarnpkg.com/features/security): every descriptor with what it resolved to. */
export function readBerry(text: string): {
  readonly packages: PackageEntry[];
  readonly problems: readonly ManifestProblem[];
} {
  const [document] = readPlainYaml(text);
  if (document?.root.kind !== 'table') throw new SyntaxError('It is no lock file of yarn.');
  const place = new Place(text, document.faults);
  const keys = new Map<string, string>();
  for (const descriptors of document.root.members.keys())
    for (const each of descriptors.split(', ')) keys.set(normal(each), descriptors);
  const ofProject = [...document.root.members].filter(([, { value }]) => isOfProject(value));
  const direct = new Set(ofProject.flatMap(([, { value }]) => asked(value, keys)));
  const own = new Set(ofProject.map(([key]) => key));
  const packages: PackageEntry[] = [];
  for (const [descriptors, { key, value }] of document.root.members) {
    if (descriptors === '__metadata' || own.has(descriptors)) continue;
    const [first = ''] = descriptors.split(', ');
    const [name, reference] = splitDescriptor(textOf(valueAt(value, 'resolution')) ?? first);
    const version = scalarOf(valueAt(value, 'version'));
    const { name: real, origin } = readSpecifier(name, reference);
    packages.push({
      key: descriptors,
      ecosystem: 'npm',
      name: real,
      ...(version !== undefined && { version }),
      requirement: descriptors
        .split(', ')
        .map((each) => splitDescriptor(each)[1].replace(/^npm:/, ''))
        .join(' || '),
      scope: 'unknown',
      group: 'the lock file',
      ...(own.size > 0 && { direct: direct.has(descriptors) }),
      needs: asked(value, keys).filter((each) => !own.has(each)),
      origin,
      range: place.range(key),
    });
  }
  return { packages, problems: place.problems };
}

/** The lock file's workspaces, and what they link to, are the project's own. */
const isOfProject = (value: LocatedValue): boolean =>
  /@(?:workspace|link):/.test(textOf(valueAt(value, 'resolution')) ?? '');

/** `npm:` is left out by older versions, in what a package asks for. */
const normal = (descriptor: string): string => descriptor.replace(/^(@?[^@]+@)npm:/, '$1');

const asked = (value: LocatedValue, keys: ReadonlyMap<string, string>): string[] =>
  ['dependencies', 'optionalDependencies'].flatMap((group) =>
    [...membersOf(valueAt(value, group))].flatMap(([name, { value: range }]) => {
      const text = range.kind === 'literal' || range.kind === 'text' ? range.text : '';
      return keys.get(normal(`${name}@${text}`)) ?? [];
    }),
  );
