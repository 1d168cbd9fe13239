import type { Arg, Call, ClassIR, Decorator, Expr, FunctionIR, ModuleIR, Pattern } from '../../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../../ir/walk.ts';
import { namesAdministrators } from '../../routes/administrators.ts';
import { isAuthentication } from '../../routes/authentication.ts';
import { property, textsOf } from '../../routes/constant-text.ts';
import { lastName } from '../../routes/decorators.ts';
import { type Check, joinPaths, type Route, type Routes } from '../../routes/entry-point.ts';
import { libraryName } from '../../routes/referenced.ts';

/** Routes of Express, Koa, Fastify, Hapi and their likes (calls), NestJS (decorators), Next.js (exported by name). */

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete', 'del', 'head', 'options', 'all']);
const inCapitals = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

export function routes(module: ModuleIR): Routes {
  const { routes: ofCalls, mounts } = called(module);
  return {
    mounts,
    routes: [
      ...ofCalls,
      ...module.classes.flatMap((cls) => ofController(cls, module)),
      ...exportedHandlers(module),
    ],
    everywhere: [],
  };
}

function called(module: ModuleIR): Required<Pick<Routes, 'routes' | 'mounts'>> {
  const routes: Route[] = [];
  const mounts: NonNullable<Routes['mounts']>[number][] = [];
  /** What a router was given before, by the router's name. */
  const used = new Map<string, readonly Arg[]>();
  const prefixes = new Map<string, string>();
  for (const statement of module.functions.flatMap(({ body }) => body)) {
    walk(statement, (node) => {
      if (node.k !== 'call' || node.callee.k !== 'field') return undefined;
      const router = routerOf(node.callee.object);
      if (node.callee.name === 'use') {
        // `app.use('/admin', requireAuth, admin)` guards what is mounted there, `app.use(requireAuth)` the rest.
        const isMount = textsOf(node.args[0]?.value).some((path) => path !== '/');
        const last = node.args.at(-1)?.value;
        const guarded = isMount ? ((last && dottedName(last)) ?? '') : router;
        used.set(guarded, [...(used.get(guarded) ?? []), ...node.args]);
        const served = last && moduleOf(last, module);
        const around = [...(used.get(router) ?? []), ...node.args];
        const prefix = textsOf(node.args[0]?.value)[0] ?? '';
        if (served !== undefined)
          mounts.push({
            module: served,
            prefix,
            guards: guardsIn(around, module),
            checks: checksIn(around, module),
          });
        if (isMount && last?.k === 'var') prefixes.set(last.name, prefix);
      }
      const route = node.callee.name === 'route' ? byOptions(node, module) : byVerb(node, module);
      const before = used.get(router) ?? [];
      if (route)
        routes.push({
          ...route,
          router,
          at: node.at,
          guards: [...guardsIn(before, module), ...route.guards],
          checks: [...checksIn(before, module), ...(route.checks ?? [])],
        });
      return undefined;
    });
  }
  const withPrefix = routes.map((route) => {
    const prefix = prefixes.get(route.router ?? '');
    return prefix === undefined ? route : { ...route, prefix };
  });
  return { routes: withPrefix, mounts };
}

/** The module of a router that is mounted: imported, required, or required where it stands. */
function moduleOf(value: Expr, module: ModuleIR): string | undefined {
  const made = inside(value);
  if (made.k === 'import') return typeof made.module === 'string' ? made.module : undefined;
  const local = dottedName(made)?.split('.')[0];
  if (local === undefined) return undefined;
  return module.imports.find((binding) => binding.local === local)?.module ?? requiredAs(local, module);
}

/** `app` of `app.get(…)` and of `app.route('/x').get(…)`. */
function routerOf(object: Expr): string {
  if (object.k === 'call' && object.callee.k === 'field') return routerOf(object.callee.object);
  return dottedName(object) ?? '';
}

