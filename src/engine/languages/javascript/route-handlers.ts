import type { Expr, FunctionIR, ModuleIR, Pattern } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import type { Route } from '../../routes/entry-point.ts';

/** The function that an expression registers: in the module, or by its name in another one. */
export function handlerOf(value: Expr, module: ModuleIR): Route['handler'] | undefined {
  if (value.k === 'function') {
    const fn = module.functions[value.fn];
    return fn && { at: fn.at, end: fn.end };
  }
  // `wrap(async (req, res) => …)`, `controller.show.bind(controller)`
  if (value.k === 'call') {
    const bound =
      value.callee.k === 'field' && value.callee.name === 'bind' ? value.callee.object : undefined;
    const inner = bound ?? value.args.at(-1)?.value;
    const found = inner && handlerOf(inner, module);
    if (found) return found;
    // `search()` gives the handler that it makes.
    return handlerOf(value.callee, module);
  }
  const dotted = dottedName(value);
  if (dotted === undefined) return undefined;
  const parts = dotted.split('.');
  const name = parts.at(-1) ?? '';
  const binding = module.imports.find(({ local }) => local === parts[0]);
  const required = binding ? undefined : requiredAs(parts[0] ?? '', module);
  const handler = { name, owner: parts.at(-2), module: binding?.module ?? required };
  const own = handler.module === undefined ? ownFunction(name, module) : undefined;
  return own ? { at: own.at, end: own.end } : handler;
}

/** The module's function of that name, where it is the only one. */
export const ownFunction = (name: string, module: ModuleIR): FunctionIR | undefined => {
  const sameName = module.functions.filter((fn) => fn.name === name);
  return sameName.length === 1 ? sameName[0] : undefined;
};

/** `const users = require('./users')`, or `const users = new Users()` of what was required or imported so. */
function requiredAs(local: string, module: ModuleIR, depth = 0): string | undefined {
  if (depth > 2) return undefined;
  for (const statement of module.functions.flatMap(({ body }) => body)) {
    if (statement.k !== 'declare' || !statement.init || !names(statement.target, local)) continue;
    const { init } = statement;
    const made = init.k === 'new' || init.k === 'call' || init.k === 'field' ? inside(init) : init;
    if (made.k === 'import') return typeof made.module === 'string' ? made.module : undefined;
    const maker = dottedName(made)?.split('.')[0];
    if (maker === undefined || maker === local) continue;
    return (
      module.imports.find((binding) => binding.local === maker)?.module ??
      requiredAs(maker, module, depth + 1)
    );
  }
  return undefined;
}

/** `require('./x')` of `require('./x').Users`, `Users` of `new Users(db)`. */
function inside(made: Expr): Expr {
  if (made.k === 'field') return inside(made.object);
  return made.k === 'new' || made.k === 'call' ? inside(made.callee) : made;
}

const names = (target: Pattern, local: string): boolean =>
  target.k === 'var'
    ? target.name === local
    : target.k === 'objectPattern' && target.props.some((prop) => names(prop.target, local));

/** The module of a router that is mounted: imported, required, or required where it stands. */
export function moduleOf(value: Expr, module: ModuleIR): string | undefined {
  const made = inside(value);
  if (made.k === 'import') return typeof made.module === 'string' ? made.module : undefined;
  const local = dottedName(made)?.split('.')[0];
  if (local === undefined) return undefined;
  return module.imports.find((binding) => binding.local === local)?.module ?? requiredAs(local, module);
}
