import type { Project } from '../../dataflow/interpreter/project.ts';
import type { Solver } from '../../dataflow/interpreter/solver.ts';
import type { LinkedFunction, LinkedModule } from '../../dataflow/names/linking.ts';
import { comparesMainName } from '../../languages/python/main-name.ts';
import { joined } from './module-paths.ts';
import type { Entry, FileLinks, FileUsage, Reference } from './usage.ts';

/** The analysis of the project, as far as it is asked about single functions. */
export interface Analysed {
  readonly project: Project;
  readonly solver: Pick<Solver, 'callsOf' | 'isEntry'>;
  /** Routes by module and function, as `GET /users/:id`. */
  readonly routes: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** Modules that packages of the project give to whoever imports them. */
  readonly published: ReadonlySet<string>;
}

/** Modules in each other that a name may stand for. */
const maximumModules = 3;

/** Returns what the project around a file makes of what the file says. To be asked after an analysis. */
export function fileLinks(module: LinkedModule, usage: FileUsage, analysed: Analysed): FileLinks {
  const calls = module.functions.flatMap((fn) =>
    [...(analysed.solver.callsOf(fn) ?? [])]
      .filter((other) => other !== fn)
      .map((other) => ({ fn: fn.ir.index, path: other.module.ir.path, to: other.ir.index })),
  );
  return {
    resolved: resolvedIn(module, usage, analysed.project),
    calls,
    entries: module.functions.flatMap((fn) => entryOf(fn, analysed) ?? []),
  };
}

function entryOf(fn: LinkedFunction, { project, solver, routes, published }: Analysed): Entry | undefined {
  const { module, ir } = fn;
  const at = { fn: ir.index };
  const route = routes.get(module.ir.path)?.get(ir.index);
  if (route !== undefined) return { ...at, kind: 'route', route };
  if (ir.index === 0) {
    if (comparesMainName(ir.body)) return { ...at, kind: 'program' };
    return published.has(module.ir.path) ? { ...at, kind: 'published' } : undefined;
  }
  if (ir.isAbstract) return undefined;
  const { program } = module.semantics.functions;
  if (program && ir.name === program.name && ir.isStatic) return { ...at, kind: 'program' };
  if (solver.isEntry(fn)) return { ...at, kind: 'framework' };
  return project.names.isOfLibrary(fn) ? { ...at, kind: 'published' } : undefined;
}

function resolvedIn(module: LinkedModule, usage: FileUsage, project: Project): ReadonlyMap<string, string> {
  const { named } = module.semantics.modules;
  const resolved = new Map<string, string>();
  if (named === 'class') return resolved;
  const names = new Set(usage.stars);
  for (const { module: from, member } of usage.imports) {
    names.add(from);
    if (member !== undefined) names.add(joined(from, member));
  }
  for (const { root, path } of referencesIn(usage)) {
    if (typeof root !== 'string') continue;
    names.add(root);
    if (named !== 'module') continue;
    let name = root;
    for (const part of path.slice(0, maximumModules)) {
      if (part === '()') break;
      name = joined(name, part);
      names.add(name);
    }
  }
  for (const name of names) {
    const found = project.moduleOf(name, module);
    if (found) resolved.set(name, found.ir.path);
  }
  return resolved;
}

function* referencesIn({ uses, exports, functions, classes }: FileUsage): Iterable<Reference> {
  for (const { of } of uses) yield of;
  for (const references of exports.values()) yield* references;
  for (const { returns, decorators } of functions) {
    yield* returns;
    yield* decorators;
  }
  for (const { bases, fields } of classes) {
    yield* bases;
    for (const references of fields.values()) yield* references;
  }
}
