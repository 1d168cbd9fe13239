import type { ClassIR, Decorator, Expr, FunctionIR, ModuleIR } from '../../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../../ir/walk.ts';
import { isAuthentication } from '../../routes/authentication.ts';
import { named, textsOf } from '../../routes/constant-text.ts';
import { guardsAmong, lastName } from '../../routes/decorators.ts';
import type { Check, Route, Routes } from '../../routes/entry-point.ts';
import { onlySetting } from '../../routes/settings.ts';
import { isOfLitestar, litestarGuards, litestarPrefix } from './litestar.ts';
import { checksAmong, decoratorCheck, fieldChecks, mixinChecks } from './route-checks.ts';
import { listedRoutes } from './route-lists.ts';
import { mountsIn, ownPrefix } from './route-mounts.ts';
import { defaultPermissions, registrationsIn, viewsetsIn } from './viewsets.ts';

/** Routes of Flask, FastAPI and their likes (decorators), Django (URL lists), class-based views, aiohttp. */

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);
const decorating = new Set([...verbs, 'route', 'api_route', 'websocket', 'view', 'api_view']);
const listing = new Set(['path', 're_path', 'url']);
const adding = /^add_(?:get|post|put|patch|delete|route|api_route|view|url_rule)$/;

export function routes(module: ModuleIR): Routes {
  const decorated = module.functions.flatMap((fn) => byDecorator(fn, module));
  const views = module.classes.flatMap((cls) => methodsOfView(cls, module));
  return {
    routes: [...decorated, ...views, ...registered(module), ...listedRoutes(module, handlerOf)],
    everywhere: [],
    mounts: mountsIn(module, (list) => ({ guards: dependencies(list), checks: dependencyChecks(list) })),
    decorated: module.functions.map(({ at, end, decorators }) => ({
      at,
      end,
      checks: checksAmong(decorators, module),
    })),
    viewsets: viewsetsIn(module),
    registrations: registrationsIn(module),
    defaultChecks: defaultPermissions(module),
  };
}

function byDecorator(fn: FunctionIR, module: ModuleIR): readonly Route[] {
  return fn.decorators
    .filter((one) => decorating.has(lastName(one)) && isRoute(one, module))
    .flatMap((route) => declaredBy(route, fn, module));
}

function declaredBy(route: Decorator, fn: FunctionIR, module: ModuleIR): readonly Route[] {
  const guards = [
    ...guardsAmong(fn.decorators.filter((one) => one !== route)),
    ...injectedGuards(fn),
    ...dependencies(named(decoratorArgs(route), 'dependencies')),
    ...beforeEach(module),
  ];
  const checks = [
    ...checksAmong(
      fn.decorators.filter((one) => one !== route),
      module,
    ),
    ...fn.params.flatMap((param) => [
      ...(param.default ? dependencyCheck(param.default) : []),
      ...param.decorators.flatMap(({ expr }) => dependencyCheck(expr)),
    ]),
    ...dependencyChecks(named(decoratorArgs(route), 'dependencies')),
    ...routerChecks(route, module),
  ];
  const router = (dottedName(route.expr) ?? '').split('.').slice(0, -1).join('.');
  const litestar = isOfLitestar(route.expr, module);
  const prefix = litestar ? litestarPrefix(fn, module) : router === '' ? '' : ownPrefix(router, module);
  const paths = pathsOf(route);
  const asked = litestar ? litestarGuards(route, fn, module) : { guards: [], checks: [] };
  return (litestar && paths.length === 0 ? ['/'] : paths).map((path) => ({
    methods: methodsOf(route),
    path,
    ...(router !== '' && { router }),
    ...(prefix === undefined ? { isUnplaced: true } : { prefix }),
    at: route.at,
    guards: [...guards, ...asked.guards],
    checks: [...checks, ...asked.checks],
    handler: { at: fn.at, end: fn.end },
  }));
}

