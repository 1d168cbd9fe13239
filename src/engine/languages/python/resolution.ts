import type { ModuleIR } from '../../ir/ir.ts';
import type { ImportResolver, ImportSpace } from '../resolution.ts';
import { comparesMainName } from './main-name.ts';
import { isStandard } from './standard-library.ts';

/** The dotted name of the folder, or package, that a module or folder stands in. */
const above = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));
const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}.${name}`);
const topOf = (name: string): string => name.split('.', 1)[0] ?? '';

/**
 * Resolves imports by Python's rules: an absolute one begins at a source root, which is never within a package. Roots are
 * the scanned folder, folders that hold a top package, `src`, those of `setup.py`, and of a script's own folder for what
 * stands there. Names of libraries are the project's from roots around the importing file alone; others are then also
 * looked for in every root, beside the file, and wherever a folder could be a root.
 */
export class ModuleImports implements ImportResolver {
  readonly published = [];
  readonly #isModelled: (name: string) => boolean;
  /** Paths by dotted name from the scanned folder. */
  readonly #byName = new Map<string, string>();
  /** Folders with an `__init__.py`. */
  readonly #packages = new Set<string>();
  /** What stands in each folder that holds modules at any depth: modules and folders. */
  readonly #folders = new Map<string, Set<string>>();
  readonly #roots = new Set<string>(['']);
  /** By what stands directly below them. */
  readonly #rootsWith = new Map<string, Set<string>>();
  /** By what follows the place where a folder could be a root; null where several do. */
  readonly #bySuffix = new Map<string, string | null>();
  /** The first part of every absolute import, and what follows it. */
  readonly #mentioned = new Map<string, Set<string>>();

  constructor({ modules, isModelled }: ImportSpace) {
    this.#isModelled = isModelled;
    for (const module of modules) this.#index(module);
    for (const name of this.#byName.keys()) this.#indexSuffixes(name);
    this.#findRoots(modules);
    for (const name of [...this.#byName.keys(), ...this.#packages]) this.#listUnderRoots(name);
  }

  #index({ path, name, imports, wildcards }: ModuleIR): void {
    this.#byName.set(name, path);
    if (isInitialiser(path)) this.#packages.add(name);
    for (let inside = name; inside !== ''; inside = above(inside)) {
      const folder = above(inside);
      const known = this.#folders.get(folder);
      if (known) known.add(lastOf(inside));
      else this.#folders.set(folder, new Set([lastOf(inside)]));
      if (known && inside !== name) break;
    }
    for (const { module, member } of imports) this.#mention(module, member);
    for (const module of wildcards) this.#mention(module, '');
  }

  #mention(module: string, member: string): void {
    if (module.startsWith('.')) return;
    const [first = '', second = member] = module.split('.', 2);
    const known = this.#mentioned.get(first);
    if (known) known.add(second);
    else this.#mentioned.set(first, new Set([second]));
  }

  #indexSuffixes(name: string): void {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      if (this.#packages.has(name.slice(0, dot))) return;
      const suffix = name.slice(dot + 1);
      this.#bySuffix.set(suffix, this.#bySuffix.has(suffix) ? null : name);
    }
  }

  #findRoots(modules: readonly ModuleIR[]): void {
    for (const name of this.#packages) {
      const root = above(name);
      if (name !== '' && !this.#packages.has(root) && !this.#isNamespace(root)) this.#roots.add(root);
    }
    for (const folder of this.#folders.keys())
      if (lastOf(folder) === 'src' && !this.#packages.has(folder) && !this.#isNamespace(folder))
        this.#roots.add(folder);
    for (const module of modules) {
      const folder = above(module.name);
      if (isInitialiser(module.path) || this.#packages.has(folder)) continue;
      if (/^(?:setup|manage|conftest)$/.test(lastOf(module.name)) || isScript(module))
        this.#roots.add(folder);
    }
    for (const module of modules) this.#findEvident(module);
  }

  /** Whether the project imports what is in a folder by the folder's name: then that is a package, and none of its modules a top one. */
  #isNamespace(folder: string): boolean {
    if (folder === '') return false;
    const mentioned = this.#mentioned.get(lastOf(folder));
    if (mentioned)
      for (const inside of this.#folders.get(folder) ?? []) if (mentioned.has(inside)) return true;
    return false;
  }

  /** A module that no library explains, found beside the file or above: that folder is one where imports begin. */
  #findEvident({ name, imports }: ModuleIR): void {
    for (const { module } of imports) {
      const top = topOf(module);
      if (module.startsWith('.') || this.#isLibrary(top)) continue;
      for (let folder = above(name); ; folder = above(folder)) {
        const isHere = this.#folders.get(folder)?.has(top) ?? false;
        if (isHere && !this.#packages.has(folder)) this.#roots.add(folder);
        if (isHere || folder === '') break;
      }
    }
  }

  #listUnderRoots(name: string): void {
    for (let root = above(name); ; root = above(root)) {
      if (this.#roots.has(root)) {
        const top = topOf(root === '' ? name : name.slice(root.length + 1));
        const known = this.#rootsWith.get(top);
        if (known) known.add(root);
        else this.#rootsWith.set(top, new Set([root]));
      }
      if (root === '') return;
    }
  }

  #isLibrary(top: string): boolean {
    return isStandard(top) || this.#isModelled(top);
  }

  resolve(specifier: string, from: ModuleIR): string | undefined {
    return specifier.startsWith('.') ? this.#relative(specifier, from) : this.#absolute(specifier, from);
  }

  #relative(specifier: string, { path, name }: ModuleIR): string | undefined {
    const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
    const parts = name.split('.');
    const base = parts.slice(0, parts.length - dots + (isInitialiser(path) ? 1 : 0));
    const rest = specifier.slice(dots);
    return this.#byName.get([...base, ...(rest ? [rest] : [])].join('.'));
  }

  #absolute(specifier: string, from: ModuleIR): string | undefined {
    const top = topOf(specifier);
    const holders = this.#rootsWith.get(top);
    if (holders) {
      for (let root = from.name; root !== ''; ) {
        root = above(root);
        const found = holders.has(root) ? this.#byName.get(below(root, specifier)) : undefined;
        if (found !== undefined) return found;
      }
    }
    if (this.#isLibrary(top)) return undefined;
    return (
      this.#below(holders ?? [], specifier, from.name) ??
      this.#beside(specifier, from) ??
      this.#byName.get(this.#bySuffix.get(specifier) ?? '\n')
    );
  }

  /** A module below one of some roots: of that which shares most folders with the importing file. */
  #below(roots: Iterable<string>, specifier: string, from: string): string | undefined {
    let best: { readonly path: string; readonly root: string; readonly nearness: number } | undefined;
    for (const root of roots) {
      const path = this.#byName.get(below(root, specifier));
      if (path === undefined) continue;
      const nearness = shared(root, from);
      if (!best || nearness > best.nearness || (nearness === best.nearness && root < best.root))
        best = { path, root, nearness };
    }
    return best?.path;
  }

  /** A module in the importing file's folder or one above it: what is run from there. */
  #beside(specifier: string, { name, path }: ModuleIR): string | undefined {
    for (let folder = above(name); folder !== ''; folder = above(folder)) {
      const found = this.#byName.get(below(folder, specifier));
      if (found !== undefined && found !== path) return found;
    }
    return undefined;
  }
}

const isInitialiser = (path: string): boolean => /(?:^|\/)__init__\.pyw?$/.test(path);

/** Whether a file is run by itself: then its folder is the first place where its imports are looked for. */
const isScript = (module: ModuleIR): boolean =>
  !/\.pyw?$/.test(module.path) || comparesMainName(module.functions[0]?.body ?? []);

/** In how many folders both are. */
function shared(root: string, name: string): number {
  const [a, b] = [root.split('.'), name.split('.')];
  const differs = a.findIndex((part, i) => part !== b[i]);
  return differs < 0 ? a.length : differs;
}
