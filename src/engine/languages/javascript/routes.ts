import type { Arg, Call, ClassIR, Decorator, Expr, ModuleIR } from '../../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../../ir/walk.ts';
import { namesAdministrators } from '../../routes/administrators.ts';
import { isAuthentication } from '../../routes/authentication.ts';
import { property, textsOf } from '../../routes/constant-text.ts';
import { lastName } from '../../routes/decorators.ts';
import { type Check, joinPaths, type Route, type Routes } from '../../routes/entry-point.ts';
import { libraryName } from '../../routes/referenced.ts';
import { handlerOf, moduleOf } from './route-handlers.ts';
import { Prefixes, servedBy } from './route-prefixes.ts';
import { routesOfFile } from './routed-files.ts';

/** Routes of Express, Koa, Fastify, Hapi and their likes (calls), NestJS (decorators), and of files by their place. */

type Mount = NonNullable<Routes['mounts']>[number];

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete', 'del', 'head', 'options', 'all']);
const inCapitals = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

export function routes(module: ModuleIR): Routes {
  const { routes: ofCalls, mounts } = called(module);
  return {
    mounts,
    routes: [
      ...ofCalls,
      ...module.classes.flatMap((cls) => ofController(cls, module)),
      ...routesOfFile(module),
    ],
    everywhere: [],
  };
}

function called(module: ModuleIR): Required<Pick<Routes, 'routes' | 'mounts'>> {
  const routes: (Route & { readonly router: string; readonly at: number })[] = [];
  const mounts: (Mount & { readonly router: string; readonly at: number })[] = [];
  /** What a router was given before, by the router's name. */
  const used = new Map<string, readonly Arg[]>();
  const prefixes = new Prefixes(module);
  for (const statement of module.functions.flatMap(({ body }) => body)) {
    walk(statement, (node) => {
      if (node.k !== 'call' || node.callee.k !== 'field') return undefined;
      const router = routerOf(node.callee.object);
      const { at } = node;
      if (node.callee.name === 'use') {
        // `app.use('/admin', requireAuth, admin)` guards what is mounted there, `app.use(requireAuth)` the rest.
        const isMount = textsOf(node.args[0]?.value).some((path) => path !== '/');
        const last = servedBy(node);
        const guarded = isMount ? ((last && dottedName(last)) ?? '') : router;
        used.set(guarded, [...(used.get(guarded) ?? []), ...node.args]);
        const served = last && moduleOf(last, module);
        const around = [...(used.get(router) ?? []), ...node.args];
        const [where] = node.args;
        // A text that is put together is a path, too, which is not known.
        const isText = where?.value.k === 'template' || where?.value.k === 'binary';
        const prefix = isText ? undefined : (textsOf(where?.value)[0] ?? '');
        if (served !== undefined)
          mounts.push({
            module: served,
            prefix,
            router,
            at,
            guards: guardsIn(around, module),
            checks: checksIn(around, module),
          });
        if (last?.k === 'var') prefixes.mount(last.name, prefix, router);
      }
      const mounted = prefixes.note(node, router);
      if (mounted) mounts.push({ ...mounted, router, at, guards: [], checks: [] });
      const before = used.get(router) ?? [];
      const found = node.callee.name === 'route' ? byOptions(node, module) : byVerb(node, module);
      for (const route of found)
        routes.push({
          ...route,
          router,
          at,
          guards: [...guardsIn(before, module), ...route.guards],
          checks: [...checksIn(before, module), ...(route.checks ?? [])],
        });
      return undefined;
    });
  }
  return {
    routes: routes.map((route) => ({ ...route, ...prefixes.of(route.router, route.at) })),
    mounts: mounts.map(({ router, at, ...mount }) => {
      const { prefix, isUnplaced } = prefixes.of(router, at);
      const isKnown = !isUnplaced && mount.prefix !== undefined;
      return { ...mount, prefix: isKnown ? joinPaths(prefix, mount.prefix ?? '') : undefined };
    }),
  };
}

/** `app` of `app.get(…)` and of `app.route('/x').get(…)`. */
function routerOf(object: Expr): string {
  if (object.k === 'call' && object.callee.k === 'field') return routerOf(object.callee.object);
  return dottedName(object) ?? '';
}

/** `app.get('/users/:id', requireAuth, handler)` */
function byVerb(call: Call, module: ModuleIR): readonly Route[] {
  if (call.callee.k !== 'field' || !verbs.has(call.callee.name)) return [];
  const before = chainedRoute(call.callee.object);
  // Koa's `router.get('name', '/users/:id', handler)`
  const isNamed = !before && call.args.length > 2 && textsOf(call.args[1]?.value)[0]?.startsWith('/');
  const args = isNamed ? call.args.slice(1) : call.args;
  const [first] = before ? before.args : args;
  // Restify's `server.get({ path: '/users/:id' }, handler)`
  const paths = textsOf(first?.value.k === 'object' ? property(first.value, 'path') : first?.value);
  const handlers = before ? call.args : args.slice(1);
  const handler = handlers.at(-1)?.value;
  const found = handler && handlerOf(handler, module);
  if (!found) return [];
  const verb = call.callee.name;
  return paths
    .filter((path) => isServed(path, handler))
    .map((path) => ({
      methods: verb === 'all' ? [] : [verb === 'del' ? 'DELETE' : verb.toUpperCase()],
      path,
      guards: guardsIn(handlers.slice(0, -1), module),
      checks: checksIn(handlers.slice(0, -1), module),
      handler: found,
    }));
}

/** `app.route('/a')` of `app.route('/a').get(show).post(change)`. */
function chainedRoute(before: Expr): Call | undefined {
  if (before.k !== 'call' || before.callee.k !== 'field') return undefined;
  if (before.callee.name === 'route') return before;
  return verbs.has(before.callee.name) ? chainedRoute(before.callee.object) : undefined;
}

/** `cache.get('key', load)` is no route: routes begin at a root. */
const isServed = (path: string, handler: Expr): boolean =>
  /^[/*^(]/.test(path) || (path === '' && handler.k === 'function');

/** `server.route({ method: 'GET', path: '/users', options: { auth: 'jwt' }, handler })` */
function byOptions(call: Call, module: ModuleIR): readonly Route[] {
  const given = call.args[0]?.value;
  const all = given?.k === 'array' ? given.items.map(({ value }) => value) : given ? [given] : [];
  return all.flatMap((options) => {
    const path = textsOf(property(options, 'path', 'url'))[0];
    const inner = property(options, 'options', 'config');
    const handler = property(options, 'handler') ?? property(inner, 'handler');
    const found = handler && handlerOf(handler, module);
    if (path === undefined || !found) return [];
    const method = textsOf(property(options, 'method')).map((name) => name.toUpperCase());
    return [
      {
        methods: method.filter((name) => inCapitals.has(name)),
        path,
        guards: optionGuards(options, module),
        checks: optionChecks(options, module),
        handler: found,
      },
    ];
  });
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