/** `router = APIRouter(dependencies=[Depends(require_admin)])` around `@router.get(…)` */
function routerChecks({ expr }: Decorator, module: ModuleIR): readonly Check[] {
  const holder = expr.k === 'call' && expr.callee.k === 'field' ? expr.callee.object : undefined;
  const set = holder?.k === 'var' && module.functions[0] && onlySetting(holder.name, module.functions[0]);
  return set && set.init.k === 'call' ? dependencyChecks(named(set.init.args, 'dependencies')) : [];
}

/** `@patch("shop.views.now")` of a test is none: a path begins at a root. */
const isRoute = (decorator: Decorator, module: ModuleIR): boolean => {
  const [path = ''] = pathsOf(decorator);
  if (verbs.has(lastName(decorator)) && path !== '' && !path.startsWith('/')) return false;
  if (lastName(decorator) === 'api_view' || path !== '' || decoratorArgs(decorator).length > 0) return true;
  return decorator.expr.k === 'call' && isOfLitestar(decorator.expr, module);
};

/** One path, several of Litestar and Bottle, or '' where it is not constant. */
function pathsOf(decorator: Decorator): readonly string[] {
  if (lastName(decorator) === 'api_view') return [''];
  const args = decoratorArgs(decorator);
  const given =
    args.find(({ name }) => name === undefined)?.value ?? named(args, 'path') ?? named(args, 'rule');
  if (!given) return [];
  const paths = textsOf(given);
  return paths.length > 0 ? paths : [''];
}

function methodsOf(decorator: Decorator): readonly string[] {
  const name = lastName(decorator);
  if (verbs.has(name)) return [name.toUpperCase()];
  const args = decoratorArgs(decorator);
  // Bottle's `@route('/users', method='POST')`.
  const listed = name === 'api_view' ? args[0]?.value : (named(args, 'methods') ?? named(args, 'method'));
  const methods = textsOf(listed).map((one) => one.toUpperCase());
  return methods.length > 0 || name !== 'route' ? methods : ['GET'];
}

/** `user = Depends(get_current_user)` among a handler's parameters. */
const injectedGuards = (fn: FunctionIR): readonly string[] =>
  fn.params.flatMap((param) => [
    ...(param.default ? dependency(param.default) : []),
    ...param.decorators.flatMap(({ expr }) => dependency(expr)),
  ]);

const dependencies = (list: Expr | undefined): readonly string[] =>
  list?.k === 'array' ? list.items.flatMap(({ value }) => dependency(value)) : [];

function dependency(value: Expr): readonly string[] {
  if (value.k !== 'call' || !/(?:^|\.)(?:Depends|Security)$/.test(dottedName(value) ?? '')) return [];
  const name = value.args[0] && dottedName(value.args[0].value);
  return name !== undefined && isAuthentication(name) ? [name] : [];
}

const dependencyChecks = (list: Expr | undefined): readonly Check[] =>
  list?.k === 'array' ? list.items.flatMap(({ value }) => dependencyCheck(value)) : [];

function dependencyCheck(value: Expr): readonly Check[] {
  if (value.k !== 'call' || !/(?:^|\.)(?:Depends|Security)$/.test(dottedName(value) ?? '')) return [];
  const [wanted] = value.args;
  if (!wanted) return [];
  return [{ k: 'code', by: dottedName(wanted.value) ?? 'a dependency', value: wanted.value, passes: 'end' }];
}

/** A function that runs before every handler of the module's application or blueprint, by its name. */
const beforeEach = (module: ModuleIR): readonly string[] =>
  module.functions
    .filter(
      (fn) => fn.decorators.some((one) => lastName(one) === 'before_request') && isAuthentication(fn.name),
    )
    .map(({ name }) => name);

