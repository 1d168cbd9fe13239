import type { LinkedModule } from './linking.ts';

/** Which of the project's modules an import means. */
export class ModuleNames {
  readonly #modules: ReadonlyMap<string, LinkedModule>;
  readonly #imported = new Map<LinkedModule, Map<string, LinkedModule | null>>();
  readonly #byModuleName = new Map<string, LinkedModule>();
  readonly #bySuffix = new Map<string, LinkedModule | null>();

  constructor(modules: ReadonlyMap<string, LinkedModule>) {
    this.#modules = modules;
    for (const module of modules.values())
      if (module.semantics.modules.named === 'module') this.#index(module);
  }

  #index(module: LinkedModule): void {
    this.#byModuleName.set(module.ir.name, module);
    // A project may be scanned from above its import root: `src/app/db.py` is imported as `app.db`.
    for (let dot = module.ir.name.indexOf('.'); dot >= 0; dot = module.ir.name.indexOf('.', dot + 1)) {
      const suffix = module.ir.name.slice(dot + 1);
      this.#bySuffix.set(suffix, this.#bySuffix.has(suffix) ? null : module);
    }
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
      found = this.#findModule(specifier, from) ?? null;
      known.set(specifier, found);
    }
    return found ?? undefined;
  }

  #findModule(specifier: string, from: LinkedModule): LinkedModule | undefined {
    return from.semantics.modules.named === 'module'
      ? this.#dottedModule(specifier, from)
      : this.#fileModule(specifier, from);
  }

  #dottedModule(specifier: string, from: LinkedModule): LinkedModule | undefined {
    if (!specifier.startsWith('.')) {
      return (
        this.#byModuleName.get(specifier) ??
        this.#besideOf(specifier, from) ??
        this.#bySuffix.get(specifier) ??
        undefined
      );
    }
    const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
    const isPackage = from.ir.path.endsWith('__init__.py');
    const parts = from.ir.name.split('.');
    const base = parts.slice(0, parts.length - dots + (isPackage ? 1 : 0));
    const rest = specifier.slice(dots);
    return this.#byModuleName.get([...base, ...(rest ? [rest] : [])].join('.'));
  }

  /** A module in the importing file's folder or one above it: one of them is where the program's own imports start. */
  #besideOf(specifier: string, from: LinkedModule): LinkedModule | undefined {
    const folders = from.ir.path.split('/').slice(0, -1);
    for (; folders.length > 0; folders.pop()) {
      const found = this.#byModuleName.get(`${folders.join('.')}.${specifier}`);
      if (found && found !== from) return found;
    }
    return undefined;
  }

  #fileModule(specifier: string, from: LinkedModule): LinkedModule | undefined {
    if (!specifier.startsWith('.') && !specifier.startsWith('@/') && !specifier.startsWith('~/')) {
      return this.#aliasedScript(specifier);
    }
    const folder = specifier.startsWith('.') ? from.ir.path.split('/').slice(0, -1) : [];
    const path = specifier.startsWith('.') ? joinPath(folder, specifier) : specifier.slice(2);
    return this.scriptAt(path) ?? (specifier.startsWith('.') ? undefined : this.scriptAt(`src/${path}`));
  }

  /** `src/db` with a base URL, as TypeScript projects import their own files. */
  #aliasedScript(specifier: string): LinkedModule | undefined {
    return specifier.includes('/') ? this.scriptAt(specifier) : undefined;
  }

  scriptAt(path: string): LinkedModule | undefined {
    const exactly = this.#modules.get(path);
    if (exactly) return exactly;
    const stem = path.replace(/\.[cm]?jsx?$/, '');
    for (const extension of ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts']) {
      const found =
        this.#modules.get(stem + extension) ??
        this.#modules.get(path + extension) ??
        this.#modules.get(`${path ? `${path}/` : ''}index${extension}`);
      if (found) return found;
    }
    return undefined;
  }
}

function joinPath(folder: readonly string[], specifier: string): string {
  const parts = [...folder];
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
