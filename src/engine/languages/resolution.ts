import type { ModuleIR } from '../ir/ir.ts';

/** Among which files imports are resolved. */
export interface ImportSpace {
  readonly modules: readonly ModuleIR[];
  /** Texts of the files that say what imports mean, by path: manifests of packages, settings of compilers. */
  readonly configs: ReadonlyMap<string, string>;
  /** Whether the libraries that the engine has models of include a package or module of this name. */
  isModelled(name: string): boolean;
}

/** Which file of the project an import means. Its answers hold for one state of the project. */
export interface ImportResolver {
  /** The path of the file that an import in another file means; undefined where it is none of the project's. */
  resolve(specifier: string, from: ModuleIR): string | undefined;
  /** Paths of the files that packages of the project give to whoever imports them, in order. */
  readonly published: readonly string[];
}
