import type { Expr, ModuleIR } from '../ir/ir.ts';
import { dottedName, type IRNode, walk } from '../ir/walk.ts';
import type { RoutedHandler } from './routed-handlers.ts';
import { type Hint, namesIdentity, routeOf } from './told.ts';

/**
 * A route that looks an object up by an id of its address and works with nothing of the caller, where half of the routes
 * beside it with the same id compare the object with the caller, or look it up among those of the caller.
 */
export function missingAuthorization(group: readonly RoutedHandler[]): readonly Hint[] {
  const looking = group.flatMap((handler) => {
    const ids = idsOf(handler.path);
    const read = readIn(handler, ids);
    return read.lookup ? [{ handler, ...read, lookup: read.lookup, ids: ids.join() }] : [];
  });
  return looking.flatMap(({ handler, lookup, namesCaller, ids }) => {
    const siblings = looking.filter((other) => other.handler !== handler && other.ids === ids);
    const asking = siblings.filter((other) => other.comparesCaller);
    const [example] = asking;
    if (namesCaller || !example || asking.length < Math.max(2, siblings.length / 2)) return [];
    return [
      {
        vulnClass: 'missing-authorization',
        module: handler.module,
        at: lookup.at,
        end: lookup.end,
        message: `${routeOf(handler)} looks an object up by the id in its address and compares nothing with the caller; ${asking.length} of ${siblings.length} routes beside it with the same id do, such as ${routeOf(example.handler)}. It is a hint: the object may belong to everybody, or be checked elsewhere.`,
      },
    ];
  });
}

/** Names of parameters in a route's address that stand for an object: `:id`, `{id}`, `<int:id>`, `<uuid:code>`. */
const idsOf = (path: string): readonly string[] =>
  [...path.matchAll(/<(?:(\w+):)?(\w+)>|:(\w+)|\{(\w+)/g)].flatMap(([, type, a, b, c]) => {
    const name = a ?? b ?? c ?? '';
    return type === 'uuid' || /id$|uuid|key|slug|^pk$/i.test(name) ? [name] : [];
  });

/** Methods that give, change or remove one object by its id. */
const lookups =
  /^_?(?:find|get|select|load|fetch|remove|delete|destroy|update|edit|where|filter)(?:_?(?:by|one|object|first|and|or)|[A-Z_]|$)|^(?:first|one)_or_404$/;

function readIn(
  { fn, module }: RoutedHandler,
  ids: readonly string[],
): { readonly lookup: Expr | undefined; readonly namesCaller: boolean; readonly comparesCaller: boolean } {
  let lookup: Expr | undefined;
  let namesCaller = false;
  let comparesCaller = false;
  if (ids.length === 0) return { lookup, namesCaller, comparesCaller };
  for (const statement of fn.body) {
    walk(statement, (node) => {
      namesCaller ||= namesIdentity(node);
      if (node.k === 'binary' && /^[!=]==?$/.test(node.op)) comparesCaller ||= holdsIdentity(node);
      if (node.k !== 'call') return undefined;
      const name = lastName(node.callee);
      if (name === 'equals') comparesCaller ||= holdsIdentity(node);
      if (!lookups.test(name)) return undefined;
      const isById = node.args.some(({ value }) => mentions(value, ids));
      if (isById) lookup ??= node;
      const asked = isById && (node.args.some(({ value }) => holdsIdentity(value)) || asksIn(module, name));
      comparesCaller ||= asked;
      namesCaller ||= asked;
      return undefined;
    });
  }
  return { lookup, namesCaller, comparesCaller };
}

/** Whether a function of the module, by its name, names the caller: `get_project(request, id)`. */
const asksIn = ({ functions }: ModuleIR, name: string): boolean =>
  functions.some(
    (helper) => helper.name === name && helper.body.some((statement) => holdsIdentity(statement)),
  );

function holdsIdentity(part: IRNode): boolean {
  let holds = false;
  walk(part, (node) => {
    holds ||= node.k !== 'const' && namesIdentity(node);
    return holds ? false : undefined;
  });
  return holds;
}

const lastName = (callee: Expr): string =>
  callee.k === 'field' ? callee.name : callee.k === 'var' ? callee.name : '';

/** `id`, `req.params.id`, `{ where: { id } }` */
function mentions(value: Expr, ids: readonly string[]): boolean {
  let found = false;
  walk(value, (node) => {
    if (node.k === 'var') found ||= ids.includes(node.name);
    if (node.k === 'field')
      found ||= ids.includes(node.name) && /params|args/.test(dottedName(node.object) ?? '');
    return found ? false : undefined;
  });
  return found;
}
