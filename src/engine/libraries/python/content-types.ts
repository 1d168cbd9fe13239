import type { Invocation } from '../../dataflow/interpreter/machine.ts';
import type { Expr, FunctionIR } from '../../ir/ir.ts';
import { dottedName, type IRNode, walk } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

/** What of a function's answers is no page: their types are set by a statement of their own. */
interface ContentTypes {
  /** Whose type is set, by dotted name, and never to that of a page. */
  readonly others: ReadonlySet<string>;
  /** The variables that hold what calls give, by where these stand. */
  readonly holders: ReadonlyMap<number, string>;
}

const pages = /html|svg|[/+]xml/i;
const typeFields = new Set(['content_type', 'mimetype', 'media_type']);
const setters = new Set(['set_header', 'add_header', 'send_header', 'set_content_type']);
const typeHeader = /^content-type$/i;
const isTypeHeader = (expr: Expr | undefined): boolean =>
  expr?.k === 'const' && typeof expr.value === 'string' && typeHeader.test(expr.value);
/** `response.headers.set("Content-Type", …)` */
const headerSetters = new Set(['set', 'add', 'setdefault', '__setitem__']);

const known = new WeakMap<FunctionIR, ContentTypes>();

/**
 * Answers whose type is set apart from their text: `response.mimetype = "text/plain"`,
 * `self.set_header("Content-Type", "application/json")`.
 */
function isTypedApart(path: string, { site, receiverExpr }: Invocation): boolean {
  const { others, holders } = typesIn(site.frame.fn.ir);
  if (others.size === 0) return false;
  if (path === 'bottle.returned') return others.has('response') || others.has('bottle.response');
  const written = receiverExpr && dottedName(receiverExpr)?.replace(/\.wfile$/, '');
  const held = holders.get(site.node.at) ?? heldBy(site.node);
  return [written, held].some((name) => name !== undefined && others.has(name));
}

/** Answers of all frameworks: their types are set in the same ways. */
export const hooks: LibraryHooks = { isTypedApart };

/** `response.data = text`: the sink is a property of what has the type. */
const heldBy = (node: Invocation['site']['node']): string | undefined =>
  'k' in node && node.k === 'field' ? dottedName((node as Extract<Expr, { k: 'field' }>).object) : undefined;

function typesIn(ir: FunctionIR): ContentTypes {
  let found = known.get(ir);
  if (!found) {
    found = findTypes(ir);
    known.set(ir, found);
  }
  return found;
}

function findTypes(ir: FunctionIR): ContentTypes {
  const others = new Set<string>();
  const maybePages = new Set<string>();
  const holders = new Map<number, string>();
  const note = (of: Expr, type: Expr | undefined): void => {
    const name = dottedName(of);
    if (name === undefined) return;
    const text = type?.k === 'const' && typeof type.value === 'string' ? type.value : undefined;
    (text !== undefined && !pages.test(text) ? others : maybePages).add(name);
  };
  const look = (node: IRNode): undefined => {
    if (node.k === 'declare' && node.init?.k === 'call' && node.target.k === 'var')
      holders.set(node.init.at, node.target.name);
    if (node.k === 'assign') {
      const { target, value } = node;
      if (value.k === 'call' && target.k === 'var') holders.set(value.at, target.name);
      if (target.k === 'field' && typeFields.has(target.name)) note(target.object, value);
      // A constant key is read as a field.
      if (target.k === 'field' && typeHeader.test(target.name)) note(withoutHeaders(target.object), value);
    }
    if (node.k === 'call' && node.callee.k === 'field') {
      const { name: method, object } = node.callee;
      const holder = withoutHeaders(object);
      const [name, type] = node.args;
      if (
        (setters.has(method) || (holder !== object && headerSetters.has(method))) &&
        isTypeHeader(name?.value)
      )
        note(holder, type?.value);
    }
    return undefined;
  };
  for (const statement of ir.body) walk(statement, look);
  for (const name of maybePages) others.delete(name);
  return { others, holders };
}

/** `response.headers["Content-Type"]` is about the response. */
const withoutHeaders = (expr: Expr): Expr =>
  expr.k === 'field' && expr.name === 'headers' ? expr.object : expr;
