import { shown } from '../../../files/structured/json.ts';
import { readPlainYaml } from '../../../files/structured/plain-yaml.ts';
import {
  isTrue,
  type LocatedValue,
  type Member,
  membersOf,
  scalarOf,
  textOf,
  valueAt,
} from '../../../files/structured/value.ts';
import type { ManifestFormat, Origin, PackageEntry, Scope } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { exactVersion, originOf, splitDescriptor } from './specifier.ts';

/** Groups of an importer; the last two, of pnpm 10 and 11, are of the package manager itself. */
const groups: ReadonlyMap<string, Scope> = new Map([
  ['dependencies', 'production'],
  ['optionalDependencies', 'production'],
  ['devDependencies', 'development'],
  ['configDependencies', 'development'],
  ['packageManagerDependencies', 'development'],
]);

/**
 * pnpm-lock.yaml of versions 5 to 9 (github.com/pnpm/spec, lockfile): `packages` under their paths; from version 9 on
 * what each needs is in `snapshots`, and a document of the package manager's own packages may come first.
 */
export const pnpmLock: ManifestFormat = {
  id: 'pnpm-lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'pnpm-lock.yaml',
  read(text) {
    const documents = readPlainYaml(text);
    if (!documents.some(({ root }) => root.kind === 'table'))
      throw new SyntaxError('It is no lock file of pnpm.');
    const place = new Place(
      text,
      documents.flatMap(({ faults }) => faults),
    );
    const packages = new Map<string, PackageEntry>();
    for (const { root } of documents)
      for (const entry of entriesOf(root, place)) {
        const known = packages.get(entry.key);
        if (!known) packages.set(entry.key, entry);
        else if (known.scope !== 'production')
          packages.set(entry.key, { ...entry, direct: entry.direct || known.direct || false });
      }
    return { packages: [...packages.values()], problems: place.problems };
  },
};

interface Asked {
  readonly scope: Scope;
  readonly group: string;
}

function entriesOf(root: LocatedValue, place: Place): PackageEntry[] {
  const described = membersOf(valueAt(root, 'packages'));
  const snapshots = membersOf(valueAt(root, 'snapshots'));
  const all = snapshots.size > 0 ? snapshots : described;
  const direct = directOf(root, all, place);
  const entries: PackageEntry[] = [];
  for (const [key, member] of all) {
    const plain = withoutPeers(key);
    const about = described.get(plain) ?? member;
    const split = splitKey(plain);
    const found = packageOf(split, about.value);
    if (!found) {
      place.problem(
        member.key.start,
        `The entry ${shown(key)} names no package with a version; it was left out.`,
      );
      continue;
    }
    const asked = direct.get(key);
    const resolution = valueAt(about.value, 'resolution');
    entries.push({
      key,
      ecosystem: 'npm',
      name: found.name,
      version: found.version,
      scope: scopeOf(about.value) ?? asked?.scope ?? 'unknown',
      group: asked?.group ?? 'the lock file',
      direct: asked !== undefined,
      needs: neededBy(member.value, all),
      origin: originIn(resolution, split[1]),
      ...fetchedFrom(about.value, resolution),
      range: place.range(about.key),
    });
  }
  return entries;
}

/** What the project's members ask for, each with the group; production wins. */
function directOf(
  root: LocatedValue,
  all: ReadonlyMap<string, Member>,
  place: Place,
): ReadonlyMap<string, Asked> {
  const importers = membersOf(valueAt(root, 'importers'));
  const asking = importers.size > 0 ? [...importers.values()].map(({ value }) => value) : [root];
  const direct = new Map<string, Asked>();
  for (const importer of asking) {
    for (const [group, scope] of groups) {
      for (const [name, { value }] of membersOf(valueAt(importer, group))) {
        const reference = scalarOf(valueAt(value, 'version')) ?? scalarOf(value) ?? '';
        const key = keyOf(all, name, reference);
        if (key === undefined && originOf(reference) !== 'path')
          place.problem(value.start, `The lock file has no entry for ${shown(name)}; it was left out.`);
        if (key !== undefined && direct.get(key)?.scope !== 'production') direct.set(key, { scope, group });
      }
    }
  }
  return direct;
}

const needing = ['dependencies', 'optionalDependencies'] as const;

function neededBy(value: LocatedValue, all: ReadonlyMap<string, Member>): string[] {
  const needs: string[] = [];
  for (const group of needing)
    for (const [name, member] of membersOf(valueAt(value, group))) {
      const key = keyOf(all, name, scalarOf(member.value) ?? '');
      if (key !== undefined) needs.push(key);
    }
  return needs;
}

/** A reference is the version, or the whole key of a package of another name. */
function keyOf(all: ReadonlyMap<string, Member>, name: string, reference: string): string | undefined {
  const key = `${name}@${reference}`;
  if (all.has(key)) return key;
  return [`/${key}`, `/${name}/${reference}`, reference].find((each) => all.has(each));
}

/** Of older lock files, which say of each package whether only development needs it. */
function scopeOf(value: LocatedValue): Scope | undefined {
  const flag = valueAt(value, 'dev');
  if (isTrue(flag)) return 'development';
  return flag === undefined ? undefined : 'production';
}

/** Drops the peers behind a key: `a@1.0.0(react@18.0.0)`. */
const withoutPeers = (key: string): string => {
  const at = key.indexOf('(');
  return at < 0 ? key : key.slice(0, at);
};

/** Name and version as the entry gives them, else as its key does. */
function packageOf(
  [keyName, keyVersion]: readonly [name: string, version: string],
  value: LocatedValue,
): { readonly name: string; readonly version: string } | undefined {
  const name = textOf(valueAt(value, 'name')) ?? (/^[\w.-]+:/.test(keyName) ? undefined : keyName);
  const version = scalarOf(valueAt(value, 'version')) ?? exactVersion(keyVersion);
  return name === undefined || version === undefined ? undefined : { name, version };
}

/** `name@1.0.0`, `/name@1.0.0`, and before version 6 `/name/1.0.0_peer@2.0.0`; the name of a registry may come first. */
function splitKey(key: string): readonly [name: string, version: string] {
  const path = key.replace(/^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/|^\//, '');
  const old = /^((?:@[^/@]+\/)?[^/@]+)\/([^/_]+)/.exec(path);
  return old ? [old[1] ?? path, old[2] ?? ''] : splitDescriptor(path);
}

/** Without an address, a package is fetched from the registry that is configured. */
function fetchedFrom(
  value: LocatedValue,
  resolution: LocatedValue | undefined,
): Pick<PackageEntry, 'resolved' | 'hasChecksum' | 'hasInstallScript'> {
  const resolved = textOf(valueAt(resolution, 'tarball'));
  return {
    ...(resolved !== undefined && { resolved }),
    hasChecksum: valueAt(resolution, 'integrity') !== undefined,
    ...(isTrue(valueAt(value, 'requiresBuild')) && { hasInstallScript: true }),
  };
}

/** @param reference the version, as the key has it */
function originIn(resolution: LocatedValue | undefined, reference: string): Origin {
  if (valueAt(resolution, 'repo') || valueAt(resolution, 'commit')) return 'git';
  if (valueAt(resolution, 'directory')) return 'path';
  const tarball = textOf(valueAt(resolution, 'tarball'));
  if (tarball?.startsWith('file:')) return 'path';
  // A registry may serve a package from any address; the key tells what was asked for.
  if (exactVersion(reference) !== undefined) return 'registry';
  const origin = originOf(reference);
  if (origin !== 'registry') return origin;
  return tarball === undefined ? 'registry' : 'url';
}
