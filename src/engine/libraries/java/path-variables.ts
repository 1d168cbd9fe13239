import type { LinkedFunction } from '../../dataflow/names/linking.ts';
import { bitOf, type Mask, noClass } from '../../dataflow/values/masks.ts';
import { clearedByPattern, isStrictPattern } from '../../dataflow/values/patterns.ts';
import type { Expr, Param } from '../../ir/ir.ts';
import { decoratorArgs } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Annotations of parameters that are parts of the path. */
const ofPath = /^@(?:[\w.]+\.)?(?:PathVariable|PathParam|RestPath)\b/;

/** Annotations that name a route. */
const routes = /^@(?:[\w.]+\.)?(?:Path|\w*Mapping|Get|Post|Put|Delete|Patch|Controller|Route)\b/;

/** Annotations of JAX-RS's methods. */
const ofResource = /^@(?:[\w.]+\.)?(?:GET|POST|PUT|DELETE|PATCH)\b/;

/** Types that name a file. */
const files = new Set(['java.io.File', 'java.nio.file.Path']);

/** The body of a request as a file: JAX-RS writes it to one of its own, so a client chooses what is in it and not where it is. */
const clearedByMaking = ({ ir, module }: LinkedFunction, { decorators, type }: Param): Mask =>
  decorators.length === 0 &&
  type?.array !== true &&
  type?.candidates.some((name) => files.has(name)) === true &&
  ir.decorators.some(({ at, end }) => ofResource.test(module.text.slice(at, end)))
    ? bitOf('path-traversal')
    : noClass;

/**
 * The classes for which a handler's parameter is safe that is a part of the path, because the route lets nothing else through:
 * `@GetMapping("/{id:\\d+}")`, `@Path("{name: [a-z]+}")`.
 */
function clearedByPath({ ir, cls, module }: LinkedFunction, { decorators, target }: Param): Mask {
  if (target.k !== 'var') return noClass;
  const own = decorators.find(({ at, end }) => ofPath.test(module.text.slice(at, end)));
  if (!own && decorators.length > 0) return noClass;
  const [named] = own ? textsIn(decoratorArgs(own).map(({ value }) => value)) : [];
  const wanted = named ?? target.name;
  const masks = [...ir.decorators, ...(cls?.ir.decorators ?? [])]
    .filter(({ at, end }) => routes.test(module.text.slice(at, end)))
    .flatMap((route) => textsIn(decoratorArgs(route).map(({ value }) => value)))
    .flatMap(variablesIn)
    .flatMap(({ name, pattern }) =>
      name === wanted ? [clearedBy(pattern).or(own ? within(pattern) : noClass)] : [],
    );
  return masks.length > 0 ? masks.reduce((all, mask) => all.and(mask)) : noClass;
}

/** Of Spring, JAX-RS and Micronaut, whose routes have variables of one form. */
export const hooks: LibraryHooks = {
  routeParameter: (fn, param) => clearedByPath(fn, param).or(clearedByMaking(fn, param)),
};

/** Without a pattern of its own, which may let slashes through, a variable is one part of the path. */
const within = (pattern: string): Mask => (pattern === anything ? bitOf('one-segment') : noClass);

const clearedBy = (pattern: string): Mask =>
  pattern !== anything && isStrictPattern(pattern, true, true) ? clearedByPattern(pattern) : noClass;

const anything = '';

interface PathVariable {
  readonly name: string;
  /** What it must match; `anything` where the route does not say. */
  readonly pattern: string;
}

/** The variables of a route. */
function variablesIn(route: string): readonly PathVariable[] {
  const found: PathVariable[] = [];
  for (let i = route.indexOf('{'); i !== -1; i = route.indexOf('{', i + 1)) {
    const end = endOf(route, i);
    const [, name, pattern = anything] =
      /^\{\s*([\w.-]+)\s*(?::([\s\S]*))?\}$/.exec(route.slice(i, end)) ?? [];
    if (name !== undefined) found.push({ name, pattern: pattern.trim() });
    i = end - 1;
  }
  return found;
}

/** Where a variable ends whose pattern may have braces of its own: `{code:[a-z]{2}}`. */
function endOf(route: string, start: number): number {
  let depth = 0;
  for (let i = start; i < route.length; i++) {
    if (route[i] === '\\') i++;
    else if (route[i] === '{') depth++;
    else if (route[i] === '}' && --depth === 0) return i + 1;
  }
  return route.length;
}

const textsIn = (values: readonly Expr[]): readonly string[] =>
  values.flatMap((value) => {
    if (value.k === 'const') return typeof value.value === 'string' ? [value.value] : [];
    return value.k === 'array' ? textsIn(value.items.map((item) => item.value)) : [];
  });
