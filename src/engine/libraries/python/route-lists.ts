import type { Route, RouteParameters } from '../../dataflow/entries/route-tables.ts';
import type { LinkedFunction, LinkedModule } from '../../dataflow/names/linking.ts';
import { everyClass, type Mask, noClass } from '../../dataflow/values/masks.ts';
import { clearedByPattern, isStrictPattern } from '../../dataflow/values/patterns.ts';
import type { Expr } from '../../ir/ir.ts';
import { dottedName, walk } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

/** The routes that the body of a function lists. */
function routesIn({ ir, module }: LinkedFunction): readonly Route[] {
  if (!module.ir.imports.some(isRouting)) return [];
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

/** Tornado's and Django's tables of routes, which have one form. */
export const hooks: LibraryHooks = { routes: routesIn };
