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
  const routers: (string | undefined)[] = [];
  for (const statement of module.functions.flatMap(({ body }) => body))
    walk(statement, (node) => {
      if (node.k !== 'call' || dottedName(node.callee)?.split('.').at(-1) !== 'Router') return undefined;
      const list = named(node.args, 'route_handlers');
      const lists =
        list?.k === 'array' && list.items.some(({ value }) => dottedName(value) === (cls?.name ?? fn.name));
      if (lists && isOfLitestar(node, module))
        routers.push(textsOf(named(node.args, 'path') ?? node.args[0]?.value)[0]);
      return undefined;
    });
  const [outer = ''] = routers;
  return routers.length > 1 || routers.includes(undefined) ? undefined : joinPaths(outer, own);
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
