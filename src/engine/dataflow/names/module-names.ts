import type { ImportResolver } from '../../languages/resolution.ts';
import type { LinkedModule } from './linking.ts';

/** Which of the project's modules an import means. */
export class ModuleNames {
  readonly #modules: ReadonlyMap<string, LinkedModule>;
  readonly #imported = new Map<LinkedModule, Map<string, LinkedModule | null>>();
  readonly #resolver: ImportResolver | undefined;

  constructor(
    modules: ReadonlyMap<string, LinkedModule>,
    configs: ReadonlyMap<string, string>,
    isModelled: (name: string) => boolean,
  ) {
    this.#modules = modules;
    const [first] = modules.values();
    this.#resolver = first?.semantics.modules.resolve?.({
      modules: Array.from(modules.values(), ({ ir }) => ir),
      configs,
      isModelled,
    });
  }

  /** The modules that packages of the project give to whoever imports them. */
  get published(): readonly LinkedModule[] {
    return (this.#resolver?.published ?? []).flatMap((path) => this.#modules.get(path) ?? []);
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