/** `app.get('/users/:id', requireAuth, handler)` */
function byVerb(call: Call, module: ModuleIR): Route | undefined {
  if (call.callee.k !== 'field' || !verbs.has(call.callee.name)) return undefined;
  const chained = call.callee.object;
  const before = chained.k === 'call' && chained.callee.k === 'field' && chained.callee.name === 'route';
  const [first] = (before ? chained : call).args;
  // Restify's `server.get({ path: '/users/:id' }, handler)`
  const [path] = textsOf(first?.value.k === 'object' ? property(first.value, 'path') : first?.value);
  const handlers = before ? call.args : call.args.slice(1);
  const handler = handlers.at(-1)?.value;
  if (path === undefined || !handler || !isServed(path, handler)) return undefined;
  const found = handlerOf(handler, module);
  if (!found) return undefined;
  const verb = call.callee.name;
  return {
    methods: verb === 'all' ? [] : [verb === 'del' ? 'DELETE' : verb.toUpperCase()],
    path,
    guards: guardsIn(handlers.slice(0, -1), module),
    checks: checksIn(handlers.slice(0, -1), module),
    handler: found,
  };
}

/** `cache.get('key', load)` is no route: routes begin at a root. */
const isServed = (path: string, handler: Expr): boolean =>
  /^[/*^(]/.test(path) || (path === '' && handler.k === 'function');

/** `server.route({ method: 'GET', path: '/users', options: { auth: 'jwt' }, handler })` */
function byOptions(call: Call, module: ModuleIR): Route | undefined {
  const [options] = call.args;
  const path = textsOf(property(options?.value, 'path', 'url'))[0];
  const handler = property(options?.value, 'handler');
  const found = handler && handlerOf(handler, module);
  if (path === undefined || !found) return undefined;
  const method = textsOf(property(options?.value, 'method')).map((name) => name.toUpperCase());
  return {
    methods: method.filter((name) => inCapitals.has(name)),
    path,
    guards: options ? optionGuards(options.value, module) : [],
    checks: options ? optionChecks(options.value, module) : [],
    handler: found,
  };
}

function guardsIn(args: readonly Arg[], module: ModuleIR): readonly string[] {
  return args.flatMap(({ value }) => {
    if (value.k === 'array') return guardsIn(value.items, module);
    if (value.k === 'object') return optionGuards(value, module);
    const name =
      value.k === 'function' ? (module.functions[value.fn]?.name ?? '') : (dottedName(value) ?? '');
    return name !== '' && isAuthentication(name) ? [name] : [];
  });
}

/** All that stands in front of a handler, whatever it is called. */
function checksIn(args: readonly Arg[], module: ModuleIR): readonly Check[] {
  return args.flatMap(({ value }): readonly Check[] => {
    if (value.k === 'array') return checksIn(value.items, module);
    if (value.k === 'object') return optionChecks(value, module);
    if (value.k === 'const') return [];
    const by = dottedName(value) ?? 'a function in front of it';
    // Its default takes the token of the header alone.
    const isBearer =
      value.k === 'call' &&
      /^express-jwt(?:\.expressjwt)?$/.test(libraryName(value.callee, module) ?? '') &&
      value.args[0]?.value.k === 'object' &&
      ['getToken', 'credentialsRequired'].every((key) => !property(value.args[0]?.value, key));
    return isBearer ? [{ k: 'known', by, asks: 'bearer' }] : [{ k: 'code', by, value, passes: 'next' }];
  });
}

const hooksOf = (options: Expr): readonly Arg[] =>
  ['preHandler', 'onRequest', 'preValidation', 'beforeHandler', 'pre'].flatMap((name) => {
    const hook = property(options, name);
    return hook ? [{ value: hook }] : [];
  });

/** Fastify's hooks; Hapi's `auth: { scope: ['admin'] }`, of which a caller has to have one. */
function optionChecks(options: Expr, module: ModuleIR): readonly Check[] {
  const auth = property(property(options, 'options', 'config') ?? options, 'auth');
  const scopes = textsOf(property(property(auth, 'access') ?? auth, 'scope'));
  const isForFew = scopes.length > 0 && scopes.every(namesAdministrators);
  return [
    ...checksIn(hooksOf(options), module),
    ...(isForFew ? [{ k: 'known', by: 'auth.scope', asks: 'administrators' } as const] : []),
  ];
}

/** Fastify's `{ preHandler: [requireAuth] }`, Hapi's `{ options: { auth: 'jwt' } }`. */
function optionGuards(options: Expr, module: ModuleIR): readonly string[] {
  const hooks = guardsIn(hooksOf(options), module);
  const auth = property(property(options, 'options', 'config') ?? options, 'auth');
  const isOff = auth?.k === 'const' && (auth.value === false || auth.value === null);
  return auth && !isOff ? [...hooks, 'auth'] : hooks;
}

function handlerOf(value: Expr, module: ModuleIR): Route['handler'] | undefined {
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

const ownFunction = (name: string, module: ModuleIR): FunctionIR | undefined => {
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

/** NestJS: `@Controller('users')` around `@Get(':id')`, `@UseGuards(JwtAuthGuard)` on either. */
function ofController(cls: ClassIR, module: ModuleIR): readonly Route[] {
  const controller = cls.decorators.find((one) => /Controller$/.test(lastName(one)));
  if (!controller) return [];
  const prefix = textsOf(decoratorArgs(controller)[0]?.value)[0] ?? '';
  return cls.methods.flatMap((index) => {
    const fn = module.functions[index];
    const route = fn?.decorators.find((one) => nestVerbs.has(lastName(one)));
    if (!fn || !route) return [];
    const path = textsOf(decoratorArgs(route)[0]?.value)[0] ?? '';
    const verb = lastName(route).toUpperCase();
    return [
      {
        methods: verb === 'ALL' ? [] : [verb],
        path: `/${joinPaths(prefix, path).replace(/^\/+/, '')}`,
        checks: [...cls.decorators, ...fn.decorators].flatMap(guardClasses),
        guards: [...cls.decorators, ...fn.decorators].flatMap((one) => {
          const name = lastName(one);
          if (name === 'UseGuards')
            return decoratorArgs(one).flatMap(({ value }) => dottedName(value) ?? 'a guard');
          return isAuthentication(name) ? [`@${name}`] : [];
        }),
        handler: { at: fn.at, end: fn.end },
      },
    ];
  });
}

/** `@UseGuards(RolesGuard)` asks what `canActivate` of the class does. */
const guardClasses = (decorator: Decorator): readonly Check[] =>
  lastName(decorator) === 'UseGuards'
    ? decoratorArgs(decorator).map(({ value }) => ({
        k: 'code',
        by: dottedName(value) ?? 'a guard',
        value,
        method: 'canActivate',
        passes: 'truth',
      }))
    : [];

const nestVerbs = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'All', 'Head', 'Options']);

/** Next.js: `app/users/[id]/route.ts` exports `GET`, `pages/api/users.ts` a default function. */
function exportedHandlers(module: ModuleIR): readonly Route[] {
  const app = /(?:^|\/)app\/(.*?)\/?route\.[cm]?[jt]sx?$/.exec(module.path);
  const pages = /(?:^|\/)pages\/(api\/.*?)\.[cm]?[jt]sx?$/.exec(module.path);
  const path = `/${(app?.[1] ?? pages?.[1] ?? '').replace(/(?:^|\/)index$/, '')}`;
  if (!app && !pages) return [];
  return module.functions
    .filter((fn) => fn.parent === 0 && (app ? inCapitals.has(fn.name) : fn.index === defaultExport(module)))
    .map((fn) => ({
      methods: app ? [fn.name] : [],
      path,
      guards: [],
      handler: { at: fn.at, end: fn.end },
    }));
}

function defaultExport(module: ModuleIR): number | undefined {
  for (const statement of module.functions[0]?.body ?? []) {
    if (statement.k !== 'export' || statement.name !== 'default') continue;
    const { value } = statement;
    if (value?.k === 'function') return value.fn;
    if (value?.k === 'var') return ownFunction(value.name, module)?.index;
  }
  return undefined;
}
