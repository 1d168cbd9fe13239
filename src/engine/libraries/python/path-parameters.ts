import type { LinkedFunction } from '../../dataflow/names/linking.ts';
import { bitOf, type Mask, noClass } from '../../dataflow/values/masks.ts';
import type { Decorator, Param } from '../../ir/ir.ts';
import { decoratorArgs } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Decorators that name a route: `@app.get("/files/{name}")`, `@bp.route("/files/<name>")`. */
const routes = /^@[\w.]+\.(?:route|api_route|websocket|get|post|put|patch|delete|head|options)\b/;

/** Variables of a route: `{name}`, `{name:path}`, `<name>`, `<path:name>`. */
const variables = /\{(\w+)(?::(\w+))?\}|<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>/g;

/** Converters that let no slash through, of Starlette and Werkzeug. */
const withinSegments = new Set([undefined, 'str', 'string', 'default']);

/**
 * What is shown of a handler's parameter that is a part of the path: Starlette and Werkzeug match routes against the decoded path, so it is
 * one segment of it, and has no slash.
 */
function clearedByRoute({ ir, module }: LinkedFunction, { target }: Param): Mask {
  if (target.k !== 'var') return noClass;
  const own = ir.decorators.filter(({ at, end }) => routes.test(module.text.slice(at, end)));
  // What one of its routes does not name comes from elsewhere.
  return own.length > 0 && own.every((route) => isSegmentOf(route, target.name))
    ? bitOf('one-segment')
    : noClass;
}

function isSegmentOf(route: Decorator, name: string): boolean {
  const [first] = decoratorArgs(route);
  if (first?.value.k !== 'const' || typeof first.value.value !== 'string') return false;
  return [...first.value.value.matchAll(variables)].some(
    ([, braced, convertor, converter, pointed]) =>
      (braced ?? pointed) === name && withinSegments.has(convertor ?? converter),
  );
}

export const hooks: LibraryHooks = { routeParameter: clearedByRoute };
