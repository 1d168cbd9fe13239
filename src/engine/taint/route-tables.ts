import type { Expr, Node } from '../ir/ir.ts';
import { dottedName, walk } from '../ir/walk.ts';
import { emptyObject } from './heap.ts';
import { clearLabels } from './labels.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from './linking.ts';
import type { Frame, Machine } from './machine.ts';
import { everyClass, type Mask, noClass } from './masks.ts';
import { clearedByPattern, isStrictPattern } from './patterns.ts';
import { reference, tainted, type Value } from './values.ts';

/** For which classes what a route lets through is safe, by the parameter's name, or by its place where it has none. */
export type RouteParameters = ReadonlyMap<string | number, Mask>;

/** What tables of routes say of the parameters that methods of view classes get, and in which functions they stand. */
export interface RouteTables {
  readonly views: ReadonlyMap<LinkedClass, RouteParameters>;
  readonly holders: ReadonlySet<LinkedFunction>;
}

/**
 * Reads the tables of a project: `(r"/post/(\d+)", Post)` of Tornado, `path("stock/<int:pk>", Stock.as_view())` of Django.
 * What one route of several does not say of a class is not said.
 */
export function routeTables(machine: Machine): RouteTables {
  const views = new Map<LinkedClass, RouteParameters>();
  const holders = new Set<LinkedFunction>();
  for (const module of machine.project.modules.values())
    for (const fn of module.functions)
      for (const { view, parameters } of routesIn(fn)) {
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

/** The routes that the body of a function lists. */
export function routesIn({ ir, module }: LinkedFunction): readonly Route[] {
  if (module.ir.language !== 'python' || !module.ir.imports.some(isRouting)) return [];
  const found: Route[] = [];
  for (const statement of ir.body)
    walk(statement, (node) => {
      const route = node.k === 'call' || node.k === 'array' ? routeOf(node) : undefined;
      if (route) found.push(route);
      return undefined;
    });
  return found;
}

const isRouting = ({ module }: LinkedModule['ir']['imports'][number]): boolean =>
  /^(?:tornado|django)(?:\.|$)/.test(module);

export interface Route {
  readonly view: string;
  readonly parameters: RouteParameters;
}

function routeOf(node: Extract<Expr, { k: 'call' | 'array' }>): Route | undefined {
  const [first, second] = (node.k === 'call' ? node.args : node.items).map(({ value }) => value);
  if (first?.k !== 'const' || typeof first.value !== 'string' || !second) return undefined;
  const maker = node.k === 'call' ? dottedName(node)?.split('.').at(-1) : undefined;
  const isView = second.k === 'call' && second.callee.k === 'field' && second.callee.name === 'as_view';
  const view = isView && second.callee.k === 'field' ? dottedName(second.callee.object) : dottedName(second);
  if (view === undefined || (second.k === 'call' && !isView)) return undefined;
  if (isView && maker === 'path') return { view, parameters: converted(first.value) };
  const isPattern = isView
    ? maker === 're_path' || maker === 'url'
    : node.k === 'array' || maker === 'url' || maker === 'URLSpec';
  return isPattern ? { view, parameters: grouped(first.value) } : undefined;
}

const converted = (route: string): RouteParameters =>
  new Map([...route.matchAll(/<(?:int|slug|uuid):(\w+)>/g)].map(([, name = '']) => [name, everyClass]));

/** The pieces of a pattern that matter to where its groups are; a class that is not closed takes the rest. */
const pieces = /\\[\s\S]?|\[(?:\\[\s\S]?|[^\]\\])*\]?|\((?:\?P<(\w+)>|\?)?|\)|[^\\[()]+/g;

/** Groups of a pattern without groups in them. */
function grouped(pattern: string): RouteParameters {
  const found = new Map<string | number, Mask>();
  let open: { readonly name: string | undefined; readonly start: number } | undefined;
  let place = 0;
  for (const { 0: piece, 1: name, index } of pattern.matchAll(pieces)) {
    if (piece === '(' || name !== undefined) open = { name, start: index + piece.length };
    else if (piece === '(?') open = undefined;
    else if (piece === ')' && open) {
      const source = pattern.slice(open.start, index);
      const cleared = isStrictPattern(source, true, true) ? clearedByPattern(source) : noClass;
      found.set(open.name ?? place, cleared);
      if (open.name === undefined) place++;
      open = undefined;
    }
  }
  return found;
}

function note(found: Map<LinkedClass, RouteParameters>, cls: LinkedClass, parameters: RouteParameters): void {
  const before = found.get(cls);
  if (!before) {
    found.set(cls, parameters);
    return;
  }
  const both = [...before].map(([key, mask]) => [key, mask.and(parameters.get(key) ?? noClass)] as const);
  found.set(cls, new Map(both));
}
