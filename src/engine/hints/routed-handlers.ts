import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import { dottedName } from '../ir/walk.ts';
import { checksBefore } from '../routes/checks.ts';
import { guardsAmong } from '../routes/decorators.ts';
import type { EntryPoints } from '../routes/index.ts';

/** A handler with the route that leads to it. */
export interface RoutedHandler {
  readonly module: ModuleIR;
  readonly fn: FunctionIR;
  readonly methods: readonly string[];
  readonly path: string;
  /** Everything known that asks who the caller is before the handler ends. */
  readonly guards: readonly string[];
  /** Of those, the ones in front of the handler. */
  readonly inFront: readonly string[];
  /** The routes beside it: of the same router, controller or file of views. */
  readonly group: string;
  /** As the router or the class is called, for a message. */
  readonly of: string;
}

/** The handlers of all routes that lead to code of the project. Of several routes of one handler, the first. */
export function routedHandlers(entryPoints: EntryPoints): readonly RoutedHandler[] {
  const found = new Map<FunctionIR, RoutedHandler>();
  for (const { route, from, module, fn } of entryPoints.handled()) {
    if (found.has(fn)) continue;
    const cls = fn.cls === undefined ? undefined : module.classes[fn.cls];
    const inClass = cls !== undefined && from.path === module.path && route.router === undefined;
    const router = route.router ?? (inClass ? cls.name : '');
    const inFront = new Set([
      ...entryPoints.guardsOf(route, from),
      ...guardsAmong(fn.decorators),
      ...(cls ? guardsAmong(cls.decorators) : []),
      ...givenIdentity(fn),
    ]);
    const guards = new Set([...inFront, ...checksBefore(fn, fn.end)]);
    found.set(fn, {
      module,
      fn,
      methods: route.methods,
      path: route.path,
      guards: [...guards],
      inFront: [...inFront],
      group: `${router === '' ? module.path : from.path} ${router}`,
      of: router,
    });
  }
  return [...found.values()];
}

/** A parameter that the framework fills with who the caller is. */
const givenIdentity = ({ params }: FunctionIR): readonly string[] =>
  params.flatMap((param) => {
    const decorator = param.decorators
      .map(({ expr }) => dottedName(expr) ?? '')
      .find((name) => identity.test(name));
    const type = param.type?.candidates.find((name) =>
      /(?:^|\.)(?:Principal|Authentication|UserDetails)$/.test(name),
    );
    return decorator ?? type ?? [];
  });

const identity =
  /(?:CurrentUser|AuthenticationPrincipal|AuthUser|GetUser|ReqUser|LoginUser|Session(?:User|Attribute)?)$/;
