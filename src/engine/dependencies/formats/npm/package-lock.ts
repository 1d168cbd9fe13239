import { readJson } from '../../../files/structured/json.ts';
import { isTrue, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, Origin, PackageEntry } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { groups } from './package-json.ts';
import { originOf, readSpecifier } from './specifier.ts';

/** package-lock.json and npm-shrinkwrap.json of lockfileVersion 1, 2 and 3 (docs.npmjs.com/cli/configuring-npm). */
export const packageLock: ManifestFormat = {
  id: 'package-lock',
  kind: 'lock',
  reads: (path) => /^(?:package-lock|npm-shrinkwrap)\.json$/.test(baseOf(path)),
  read(text) {
    const { root, faults } = readJson(text);
    if (root.kind !== 'table') throw new SyntaxError('It is no JSON object.');
    const place = new Place(text, faults);
    const isFlat = membersOf(valueAt(root, 'packages')).size > 0;
    const nodes = isFlat ? flatNodes(root) : nestedNodes(root, place);
    return { packages: entriesOf(nodes, place), problems: place.problems };
  },
};

/** An installed package, a link to one, or a package of the project, under the path of its folder. */
interface Node {
  readonly value: LocatedValue;
  readonly key: { readonly start: number; readonly end: number };
  /** Undefined for the project's own packages, and for links to them. */
  readonly found: Found | undefined;
  /** What it asks for: the name of a folder, and the range. */
  readonly asks: readonly (readonly [name: string, range: string])[];
  /** Whether these are what the project itself asks for. */
  readonly isOwn: boolean;
}

type Nodes = ReadonlyMap<string, Node>;
type Found = Pick<
  PackageEntry,
  'name' | 'version' | 'origin' | 'resolved' | 'hasChecksum' | 'hasInstallScript'
>;

const folder = 'node_modules/';
/** Packages inside each other that are read, and looked through. */
const maximumNesting = 50;
/** Characters of a path below which folders are looked through one by one. */
const maximumPath = 4_096;
const asking = [...groups.keys()];

/** `packages` of versions 2 and 3: each under its path from the root. */
function flatNodes(root: LocatedValue): Nodes {
  const nodes = new Map<string, Node>();
  for (const [path, { key, value }] of membersOf(valueAt(root, 'packages'))) {
    const at = path.lastIndexOf(folder);
    const isOwn = at < 0;
    const members = membersOf(value);
    const isLink = isTrue(members.get('link')?.value);
    const name = textOf(members.get('name')?.value) ?? path.slice(at + folder.length);
    const version = textOf(members.get('version')?.value);
    const origin = resolvedOrigin(textOf(members.get('resolved')?.value));
    const fetched = fetchedFrom(value);
    const asks: [string, string][] = [];
    for (const group of asking) addRanges(members.get(group)?.value, asks);
    const found = { name, ...(version !== undefined && { version }), origin, ...fetched };
    nodes.set(path, { value, key, isOwn, found: isOwn || isLink ? undefined : found, asks });
  }
  return nodes;
}

/** A package inside the archive of another one has no address of its own, nor a checksum. */
function fetchedFrom(value: LocatedValue): Pick<Found, 'resolved' | 'hasChecksum' | 'hasInstallScript'> {
  const resolved = textOf(valueAt(value, 'resolved'));
  return {
    ...(resolved !== undefined && {
      resolved,
      hasChecksum: textOf(valueAt(value, 'integrity')) !== undefined,
    }),
    ...(isTrue(valueAt(value, 'hasInstallScript')) && { hasInstallScript: true as const }),
  };
}

/** What a registry serves has an address of its own; only repositories and files of the project tell themselves apart. */
const resolvedOrigin = (resolved: string | undefined): Origin => {
  const origin = resolved === undefined ? 'registry' : originOf(resolved);
  return origin === 'url' ? 'registry' : origin;
};

function addRanges(table: LocatedValue | undefined, to: [string, string][]): void {
  for (const [name, { value }] of membersOf(table)) to.push([name, textOf(value) ?? '']);
}

