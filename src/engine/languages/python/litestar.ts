import type { Decorator, Expr, FunctionIR, ModuleIR } from '../../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../../ir/walk.ts';
import { isAuthentication } from '../../routes/authentication.ts';
import { named, textsOf } from '../../routes/constant-text.ts';
import { joinPaths, type Route } from '../../routes/entry-point.ts';
import { libraryName } from '../../routes/referenced.ts';

export const isOfLitestar = (value: Expr, module: ModuleIR): boolean =>
  (libraryName(value.k === 'call' ? value.callee : value, module) ?? '').startsWith('litestar.');

/**
 * Returns the path in front of a handler of Litestar: of its controller, and of the module's routers that list it.
 * @returns undefined where it is not constant, or where two routers list it
 */
export function litestarPrefix(fn: FunctionIR, module: ModuleIR): string | undefined {
  const cls = fn.cls === undefined ? undefined : module.classes[fn.cls];
  const field = cls?.fields.find(({ name }) => name === 'path');
  const own = field ? textsOf(field.init)[0] : '';
  if (own === undefined) return undefined;
  const routers = routersOf(module).get(cls?.name ?? fn.name) ?? [];
  const [outer = ''] = routers;
  return routers.length > 1 || routers.includes(undefined) ? undefined : joinPaths(outer, own);
}

const known = new WeakMap<ModuleIR, ReadonlyMap<string, readonly (string | undefined)[]>>();

/** Paths of the module's routers, by the names of the handlers and controllers that they list. */
function routersOf(module: ModuleIR): ReadonlyMap<string, readonly (string | undefined)[]> {
  const before = known.get(module);
  if (before) return before;
  const found = new Map<string, (string | undefined)[]>();
  for (const statement of module.functions.flatMap(({ body }) => body))
    walk(statement, (node) => {
      if (node.k !== 'call' || dottedName(node.callee)?.split('.').at(-1) !== 'Router') return undefined;
      const list = named(node.args, 'route_handlers');
      if (list?.k !== 'array' || !isOfLitestar(node, module)) return undefined;
      const [path] = textsOf(named(node.args, 'path') ?? node.args[0]?.value);
      for (const { value } of list.items) {
        const name = dottedName(value) ?? '';
        const same = found.get(name);
        if (same) same.push(path);
        else found.set(name, [path]);
      }
      return undefined;
    });
  known.set(module, found);
  return found;
}

/** `guards=[requires_user]` of a handler, and of its controller: a guard of Litestar raises an exception. */
export function litestarGuards(
  route: Decorator,
  fn: FunctionIR,
  module: ModuleIR,
): Required<Pick<Route, 'guards' | 'checks'>> {
  const fields = fn.cls === undefined ? [] : (module.classes[fn.cls]?.fields ?? []);
  const lists = [named(decoratorArgs(route), 'guards'), fields.find(({ name }) => name === 'guards')?.init];
  const values = lists.flatMap((list) => (list?.k === 'array' ? list.items.map(({ value }) => value) : []));
  const names = values.map((value) => dottedName(value) ?? 'a guard');
  return {
    guards: names.filter(isAuthentication),
    checks: values.map((value, index) => ({ k: 'code', by: names[index] ?? '', value, passes: 'end' })),
  };
}
