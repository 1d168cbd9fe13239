import type { LinkedFunction, LinkedModule } from '../../dataflow/names/linking.ts';
import type { Call, Expr, Node } from '../../ir/ir.ts';
import { dottedName, type IRNode } from '../../ir/walk.ts';
import type { ImportUse, Span } from './usage.ts';

/**
 * Returns what a file imports by declarations, without what stands for types alone.
 * @param forTypes code that only type checkers read
 */
export function declaredImports(
  module: LinkedModule,
  forTypes: readonly Node[],
  spanOf: (node: Node) => Span,
): readonly ImportUse[] {
  const { ir, functions, text, semantics } = module;
  const isErased = erasedImports(module);
  const inside = innermost(functions);
  const found: ImportUse[] = [];
  for (const binding of ir.imports) {
    // What a template of a component stands for, nobody wrote.
    if (binding.end <= binding.at || isErased(binding.local)) continue;
    if (forTypes.some(({ at, end }) => at <= binding.at && binding.at < end)) continue;
    const isDotted = semantics.modules.named !== 'file' && binding.member !== '*';
    const around = inside(binding.at);
    found.push({
      module: isDotted ? binding.module : wholeModule(binding, text),
      ...(isDotted && { member: binding.member }),
      fn: around?.ir.index ?? 0,
      span: spanOf(binding),
    });
  }
  for (const wildcard of ir.wildcards) {
    const at = Math.max(0, text.indexOf(wildcard));
    found.push({ module: wildcard, fn: 0, span: spanOf({ at, end: at + wildcard.length }) });
  }
  return found;
}

/** Finds the innermost function around a place, the file's body aside. */
function innermost(functions: LinkedModule['functions']): (at: number) => LinkedFunction | undefined {
  const sorted = functions.slice(1).toSorted((a, b) => a.ir.at - b.ir.at);
  return (at) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.ir.at ?? at) <= at) low = middle + 1;
      else high = middle;
    }
    // What begins last before the place, or a function around that.
    let fn = sorted[low - 1];
    while (fn && fn.ir.index > 0 && at >= fn.ir.end) fn = functions[fn.ir.parent ?? 0];
    return fn && fn.ir.index > 0 ? fn : undefined;
  };
}

/** `import a.b` gives the name `a`, and imports `a.b`. */
function wholeModule({ module, at, end }: LinkedModule['ir']['imports'][number], text: string): string {
  const written = text.slice(at, end);
  return written.startsWith(`${module}.`) && /^[\w.]+$/.test(written) ? written : module;
}

/**
 * Which names TypeScript's compiler does not import, because they stand for types alone: in no file in which decorators
 * may have it keep the types of parameters.
 */
function erasedImports({ ir, functions }: LinkedModule): (local: string) => boolean {
  if (!/^(?:typescript|tsx)$/.test(ir.language)) return () => false;
  if (ir.classes.some(({ decorators }) => decorators.length > 0)) return () => false;
  const free = new Set(
    functions.flatMap(({ scope }) =>
      [...scope.bindings].flatMap(([name, { kind }]) => (kind === 'free' ? [name] : [])),
    ),
  );
  return (local) => !free.has(local);
}

/** Of `exports.a = …` the name, and `=` of `module.exports = …`. */
export function exportedName(target: IRNode): string | undefined {
  if (target.k !== 'field') return undefined;
  const { object, name } = target;
  if (object.k === 'var' && object.name === 'module' && name === 'exports') return '=';
  const isExports =
    (object.k === 'var' && object.name === 'exports') ||
    (object.k === 'field' &&
      object.name === 'exports' &&
      object.object.k === 'var' &&
      object.object.name === 'module');
  return isExports ? name : undefined;
}

/** Whether what is imported lies in a file of the program's own: its name begins as a path does. */
export function isPath(expr: Expr): boolean {
  if (expr.k === 'const') return typeof expr.value !== 'string' || /^[./]/.test(expr.value);
  if (expr.k === 'binary') return isPath(expr.left);
  if (expr.k === 'template') return expr.parts[0] !== undefined && isPath(expr.parts[0]);
  if (expr.k === 'var') return expr.name === '__dirname' || expr.name === '__filename';
  // `path.join(__dirname, name)`, `new URL(…)`
  if (expr.k === 'call' || expr.k === 'new') return expr.args.some(({ value }) => isPath(value));
  return false;
}

/** Functions of Python's that import a module by its name. */
const importers: ReadonlySet<string> = new Set(['importlib.import_module', 'import_module', '__import__']);

/** What a call imports by a name that is data to it. */
export interface LoadedModule {
  /** An expression where the name is not constant. */
  readonly module: string | Expr;
  /** Names of the functions that whoever imports it calls. */
  readonly calls: readonly string[];
}

/** Returns what a call imports where it is no import by its form: Python's `import_module`, and Express' template engines. */
export function loadedBy({ callee, args }: Pick<Call, 'callee' | 'args'>): LoadedModule | undefined {
  const [first, second] = args.map(({ value }) => value);
  if (first && importers.has(dottedName(callee) ?? '')) return { module: textOf(first) ?? first, calls: [] };
  const engine = second && textOf(second);
  if (callee.k !== 'field' || callee.name !== 'set' || engine === undefined) return undefined;
  // Engines hand out what Express calls; under their own name for it, advisories know it.
  return first && textOf(first) === 'view engine'
    ? { module: engine, calls: ['__express', 'renderFile'] }
    : undefined;
}

const textOf = (expr: Expr): string | undefined =>
  expr.k === 'const' && typeof expr.value === 'string' ? expr.value : undefined;

/** The setting of Django's that lists modules by their names, which may have no dots. */
export const listsModules = (target: IRNode): boolean =>
  target.k === 'var' && target.name === 'INSTALLED_APPS';

/** Texts in a list, and in lists that are put together. */
export function textsIn(list: Expr): readonly Expr[] {
  if (list.k === 'binary') return [...textsIn(list.left), ...textsIn(list.right)];
  return list.k === 'array' ? list.items.map(({ value }) => value) : [];
}
