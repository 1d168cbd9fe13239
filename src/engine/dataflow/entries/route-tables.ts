import type { Node } from '../../ir/ir.ts';
import { emptyObject } from '../heap/heap.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import { clearLabels } from '../values/labels.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { reference, tainted, type Value } from '../values/values.ts';

/** For which classes what a route lets through is safe, by the parameter's name, or by its place where it has none. */
export type RouteParameters = ReadonlyMap<string | number, Mask>;

/** What tables of routes say of the parameters that methods of view classes get, and in which functions they stand. */
export interface RouteTables {
  readonly views: ReadonlyMap<LinkedClass, RouteParameters>;
  readonly holders: ReadonlySet<LinkedFunction>;
}

/**
 * Reads the tables of a project: `(r"/post/(\d+)", Post)`, `path("stock/<int:pk>", Stock.as_view())`.
 * What one route of several does not say of a class is not said.
 */
export function routeTables(machine: Machine): RouteTables {
  const views = new Map<LinkedClass, RouteParameters>();
  const holders = new Set<LinkedFunction>();
  for (const module of machine.project.modules.values())
    for (const fn of module.functions)
      for (const { view, parameters } of routesIn(machine, fn)) {
        const cls = machine.project.typeNamed(view, module);
        if (typeof cls !== 'object') continue;
        holders.add(fn);
        note(views, cls, parameters);
      }
  return { views, holders };
}

/** Arguments by name, `**kwargs` or `self.kwargs` of a view: those that its routes check are told apart. */
export function routedArguments(
  machine: Machine,
  cls: LinkedClass,
  value: Value,
  frame: Frame,
  node: Node,
): Value {
  const { labels } = value;
  const route = labels.length === 0 || value.refs.length > 0 ? undefined : machine.routeOf(cls);
  if (!route) return value;
  const fields = new Map(
    [...route].flatMap(([name, mask]) =>
      typeof name === 'string' ? [[name, tainted(clearLabels(labels, mask))] as const] : [],
    ),
  );
  if (fields.size === 0) return value;
  const object = { ...emptyObject, rest: tainted(labels), fields, sure: new Set(fields.keys()) };
  return reference(machine.allocate(object, frame, node), 'dict');
}

export interface Route {
  readonly view: string;
  readonly parameters: RouteParameters;
}

/** The routes that the body of a function lists. */
export const routesIn = ({ project }: Machine, fn: LinkedFunction): readonly Route[] =>
  project.hooks.routes.flatMap((routes) => routes(fn));

function note(found: Map<LinkedClass, RouteParameters>, cls: LinkedClass, parameters: RouteParameters): void {
  const before = found.get(cls);
  if (!before) {
    found.set(cls, parameters);
    return;
  }
  const both = [...before].map(([key, mask]) => [key, mask.and(parameters.get(key) ?? noClass)] as const);
  found.set(cls, new Map(both));
}
