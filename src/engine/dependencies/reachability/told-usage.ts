import { isDeepStrictEqual } from 'node:util';
import type { LinkedModule } from '../../dataflow/names/linking.ts';
import type { ModuleIR } from '../../ir/ir.ts';
import { familyOf } from '../../languages/registry.ts';
import type { CodeRole, FileRoles } from '../../roles/code-role.ts';
import type { EntryPoints } from '../../routes/index.ts';
import { type Analysed, fileLinks } from './file-links.ts';
import { fileUsage } from './file-usage.ts';
import type { FileUsage, ProductFile } from './usage.ts';

/** Code that does not run with the product. */
const outside: ReadonlySet<CodeRole> = new Set(['test', 'example', 'tooling']);

/** What the files of a family use, told after each analysis as far as it is other than before. */
export class ToldUsage {
  readonly #usages = new WeakMap<ModuleIR, FileUsage>();
  readonly #told = new Map<string, ProductFile>();

  /** Tells of each file that is other than it was; with undefined of one that is no part of the product any more. */
  tell(
    modules: readonly LinkedModule[],
    analysed: Analysed,
    roles: FileRoles,
    on: (file: string, product: ProductFile | undefined) => void,
  ): void {
    const gone = new Set(this.#told.keys());
    for (const module of modules) {
      const { path } = module.ir;
      const role = roles.get(path)?.role;
      if (role && outside.has(role)) continue;
      gone.delete(path);
      const product = this.#read(module, analysed);
      const before = this.#told.get(path);
      if (before?.usage === product.usage && isDeepStrictEqual(before.links, product.links)) continue;
      this.#told.set(path, product);
      on(path, product);
    }
    for (const path of gone) {
      this.#told.delete(path);
      on(path, undefined);
    }
  }

  #read(module: LinkedModule, analysed: Analysed): ProductFile {
    const { ir } = module;
    let usage = this.#usages.get(ir);
    if (!usage) {
      usage = fileUsage(module);
      this.#usages.set(ir, usage);
    }
    return { path: ir.path, family: familyOf(ir.language), usage, links: fileLinks(module, usage, analysed) };
  }
}

/** Returns the routes of a project by module and function, as `GET /users/:id`. */
export function routesByFunction(entryPoints: EntryPoints): Analysed['routes'] {
  const found = new Map<string, Map<number, string>>();
  for (const { route, module, fn } of entryPoints.handled()) {
    const ofModule = found.get(module.path) ?? new Map<number, string>();
    found.set(module.path, ofModule);
    const methods = route.methods.length > 0 ? `${route.methods.join(', ')} ` : '';
    if (!ofModule.has(fn.index)) ofModule.set(fn.index, `${methods}${route.path}`);
  }
  return found;
}
