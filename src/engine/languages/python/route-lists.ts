import type { Arg, Call, Expr, ModuleIR } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import { named, textsOf } from '../../routes/constant-text.ts';
import { joinPaths, type Route } from '../../routes/entry-point.ts';
import { libraryName } from '../../routes/referenced.ts';

type Handled = Pick<Route, 'guards' | 'checks' | 'handler'>;
type HandlerOf = (value: Expr, module: ModuleIR) => Handled | undefined;
type Listed = Pick<Route, 'methods' | 'path'> & { readonly handler: Expr };

const ofAiohttp = /^aiohttp\.web\.(get|post|put|patch|delete|head|view|route)$/;

/** Routes in lists of Starlette, aiohttp and Tornado, and those that are added with the path in the second place. */
export function listedRoutes(module: ModuleIR, handlerOf: HandlerOf): readonly Route[] {
  const isTornado = module.imports.some((one) => /^tornado(?:\.|$)/.test(one.module));
  const mounts: { readonly at: number; readonly end: number; readonly prefix: string | undefined }[] = [];
  const found: Route[] = [];
  for (const statement of module.functions.flatMap(({ body }) => body))
    walk(statement, (node) => {
      if (node.k === 'call' && libraryName(node.callee, module) === 'starlette.routing.Mount')
        mounts.push({ at: node.at, end: node.end, prefix: textsOf(first(node.args, 'path'))[0] });
      const listed =
        node.k === 'call'
          ? byCall(node, module)
          : node.k === 'array' && isTornado
            ? byPair(node.items)
            : undefined;
      const handled = listed && handlerOf(listed.handler, module);
      if (listed && handled)
        found.push({ methods: listed.methods, path: listed.path, at: node.at, ...handled });
      return undefined;
    });
  return found.map((route) => {
    const { at = 0 } = route;
    const around = mounts.filter((mount) => mount.at < at && at < mount.end);
    if (around.some(({ prefix }) => prefix === undefined)) return { ...route, isUnplaced: true };
    const prefix = around
      .toSorted((a, b) => a.at - b.at)
      .reduce((outer, mount) => joinPaths(outer, mount.prefix ?? ''), '');
    return { ...route, prefix };
  });
}

function byCall(call: Call, module: ModuleIR): Listed | undefined {
  const name = libraryName(call.callee, module) ?? '';
  if (name === 'starlette.routing.Route') return ofStarlette(call.args, module);
  const [one, two, three] = call.args.map(({ value }) => value);
  const verb = ofAiohttp.exec(name)?.[1];
  if (verb === 'route') return methodFirst(one, two, three);
  if (verb !== undefined) return pathFirst(verb === 'view' ? [] : [verb.toUpperCase()], one, two);
  if (dottedName(call.callee)?.split('.').at(-1) !== 'add_route') return undefined;
  // Sanic's `app.add_route(orders, '/orders', methods=['PUT'])`
  const isSanic = textsOf(one).length === 0 && (textsOf(two)[0] ?? '').startsWith('/');
  if (!isSanic) return methodFirst(one, two, three);
  const methods = textsOf(named(call.args, 'methods'));
  const isView = one?.k === 'call';
  return pathFirst(methods.length > 0 || isView ? methods : ['GET'], two, one);
}

/** `Route('/orders', orders, methods=['POST'])`; a class says by its methods what it answers. */
function ofStarlette(args: readonly Arg[], module: ModuleIR): Listed | undefined {
  const handler = named(args, 'endpoint') ?? args.filter(({ name }) => name === undefined)[1]?.value;
  const methods = textsOf(named(args, 'methods'));
  const isFunction = module.functions.some(({ name }) => handler?.k === 'var' && name === handler.name);
  return pathFirst(methods.length > 0 || !isFunction ? methods : ['GET'], first(args, 'path'), handler);
}

/** aiohttp's `add_route('GET', '/orders', orders)`; `*` is every method. */
function methodFirst(
  method: Expr | undefined,
  path: Expr | undefined,
  handler: Expr | undefined,
): Listed | undefined {
  const [verb] = textsOf(method);
  if (verb === undefined || !/^(?:[A-Z]{3,7}|\*)$/.test(verb)) return undefined;
  return pathFirst(verb === '*' ? [] : [verb], path, handler);
}

function pathFirst(
  methods: readonly string[],
  path: Expr | undefined,
  handler: Expr | undefined,
): Listed | undefined {
  const [text] = textsOf(path);
  return text?.startsWith('/') && handler ? { methods, path: text, handler } : undefined;
}

/** Tornado's `(r'/orders/([0-9]+)', OrderHandler)`. */
function byPair(items: readonly Arg[]): Listed | undefined {
  const [path, handler] = items.map(({ value }) => value);
  const text = path?.k === 'const' ? textsOf(path)[0]?.replace(/^\^/, '').replace(/\$$/, '') : undefined;
  const isHandler = handler?.k === 'var' || handler?.k === 'field';
  return text?.startsWith('/') && isHandler && items.length <= 4
    ? { methods: [], path: text, handler }
    : undefined;
}

const first = (args: readonly Arg[], name: string): Expr | undefined =>
  named(args, name) ?? args.find((arg) => arg.name === undefined)?.value;
