import type { Call, Expr, ModuleIR } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import { named, textsOf } from '../../routes/constant-text.ts';
import { joinPaths, type Routes } from '../../routes/entry-point.ts';
import { onlySetting } from '../../routes/settings.ts';
import { includedRouter } from './viewsets.ts';

type Mount = NonNullable<Routes['mounts']>[number];

/**
 * Other modules whose routes a module serves: `app.include_router(users.router, prefix='/api')`,
 * `app.register_blueprint(users, url_prefix='/users')`, Django's `path('api/', include('shop.urls'))`.
 * @param askedBy what a list of FastAPI's dependencies asks for
 */
export function mountsIn(
  module: ModuleIR,
  askedBy: (list: Expr | undefined) => Pick<Mount, 'guards' | 'checks'>,
): readonly Mount[] {
  const mounts: Mount[] = [];
  for (const statement of module.functions.flatMap(({ body }) => body))
    walk(statement, (node) => {
      if (node.k !== 'call') return undefined;
      const name = (dottedName(node.callee) ?? '').split('.').at(-1) ?? '';
      const served = serving.has(name) ? routerModule(node, module) : '';
      if (served)
        mounts.push({ module: served, prefix: prefixOf(node), ...askedBy(named(node.args, 'dependencies')) });
      const included =
        name === 'path' || name === 're_path' || name === 'url' ? includedBy(node, module) : undefined;
      if (included !== undefined) mounts.push({ ...included, guards: [], checks: [] });
      return undefined;
    });
  return mounts;
}

const serving = new Set(['include_router', 'register_blueprint', 'blueprint']);

/** Undefined where it is not constant. */
function prefixOf({ args }: Call): string | undefined {
  const given = named(args, 'prefix') ?? named(args, 'url_prefix');
  return given ? textsOf(given)[0] : '';
}

function includedBy({ args }: Call, { imports }: ModuleIR): Pick<Mount, 'module' | 'prefix'> | undefined {
  const [path, list] = args;
  const router = includedRouter(list?.value);
  const served = imports.find(({ local }) => local === router)?.module;
  if (served !== undefined) return { module: served, prefix: textsOf(path?.value)[0] ?? '' };
  if (list?.value.k !== 'call' || (dottedName(list.value.callee) ?? '').split('.').at(-1) !== 'include')
    return undefined;
  const [module] = textsOf(list.value.args[0]?.value);
  return module === undefined ? undefined : { module, prefix: textsOf(path?.value)[0] ?? '' };
}

/** The module of `users.router`, or of `users_router` that was imported by itself. */
function routerModule({ args }: Call, { imports }: ModuleIR): string | undefined {
  const parts = (args[0] && dottedName(args[0].value))?.split('.') ?? [];
  const binding = imports.find(({ local }) => local === parts[0]);
  if (!binding || parts.length === 1 || binding.member === '*') return binding?.module;
  return `${binding.module}${binding.module.endsWith('.') ? '' : '.'}${binding.member}`;
}

/** `/users` of `router = APIRouter(prefix='/users')` and of `Blueprint('users', __name__, url_prefix='/users')`. */
export function ownPrefix(router: string, module: ModuleIR): string | undefined {
  const set = module.functions[0] && onlySetting(router, module.functions[0]);
  const own = set && set.init.k === 'call' ? prefixOf(set.init) : '';
  const around = served(module).get(router) ?? [{ prefix: '', isWhole: false }];
  const [outer = unknownPrefix] = around;
  const inner = outer.isWhole ? '' : own;
  if (inner === undefined || outer.prefix === undefined || around.length > 1) return undefined;
  return joinPaths(outer.prefix, inner);
}

interface Serving {
  readonly prefix: string | undefined;
  /** Whether the router's own prefix is left out. */
  readonly isWhole: boolean;
}
const unknownPrefix: Serving = { prefix: undefined, isWhole: false };

const lastPart = ({ callee }: Call): string => (dottedName(callee) ?? '').split('.').at(-1) ?? '';

const known = new WeakMap<ModuleIR, ReadonlyMap<string, readonly Serving[]>>();

/** Prefixes below which the module serves routers of its own, by their names. */
function served(module: ModuleIR): ReadonlyMap<string, readonly Serving[]> {
  const before = known.get(module);
  if (before) return before;
  const found = new Map<string, readonly Serving[]>();
  for (const statement of module.functions.flatMap(({ body }) => body))
    walk(statement, (node) => {
      if (node.k !== 'call' || !serving.has(lastPart(node))) return undefined;
      const router = (node.args[0] && dottedName(node.args[0].value)) ?? '';
      const prefix = prefixOf(node);
      // A blueprint's own prefix is replaced by the one that it is registered with.
      const isWhole = prefix !== '' && lastPart(node) !== 'include_router';
      found.set(router, [...(found.get(router) ?? []), { prefix, isWhole }]);
      return undefined;
    });
  known.set(module, found);
  return found;
}
