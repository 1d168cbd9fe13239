import type { Call, Expr, FunctionIR, ModuleIR } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { property, textsOf } from '../../routes/constant-text.ts';
import { joinPaths, type Route } from '../../routes/entry-point.ts';
import { onlySetting } from '../../routes/settings.ts';
import { moduleOf, ownFunction } from './route-handlers.ts';

/** Routers within routers that are followed. */
const maximumDepth = 8;

/** A path in front of others; undefined where it is not constant. */
type Prefix = string | undefined;

interface Mounted {
  readonly module: string;
  readonly prefix: Prefix;
}

/** The paths below which the routers of one module serve their routes. */
export class Prefixes {
  readonly #module: ModuleIR;
  readonly #mounted = new Map<string, { readonly prefix: Prefix; readonly by: string }>();
  readonly #set = new Map<string, Prefix>();
  readonly #plugins: { readonly fn: FunctionIR; readonly prefix: Prefix }[] = [];

  constructor(module: ModuleIR) {
    this.#module = module;
  }

  mount(router: string, prefix: Prefix, by: string): void {
    if (router !== by) this.#mounted.set(router, { prefix, by });
  }

  /**
   * Notes what a call says of prefixes: Koa's `router.prefix('/api')`, Hono's `app.route('/api', users)`, Fastify's
   * `fastify.register(users, { prefix: '/api' })`.
   * @returns the other module that it serves, if any
   */
  note(call: Call, router: string): Mounted | undefined {
    const name = call.callee.k === 'field' ? call.callee.name : '';
    const [first, second] = call.args.map(({ value }) => value);
    if (name === 'prefix' && first && call.args.length === 1) this.#set.set(router, textsOf(first)[0]);
    if (name === 'route' && first && second) return this.#serve(second, textsOf(first)[0], router);
    if (name !== 'register' || !first) return undefined;
    const given = property(second, 'prefix');
    const prefix = given ? textsOf(given)[0] : '';
    const fn =
      first.k === 'function'
        ? this.#module.functions[first.fn]
        : first.k === 'var'
          ? ownFunction(first.name, this.#module)
          : undefined;
    if (fn) this.#plugins.push({ fn, prefix });
    const module = fn ? undefined : moduleOf(first, this.#module);
    return module === undefined ? undefined : { module, prefix };
  }

  #serve(served: Expr, prefix: Prefix, by: string): Mounted | undefined {
    if (served.k === 'var') this.mount(served.name, prefix, by);
    const module = moduleOf(served, this.#module);
    return module === undefined ? undefined : { module, prefix };
  }

  /** What stands in front of the path of a route that a router has at an offset. */
  of(router: string, at: number): { readonly prefix: string } & Pick<Route, 'isUnplaced'> {
    const around = this.#plugins
      .filter(({ fn }) => fn.at <= at && at < fn.end)
      .toSorted((a, b) => a.fn.at - b.fn.at)
      .map(({ prefix }) => prefix);
    const all = [...around, ...this.#routerPrefixes(router)];
    const known = all.filter((prefix) => prefix !== undefined);
    return {
      prefix: known.reduce((outer, inner) => joinPaths(outer, inner), ''),
      ...(known.length < all.length && { isUnplaced: true }),
    };
  }

  #routerPrefixes(router: string, depth = 0): readonly Prefix[] {
    const mounted = depth < maximumDepth ? this.#mounted.get(router) : undefined;
    return [
      ...(mounted ? [...this.#routerPrefixes(mounted.by, depth + 1), mounted.prefix] : []),
      this.#set.has(router) ? this.#set.get(router) : this.#own(router),
    ];
  }

  /** `/api` of `const router = new Router({ prefix: '/api' })` and of `new Hono().basePath('/api')`. */
  #own(router: string): Prefix {
    const [outermost] = this.#module.functions;
    const made = outermost && onlySetting(router, outermost)?.init;
    if (made?.k !== 'call' && made?.k !== 'new') return '';
    const [options] = made.args;
    const isBase = made.callee.k === 'field' && made.callee.name === 'basePath';
    const given = isBase ? options?.value : property(options?.value, 'prefix');
    return given ? textsOf(given)[0] : '';
  }
}

/** The router that `app.use(…)` serves: of Koa's `app.use(users.routes(), users.allowedMethods())` it is `users`. */
export function servedBy({ args }: Call): Expr | undefined {
  for (const { value } of args)
    if (value.k === 'call' && value.callee.k === 'field' && isOfKoa(value)) return value.callee.object;
  return args.at(-1)?.value;
}

const isOfKoa = (call: Call): boolean =>
  call.args.length === 0 && /\.(?:routes|middleware)$/.test(dottedName(call.callee) ?? '');