/** `class Orders(LoginRequiredMixin, View)` with `get`, `post`. */
function methodsOfView(cls: ClassIR, module: ModuleIR): readonly Route[] {
  const bases = cls.supers.flatMap((base) => ('k' in base ? [dottedName(base) ?? ''] : []));
  if (!bases.some((base) => /(?:View|ViewSet|Resource|Handler|HTTPEndpoint)$/.test(base))) return [];
  const checks = [
    ...cls.supers.flatMap((base) => ('k' in base ? mixinChecks(base, cls, module) : [])),
    ...checksAmong(cls.decorators, module),
    ...cls.fields.flatMap((field) => fieldChecks(field, module)),
  ];
  const guards = [
    ...bases.filter(isAuthentication),
    ...guardsAmong(cls.decorators),
    ...cls.fields.flatMap(({ name, init }) =>
      name === 'permission_classes' && init?.k === 'array'
        ? init.items.flatMap(({ value }) => {
            const permission = dottedName(value) ?? '';
            return isAuthentication(permission) ? [permission] : [];
          })
        : [],
    ),
  ];
  return cls.methods.flatMap((index) => {
    const fn = module.functions[index];
    if (!fn || !verbs.has(fn.name)) return [];
    return [
      {
        methods: [fn.name.toUpperCase()],
        path: '',
        guards: [...guards, ...guardsAmong(fn.decorators)],
        checks: [...checks, ...checksAmong(fn.decorators, module)],
        handler: { at: fn.at, end: fn.end },
      },
    ];
  });
}

/** `path('orders/', login_required(views.orders))`, `app.router.add_get('/orders', orders)` */
function registered(module: ModuleIR): readonly Route[] {
  const routes: Route[] = [];
  for (const statement of module.functions.flatMap(({ body }) => body)) {
    walk(statement, (node) => {
      if (node.k !== 'call') return undefined;
      const name = (dottedName(node.callee) ?? '').split('.').at(-1) ?? '';
      const isAdding = adding.test(name);
      if (!isAdding && !listing.has(name)) return undefined;
      const [path] = textsOf(node.args[0]?.value);
      // aiohttp's `add_route('GET', '/orders', orders)` and Sanic's `add_route(orders, '/orders')` are in the lists.
      if (isAdding && !path?.startsWith('/') && path !== '') return undefined;
      const handler = node.args
        .slice(1)
        .findLast(({ name: key }) => key === undefined || key === 'view_func');
      const found = handler && handlerOf(handler.value, module);
      if (path === undefined || !found) return undefined;
      const verb = isAdding ? name.slice('add_'.length) : '';
      const methods = verbs.has(verb) ? [verb.toUpperCase()] : [];
      routes.push({ methods, path: path === '' ? '/' : path, at: node.at, ...found });
      return undefined;
    });
  }
  return routes;
}

/** The view itself, or one that is wrapped by guards. */
function handlerOf(value: Expr, module: ModuleIR): Pick<Route, 'guards' | 'checks' | 'handler'> | undefined {
  if (value.k === 'call') {
    const wrapper = dottedName(value.callee) ?? '';
    // What it lists are no handlers.
    if (wrapper.split('.').at(-1) === 'include') return undefined;
    if (wrapper.endsWith('.as_view')) return byName(wrapper.slice(0, -'.as_view'.length), module);
    const inner = value.args[0] && handlerOf(value.args[0].value, module);
    return (
      inner && {
        ...inner,
        guards: [...(isAuthentication(wrapper) ? [wrapper] : []), ...inner.guards],
        checks: [...decoratorCheck(value.callee, wrapper, module), ...(inner.checks ?? [])],
      }
    );
  }
  const name = dottedName(value);
  return name === undefined ? undefined : byName(name, module);
}

function byName(dotted: string, module: ModuleIR): Pick<Route, 'guards' | 'checks' | 'handler'> {
  const parts = dotted.split('.');
  const name = parts.at(-1) ?? '';
  const owner = parts.at(-2);
  const binding = module.imports.find(({ local }) => local === (parts[0] ?? ''));
  const from =
    binding &&
    (owner === undefined ? binding.module : binding.member === '*' ? binding.module : binding.member);
  return { guards: [], handler: { name, owner, module: from } };
}