/** `dependencies` of version 1, inside each other as the folders are. */
function nestedNodes(root: LocatedValue, place: Place): Nodes {
  const nodes = new Map<string, Node>();
  const visit = (table: LocatedValue | undefined, above: string, depth: number): void => {
    for (const [name, { key, value }] of membersOf(table)) {
      if (depth > maximumNesting) {
        place.problem(key.start, `Packages inside more than ${maximumNesting} others were left out.`);
        return;
      }
      const path = `${above}${folder}${name}`;
      const version = textOf(valueAt(value, 'version'));
      const { requirement, ...found } = readSpecifier(name, version ?? '');
      const asks: [string, string][] = [];
      addRanges(valueAt(value, 'requires'), asks);
      nodes.set(path, { value, key, isOwn: false, found: { ...found, ...fetchedFrom(value) }, asks });
      visit(valueAt(value, 'dependencies'), `${path}/`, depth + 1);
    }
  };
  visit(valueAt(root, 'dependencies'), '', 0);
  return nodes;
}

function entriesOf(nodes: Nodes, place: Place): PackageEntry[] {
  const direct = new Set<string>();
  const fromUrl = new Map<string, Origin>();
  const needs = new Map<string, string[]>();
  const folders = foldersOf(nodes);
  let tellsDirect = false;
  for (const [path, { asks, isOwn }] of nodes) {
    tellsDirect ||= isOwn;
    const needed: string[] = [];
    const seen = asks.length === 0 ? [] : foldersSeenFrom(path, folders);
    for (const [name, range] of asks) {
      const target = seen.find((each) => each.has(name))?.get(name);
      if (target === undefined || !nodes.get(target)?.found) continue;
      needed.push(target);
      if (isOwn) direct.add(target);
      const origin = originOf(range);
      if (origin !== 'registry' && !fromUrl.has(target)) fromUrl.set(target, origin);
    }
    needs.set(path, needed);
  }
  const entries: PackageEntry[] = [];
  for (const [path, { value, key, found }] of nodes) {
    if (!found) continue;
    const license = textOf(valueAt(value, 'license')) ?? textOf(valueAt(value, 'license', 'type'));
    const origin = found.origin === 'registry' ? (fromUrl.get(path) ?? found.origin) : found.origin;
    entries.push({
      key: path,
      ecosystem: 'npm',
      ...found,
      origin,
      scope: isTrue(valueAt(value, 'dev')) ? 'development' : 'production',
      group: 'the lock file',
      ...(tellsDirect && { direct: direct.has(path) }),
      needs: needs.get(path) ?? [],
      ...(license !== undefined && { license }),
      range: place.range(key),
    });
  }
  return entries;
}

/** By folder that has packages in it: the paths of these by their names there. */
type Folders = ReadonlyMap<string, ReadonlyMap<string, string>>;

function foldersOf(nodes: Nodes): Folders {
  const folders = new Map<string, Map<string, string>>();
  for (const path of nodes.keys()) {
    const at = path.lastIndexOf(folder);
    if (at < 0) continue;
    const holder = path.slice(0, Math.max(0, at - 1));
    const known = folders.get(holder) ?? new Map<string, string>();
    known.set(path.slice(at + folder.length), path);
    folders.set(holder, known);
  }
  return folders;
}

/**
 * The folders in which Node looks a package up: the one that asks, then those above it (nodejs.org/api/modules, "Loading
 * from node_modules folders").
 */
function foldersSeenFrom(path: string, folders: Folders): ReadonlyMap<string, string>[] {
  const seen: ReadonlyMap<string, string>[] = [];
  let at = path.length <= maximumPath ? path : '';
  for (;;) {
    const found = folders.get(at);
    if (found && seen.length < maximumNesting) seen.push(found);
    if (at === '') return seen;
    const above = at.lastIndexOf('/');
    at = above < 0 ? '' : at.slice(0, above);
    if (at === 'node_modules' || at.endsWith('/node_modules')) at = at.slice(0, -'node_modules'.length - 1);
  }
}
