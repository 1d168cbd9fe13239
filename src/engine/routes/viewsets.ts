import type { ModuleIR } from '../ir/ir.ts';
import { type Check, joinPaths, type Routes } from './entry-point.ts';
import type { Declaration } from './index.ts';
import type { ModuleLookup } from './scope.ts';

/** Actions of view sets that are told of. */
const maximumActions = 10_000;

/**
 * Returns the routes of classes that are registered with routers, each with its whole path.
 * @param prefixesOf the paths below which a module's routes are served
 */
export function viewsetRoutes(
  modules: readonly { readonly ir: ModuleIR; readonly routes: Routes }[],
  lookup: ModuleLookup,
  prefixesOf: (module: ModuleIR) => readonly (string | undefined)[],
): readonly Declaration[] {
  const defaults = modules.flatMap(({ routes }) => routes.defaultChecks ?? []);
  const byModule = new Map(modules.map((one) => [one.ir, one]));
  const found: Declaration[] = [];
  for (const { ir, routes } of modules)
    for (const { path, prefix, name, module } of routes.registrations ?? []) {
      const from = module === undefined ? ir : lookup(module, ir);
      const view = from && byModule.get(from)?.routes.viewsets?.find((one) => one.name === name);
      if (!view) continue;
      for (const action of view.actions)
        for (const outer of prefixesOf(ir)) {
          if (found.length >= maximumActions) return found;
          const ofClass: readonly Check[] = view.hasPermissions ? view.checks : [...view.checks, ...defaults];
          const fn = action.fn && from.functions.find(({ at }) => at === action.fn?.at);
          found.push({
            route: {
              methods: [action.method],
              path: outer === undefined ? '' : joinPaths(joinPaths(outer, prefix), `${path}${action.path}`),
              guards: [...(action.hasPermissions ? [] : view.guards), ...(action.guards ?? [])],
              checks: [...(action.hasPermissions ? [] : ofClass), ...(action.checks ?? [])],
              at: view.at,
              handler: { name: `${name}.${action.name}`, owner: undefined, module: undefined },
            },
            from,
            handlers: fn ? [{ module: from, fn }] : [],
            isWhole: true,
          });
        }
    }
  return found;
}
