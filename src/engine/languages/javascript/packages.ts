import { grouped } from '../../grouped.ts';
import { folderOf, foldersFrom } from '../folders.ts';
import {
  askedVersion,
  exportedPaths,
  exportedPatterns,
  isPublished,
  type Manifest,
  parseManifest,
  programsOf,
  targetsOf,
  workspacesOf,
} from './manifests.ts';
import { isBelow, joinPath, type ScriptFiles } from './script-files.ts';

interface Package {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Versions by which a package asks for one that stands beside it. */
const besideVersion = /^(?:workspace|file|link|portal):/;
/** Packages of one name among which the nearest is meant. */
const maximumNamesakes = 100;
/** Scripts that patterns of one package's exports mean. */
const maximumMatching = 1_000;
/** Folders whose packages are given to tests or shown to readers, and published by nobody. */
const notPublished =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|__fixtures__|examples?|demos?|samples?|templates?|playgrounds?|benchmarks?|e2e)(?:\/|$)/;

/** The packages that a project's folders are, by their `package.json`. */
export class Packages {
  readonly #files: ScriptFiles;
  readonly #isModelled: (name: string) => boolean;
  readonly #byFolder = new Map<string, Package>();
  readonly #byName = new Map<string, Package[]>();
  /** Folders whose packages another file lists than their manifest. */
  readonly #lists = new Set<string>();
  readonly #entries = new Map<string, string | undefined>();
  /** Scripts by the folder of their package. */
  #inside: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(
    files: ScriptFiles,
    configs: ReadonlyMap<string, string>,
    isModelled: (name: string) => boolean,
  ) {
    this.#files = files;
    this.#isModelled = isModelled;
    for (const [path, text] of configs) {
      const folder = folderOf(path);
      if (/(?:^|\/)(?:lerna\.json|pnpm-workspace\.yaml)$/.test(path)) this.#lists.add(folder);
      if (!/(?:^|\/)package\.json$/.test(path)) continue;
      const manifest = parseManifest(text);
      if (!manifest) continue;
      const found: Package = { folder, manifest };
      this.#byFolder.set(folder, found);
      if (manifest.name === undefined) continue;
      const named = this.#byName.get(manifest.name);
      if (named && named.length < maximumNamesakes) named.push(found);
      else if (!named) this.#byName.set(manifest.name, [found]);
    }
  }

  /** The folder of the package that a file is of; the project's where there is none. */
  folderAround(path: string): string {
    return this.#around(path)?.folder ?? '';
  }

  #around(path: string): Package | undefined {
    for (const folder of foldersFrom(folderOf(path))) {
      const found = this.#byFolder.get(folder);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether the package of a file asks for another one from a registry. */
  dependsOn(name: string, from: string): boolean {
    const around = this.#around(from);
    return around !== undefined && askedVersion(around.manifest, name) !== undefined;
  }

  /** The file that a bare specifier means: a package of the project, or something below its folder. */
  resolve(specifier: string, from: string): string | undefined {
    const { name, rest } = parts(specifier);
    const found = this.#installed(name, from) ?? this.#named(name, from);
    return found && this.#entry(found, rest);
  }

  /** A package in a `node_modules` folder of the project that a runtime looks into. */
  #installed(name: string, from: string): Package | undefined {
    if (this.#isModelled(name)) return undefined;
    for (const folder of foldersFrom(folderOf(from))) {
      const found = this.#byFolder.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
      if (found) return found;
    }
    return undefined;
  }

  /** A package of the project by its name: the nearest one, where several have it. */
  #named(name: string, from: string): Package | undefined {
    const all = this.#byName.get(name);
    if (!all) return undefined;
    const asked = this.#around(from);
    const isBeside = besideVersion.test((asked && askedVersion(asked.manifest, name)) ?? '');
    // What is known of a library's published versions is more than its source says: its own examples use it as others do.
    const candidates = this.#isModelled(name)
      ? all.filter(
          ({ folder, manifest }) =>
            manifest.private === true || (isBeside && !isBelow(asked?.folder ?? '', folder)),
        )
      : all;
    const shared = ({ folder }: Package): number => commonFolders(folder, from);
    return candidates.toSorted(
      (a, b) => shared(b) - shared(a) || a.folder.length - b.folder.length || (a.folder < b.folder ? -1 : 1),
    )[0];
  }

  /** What `#name` means in the package of a file; undefined where it is none of its files. */
  imported(specifier: string, from: string): string | undefined {
    const around = this.#around(from);
    if (!around) return undefined;
    for (const target of targetsOf(around.manifest.imports, specifier)) {
      const found = target.startsWith('.')
        ? this.#files.inPackage(around.folder, target)
        : this.resolve(target, from);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The file that importing a folder gives, where its own manifest says so. */
  ofFolder(folder: string): string | undefined {
    const found = this.#byFolder.get(folder);
    return found && this.#entry(found, '');
  }

  /** The file that importing a package, or something below it, gives. */
  #entry(from: Package, rest: string): string | undefined {
    const key = `${from.folder}\n${rest}`;
    if (!this.#entries.has(key)) this.#entries.set(key, this.#findEntry(from, rest));
    return this.#entries.get(key);
  }

  #findEntry({ folder, manifest }: Package, rest: string): string | undefined {
    const exported = targetsOf(manifest.exports, rest === '' ? '.' : `./${rest}`);
    for (const candidate of [...exported, ...(rest === '' ? mainPaths(manifest) : [rest, `src/${rest}`])]) {
      const found = this.#files.inPackage(folder, candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What packages that others import give to them: their main modules, and what else they export by name. */
  get published(): readonly string[] {
    const found = new Set<string>();
    for (const one of [...this.#byFolder.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1))) {
      if (!this.#isProduct(one)) continue;
      const main = this.#entry(one, '');
      if (main !== undefined) found.add(main);
      for (const targets of exportedPaths(one.manifest.exports)) {
        const path = targets.map((target) => this.#files.inPackage(one.folder, target)).find(Boolean);
        if (path !== undefined) found.add(path);
      }
      for (const path of this.#matching(one)) found.add(path);
      for (const program of programsOf(one.manifest)) {
        const path = this.#files.inPackage(one.folder, program);
        if (path !== undefined) found.add(path);
      }
    }
    return [...found];
  }

  /** The scripts of a package that patterns of its exports mean, or that what these mean is built of. */
  #matching({ folder, manifest }: Package): readonly string[] {
    const patterns = exportedPatterns(manifest.exports);
    if (patterns.length === 0) return [];
    this.#inside ??= grouped(this.#files.paths, (path) => this.folderAround(path));
    const found = new Set<string>();
    for (const path of this.#inside.get(folder) ?? []) {
      if (found.size >= maximumMatching) break;
      const inside = `./${folder === '' ? path : path.slice(folder.length + 1)}`;
      for (const { key, target } of patterns) {
        const star = this.#files.starOf(inside, target);
        if (star === undefined) continue;
        // A more specific key may say that it means nothing.
        const isMeant = targetsOf(manifest.exports, `${key[0]}${star}${key[1]}`).length > 0;
        if (isMeant && !notPublished.test(inside)) found.add(path);
      }
    }
    return [...found];
  }

  /** Whether a package is one that the project publishes, not one that it was given or shows. */
  #isProduct({ folder, manifest }: Package): boolean {
    if (!isPublished(manifest)) return false;
    if (folder === '') return true;
    if (notPublished.test(folder) || this.#isInstalled(folder)) return false;
    return foldersFrom(folderOf(folder)).every((above) => {
      const holder = this.#byFolder.get(above);
      if (!isPublished(holder?.manifest) || this.#lists.has(above)) return true;
      const inside = above === '' ? folder : folder.slice(above.length + 1);
      return workspacesOf(holder.manifest).some((pattern) => fits(inside, pattern));
    });
  }

  /** `node_modules` beside a manifest is what a package manager fills; elsewhere it is a folder of the project's own packages. */
  #isInstalled(folder: string): boolean {
    const at = folder.lastIndexOf('node_modules/');
    return at >= 0 && this.#byFolder.has(at === 0 ? '' : folder.slice(0, at - 1));
  }
}

function mainPaths({ source, main, module, types, typings, name }: Manifest): readonly string[] {
  const stem = name?.slice(name.lastIndexOf('/') + 1);
  const said = [source, main, module, types, typings].filter((path) => path !== undefined);
  return [...said, 'index', 'src/index', 'lib/index', 'src/main', ...(stem ? [`src/${stem}`] : [])];
}

/** `@a/b/c/d` is the package `@a/b` and `c/d` below it. */
export function parts(specifier: string): { readonly name: string; readonly rest: string } {
  const segments = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  return { name: segments.slice(0, length).join('/'), rest: segments.slice(length).join('/') };
}

function commonFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const differs = left.findIndex((part, i) => part !== right[i]);
  return differs < 0 ? left.length : differs;
}

/** Whether a folder fits a pattern such as `packages/*` or `packages/**`. */
function fits(folder: string, pattern: string): boolean {
  const wanted = (joinPath('', pattern) ?? '').split('/');
  const given = folder.split('/');
  for (const [i, part] of wanted.entries()) {
    if (part === '**') return true;
    if (given[i] === undefined || (!part.includes('*') && part !== given[i])) return false;
  }
  return wanted.length === given.length;
}
