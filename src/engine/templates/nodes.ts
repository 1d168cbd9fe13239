/** The nodes of the intermediate representation that templates are lowered to. */
import type { Arg, Expr, Node, Pattern, Property, Stmt } from '../ir/ir.ts';

export const constant = (node: Node, value: string | number | boolean | null): Expr => ({
  k: 'const',
  value,
  ...span(node),
});
export const variable = (node: Node, name: string): Extract<Expr, { k: 'var' }> => ({
  k: 'var',
  name,
  ...span(node),
});
export const field = (node: Node, object: Expr, name: string): Expr => ({
  k: 'field',
  object,
  name,
  ...span(node),
});
export const index = (node: Node, object: Expr, key: Expr): Expr => ({
  k: 'index',
  object,
  index: key,
  ...span(node),
});
export const call = (node: Node, callee: Expr, args: readonly Arg[]): Expr => ({
  k: 'call',
  callee,
  args,
  ...span(node),
});
/** What a template does with a value: one of the APIs of `operations`. */
export const operation = (node: Node, api: string, args: readonly Expr[]): Expr =>
  call(
    node,
    { k: 'api', api, ...span(node) },
    args.map((value) => ({ value })),
  );
export const opaque = (node: Node, parts: readonly Expr[]): Expr => ({ k: 'opaque', parts, ...span(node) });
export const not = (node: Node, operand: Expr): Expr => ({ k: 'unary', op: '!', operand, ...span(node) });
export const binary = (node: Node, op: string, left: Expr, right: Expr): Expr => ({
  k: 'binary',
  op,
  left,
  right,
  ...span(node),
});
export const conditional = (node: Node, test: Expr, then: Expr, otherwise: Expr): Expr => ({
  k: 'conditional',
  test,
  then,
  else: otherwise,
  ...span(node),
});
export const object = (node: Node, props: readonly Property[]): Expr => ({
  k: 'object',
  props,
  ...span(node),
});
export const property = (node: Node, key: string | undefined, value: Expr): Property => ({
  key,
  value,
  ...span(node),
});
export const array = (node: Node, items: readonly Arg[]): Expr => ({
  k: 'array',
  items,
  ...span(node),
});

export const run = (value: Expr): Stmt => ({ k: 'expr', value, ...span(value) });
export const block = (node: Node, body: readonly Stmt[]): Stmt => ({ k: 'block', body, ...span(node) });
export const declare = (node: Node, target: Pattern, init?: Expr): Extract<Stmt, { k: 'declare' }> => ({
  k: 'declare',
  target,
  scope: 'function',
  ...(init && { init }),
  ...span(node),
});
export const branch = (node: Node, test: Expr, then: Stmt, otherwise?: Stmt): Stmt => ({
  k: 'if',
  test,
  then,
  ...(otherwise && { else: otherwise }),
  ...span(node),
});
export const forEach = (node: Node, target: Pattern, iterable: Expr, body: Stmt): Stmt => ({
  k: 'foreach',
  target: declare(node, target),
  iterable,
  over: 'values',
  body,
  ...span(node),
});

const span = ({ at, end }: Node): Node => ({ at, end });

/** An expression's own place; that of the whole tag where it has none. */
export const spanOf = (value: Expr, from: number, to: number): Node =>
  value.end > value.at ? value : { at: from, end: to };

/** What templates do, as APIs that the models have rows of. */
export const operations = {
  /** Written into the page as it is. */
  markup: '$template.markup',
  /** Handed to a tag of a library as it is, which may do something with it first. */
  handed: '$template.handed',
  /** Written as it is because nothing has the engine escape values. */
  unescaped: '$template.unescaped',
  /** Escaped, into an attribute without quotes: a space ends it. */
  attribute: '$template.attribute',
  /** Escaped, at the beginning of an address that the page leads to. */
  url: '$template.url',
  /** Escaped for markup, but written into a script outside of its texts. */
  script: '$template.script',
  /** Escaped for markup, in a script that is an attribute: the browser takes the escapes back first. */
  handler: '$template.handler',
  /** Escaped for markup, but compiled again by a framework in the browser. */
  compiled: '$template.compiled',
  /** Run as an expression of the engine. */
  code: '$template.code',
  /** Made safe for markup. */
  escaped: '$template.escaped',
  /** A number, a date, a test: no text of anybody's choice. */
  plain: '$template.plain',
  /** Something that is not known is done with it. */
  filter: '$template.filter',
  /** Another template is written here, with this context. */
  include: '$template.include',
  /** The functions that another template declares. */
  functions: '$template.functions',
} as const;
