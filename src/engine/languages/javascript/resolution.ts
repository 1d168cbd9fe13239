import type { ModuleIR } from '../../ir/ir.ts';
import { folderOf, foldersFrom } from '../folders.ts';
import type { ImportResolver, ImportSpace } from '../resolution.ts';
import { isBuiltIn } from './built-in.ts';
import { Packages, parts } from './packages.ts';
import { PathAliases } from './path-aliases.ts';
import { joinPath, ScriptFiles } from './script-files.ts';

/**
 * Resolves imports as Node.js does, and as compilers and bundlers are told to: relative paths, `imports` and `exports` of
 * packages, those of the project itself by their names, `paths` and `baseUrl`. A bare specifier is never relative.
 */
export class ScriptImports implements ImportResolver {
  readonly #files: ScriptFiles;
  readonly #packages: Packages;
  readonly #aliases: PathAliases;
  readonly #isModelled: (name: string) => boolean;

  constructor({ modules, configs, isModelled }: ImportSpace) {
    this.#isModelled = isModelled;
    this.#files = new ScriptFiles(modules.map(({ path }) => path));
    this.#packages = new Packages(this.#files, configs, isModelled);
    this.#aliases = new PathAliases(this.#files, configs, this.#packages);
  }

  get published(): readonly string[] {
    return this.#packages.published;
  }

  resolve(specifier: string, { path: from }: ModuleIR): string | undefined {
    if (specifier.startsWith('.')) return this.#relative(specifier, from);
    if (specifier.startsWith('/')) return this.#belowFolders(specifier.slice(1), from);
    if (specifier.startsWith('#')) {
      const found = this.#packages.imported(specifier, from);
      if (found !== undefined) return found;
    }
    const { name } = parts(specifier);
    const isBuilt = isBuiltIn(name);
    const alias = this.#aliases.resolve(specifier, from, !isBuilt && !this.#isModelled(name));
    if (alias !== undefined || isBuilt) return alias;
    return this.#packages.resolve(specifier, from) ?? this.#conventional(specifier, name, from);
  }

  #relative(specifier: string, from: string): string | undefined {
    const path = joinPath(folderOf(from), specifier);
    if (path === undefined) return undefined;
    const around = this.#packages.folderAround(from);
    return (
      this.#files.at(path) ??
      this.#packages.ofFolder(path) ??
      this.#files.inPackage(around, around === '' ? path : path.slice(around.length + 1))
    );
  }

  /** What bundlers are told in settings that are programs: `@/db`, `~/db`, and `server/db` below a folder of sources. */
  #conventional(specifier: string, name: string, from: string): string | undefined {
    if (/^[@~]{1,2}\//.test(specifier)) return this.#belowFolders(specifier.replace(/^[@~]+\//, ''), from);
    if (!specifier.includes('/') || this.#isModelled(name) || this.#packages.dependsOn(name, from))
      return undefined;
    return this.#belowFolders(specifier, from);
  }

  /** A path below the package of a file or one around it, or below where these keep their sources. */
  #belowFolders(path: string, from: string): string | undefined {
    const folders = new Set<string>();
    for (const folder of foldersFrom(folderOf(from))) folders.add(this.#packages.folderAround(`${folder}/x`));
    for (const folder of folders.add('')) {
      for (const sources of ['', 'src', 'app']) {
        const found = this.#files.at([folder, sources, path].filter((part) => part !== '').join('/'));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}
