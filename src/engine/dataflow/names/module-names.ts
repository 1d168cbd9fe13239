import type { LibraryApi } from '../../languages/library-api.ts';
import { isVersionBelow, type PackageVersions } from '../../languages/package-versions.ts';
import type { ImportResolver } from '../../languages/resolution.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from './linking.ts';

/** Which of the project's modules an import means. */
export class ModuleNames {
  readonly #modules: ReadonlyMap<string, LinkedModule>;
  readonly #imported = new Map<LinkedModule, Map<string, LinkedModule | null>>();
  readonly #resolver: ImportResolver | undefined;
  readonly #api: LibraryApi | undefined;
  readonly #versions: PackageVersions | undefined;

  constructor(
    modules: ReadonlyMap<string, LinkedModule>,
    configs: ReadonlyMap<string, string>,
    isModelled: (name: string) => boolean,
  ) {
    this.#modules = modules;
    const [first] = modules.values();
    const space = { modules: Array.from(modules.values(), ({ ir }) => ir), configs, isModelled };
    this.#resolver = first?.semantics.modules.resolve?.(space);
    this.#api = first?.semantics.modules.libraryApi?.(space);
    this.#versions = first?.semantics.modules.versions?.(space);
  }

  /** Whether a package may be older than a version: only a build that names a later one speaks against it. */
  mayBeBelow(name: string, version: string): boolean {
    const known = this.#versions?.(name);
    return known === undefined || isVersionBelow(known, version);
  }

  /** Whether builds name a version of a package that is older than another. */
  isBelow(name: string, version: string): boolean {
    const known = this.#versions?.(name);
    return known !== undefined && isVersionBelow(known, version);
  }

  /** The modules that packages of the project give to whoever imports them. */
  get published(): readonly LinkedModule[] {
    return (this.#resolver?.published ?? []).flatMap((path) => this.#modules.get(path) ?? []);
  }

  /**
   * Whether programs that use a library of the project's may call the function: it is public, or stands for a public one in a
   * class that is handed out.
   */
  isOfLibrary({ ir, module, cls }: LinkedFunction): boolean {
    const api = this.#api;
    if (!api?.includes(module.ir)) return false;
    if (api.isPublic(ir, module.ir)) return true;
    const isPublic = (base: LinkedClass): boolean =>
      base.methods
        .get(ir.name)
        ?.some(
          (declared) =>
            declared.ir.params.length === ir.params.length && api.isPublic(declared.ir, base.module.ir),
        ) ?? false;
    const isOverriding = ir.kind === 'method' && !ir.isStatic && ir.isPublic !== false;
    return cls !== undefined && isOverriding && basesOf(cls).some(isPublic);
  }

  /** The module that an import specifier means, when it is one of the project's. */
  moduleOf(specifier: string, from: LinkedModule): LinkedModule | undefined {
    let known = this.#imported.get(from);
    if (!known) {
      known = new Map();
      this.#imported.set(from, known);
    }
    let found = known.get(specifier);
    if (found === undefined) {
      const path = this.#resolver?.resolve(specifier, from.ir);
      found = (path === undefined ? undefined : this.#modules.get(path)) ?? null;
      known.set(specifier, found);
    }
    return found ?? undefined;
  }
}

/** The project's classes that a class extends or implements, however far up. */
function basesOf(cls: LinkedClass): readonly LinkedClass[] {
  const found = new Set<LinkedClass>();
  const visit = (one: LinkedClass): void => {
    for (const base of one.bases) {
      if (found.has(base)) continue;
      found.add(base);
      visit(base);
    }
  };
  visit(cls);
  return [...found];
}
