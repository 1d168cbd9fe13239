import { readJson } from '../../../files/structured/json.ts';
import { itemsOf, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { groups } from './package-json.ts';
import { readSpecifier, splitDescriptor } from './specifier.ts';

/** bun.lock (bun.sh/docs/install/lockfile): JSON with trailing commas; a package under the path of those that hold it. */
export const bunLock: ManifestFormat = {
  id: 'bun.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'bun.lock',
  read(text) {
    const { root, faults } = readJson(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no JSON object.');
    const place = new Place(text, faults);
    const packages = membersOf(valueAt(root, 'packages'));
    const isOwn = (path: string): boolean =>
      /@(?:workspace|link|root):/.test(resolutionOf(packages.get(path)?.value));
    const direct = new Set<string>();
    for (const { value } of membersOf(valueAt(root, 'workspaces')).values()) {
      const name = textOf(valueAt(value, 'name')) ?? '';
      for (const each of askedNames(value)) {
        const path = installed(packages, name === '' ? [] : [name], each);
        if (path !== undefined) direct.add(path);
      }
    }
    const entries: PackageEntry[] = [];
    for (const [path, { key, value }] of packages) {
      const resolution = resolutionOf(value);
      const [name, reference] = splitDescriptor(resolution);
      if (resolution === '') {
        place.problem(key.start, `The entry ${path.slice(0, 80)} names no package; it was left out.`);
        continue;
      }
      if (isOwn(path)) continue;
      const { requirement, ...found } = readSpecifier(name, reference);
      const metadata = itemsOf(value).find((item) => item.kind === 'table');
      const holders = namesOf(path);
      // `[name, registry, metadata, checksum]`; the registry is empty where it is the one that is configured.
      const registry = textOf(itemsOf(value)[1]);
      entries.push({
        key: path,
        ecosystem: 'npm',
        ...found,
        scope: 'unknown',
        group: 'the lock file',
        direct: direct.has(path),
        needs: askedNames(metadata).flatMap((each) => {
          const target = installed(packages, holders, each);
          return target === undefined || isOwn(target) ? [] : [target];
        }),
        ...(registry && { resolved: registry }),
        range: place.range(key),
      });
    }
    return { packages: entries, problems: place.problems };
  },
};

/** bun.lockb, which Bun wrote before version 1.2: its binary form has no documentation. */
export const bunBinaryLock: ManifestFormat = {
  id: 'bun.lockb',
  kind: 'lock',
  isBinary: true,
  reads: (path) => baseOf(path) === 'bun.lockb',
  read(_, path, files) {
    // Where both are there, Bun takes the text.
    if (files.paths.includes(path.replace(/b$/, ''))) return { packages: [], problems: [] };
    throw new SyntaxError(
      'It is binary, which is not read. `bun install --save-text-lockfile --frozen-lockfile --lockfile-only` makes bun.lock of it.',
    );
  },
};

const resolutionOf = (value: LocatedValue | undefined): string => textOf(itemsOf(value)[0]) ?? '';

const askedNames = (value: LocatedValue | undefined): string[] =>
  [...groups.keys()].flatMap((group) => [...membersOf(valueAt(value, group)).keys()]);

/** The packages of a path such as `a/@s/b`; of one too long to look through, none. */
const namesOf = (path: string): string[] =>
  path.length > maximumPath ? [] : (path.match(/(?:@[^/]*\/)?[^/]+/g) ?? []);

/** Packages inside each other that are looked through. */
const maximumNesting = 20;
const maximumPath = 1_000;

/** Looks a package up in the one that asks for it, then in those that hold that one. */
function installed(
  packages: ReadonlyMap<string, unknown>,
  holders: readonly string[],
  name: string,
): string | undefined {
  for (let depth = Math.min(holders.length, maximumNesting); depth >= 0; depth--) {
    const path = [...holders.slice(0, depth), name].join('/');
    if (packages.has(path)) return path;
  }
  return undefined;
}
