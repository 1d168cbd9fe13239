import type { Arg, Decorator, Expr } from '../../ir/ir.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import { type Context, isToken, textOf } from './context.ts';
import { typeValue } from './names.ts';
import { typeOf } from './types.ts';

const none: readonly Decorator[] = [];

/** The annotations of a declaration, which stand among its modifiers (of a variadic parameter also beside them). */
export function annotationsOf(node: SyntaxNode, context: Context): readonly Decorator[] {
  let found: Decorator[] | undefined;
  const look = (nodes: readonly SyntaxNode[]): void => {
    for (const child of nodes) {
      if (child.type === 'modifiers') look(child.children);
      else if (child.type === 'annotation' || child.type === 'marker_annotation') {
        const expr = annotation(child, context);
        if (!expr) continue;
        found ??= [];
        found.push({ at: child.at, end: child.end, expr });
      }
    }
  };
  look(node.children);
  return found ?? none;
}

/** `@A` is the type `A`, `@A(x, k = v)` a call of it. */
function annotation(node: SyntaxNode, context: Context): Expr | undefined {
  const name = fieldOf(node, 'name');
  const type = typeOf(name, context);
  if (!name || !type) return undefined;
  const callee = typeValue(type, name);
  const list = fieldOf(node, 'arguments');
  if (!list) return callee;
  const args: Arg[] = [];
  for (const child of list.children) {
    if (child.type === 'element_value_pair') {
      const key = fieldOf(child, 'key');
      const value = fieldOf(child, 'value');
      if (key && value) args.push({ name: textOf(key, context), value: annotationValue(value, context) });
    } else if (!isToken(child)) args.push({ value: annotationValue(child, context) });
  }
  return { k: 'call', at: name.at, end: node.end, callee, args };
}

/** The value of an annotation's element: an expression, an annotation or a list of these. */
export function annotationValue(node: SyntaxNode, context: Context): Expr {
  if (node.type === 'annotation' || node.type === 'marker_annotation') {
    const nested = annotation(node, context);
    if (nested) return nested;
  }
  if (node.type === 'element_value_array_initializer') {
    const items: Arg[] = [];
    for (const child of node.children)
      if (!isToken(child)) items.push({ value: annotationValue(child, context) });
    return { k: 'array', at: node.at, end: node.end, items };
  }
  return context.expression(node);
}
