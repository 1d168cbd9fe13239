import type { Arg, Expr, Property } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import type { ExpressionLowering, Lowering } from './lowering.ts';

/** JSX stands for calls of `createElement(type, props, ...children)`; every JSX runtime means the same by it. */

const elements = new Set(['jsx_element', 'jsx_self_closing_element', 'jsx_fragment', 'jsx_expression']);

/** Lower-case names are HTML elements, others are components in scope. */
function elementType(node: SyntaxNode | undefined, to: Lowering): Expr {
  if (node === undefined) return { k: 'const', at: 0, end: 0, value: '' };
  const { at, end } = node;
  if (node.type === 'jsx_namespace_name') return { k: 'const', at, end, value: to.source(node) };
  if (node.type === 'identifier') {
    const name = to.source(node);
    const first = name[0] ?? '';
    return first === first.toLowerCase() ? { k: 'const', at, end, value: name } : { k: 'var', at, end, name };
  }
  return to.expression(node);
}

function attribute(node: SyntaxNode, to: Lowering): Property {
  const { at, end } = node;
  const [name, value] = node.children.filter((child) => child.type !== '=');
  return {
    at,
    end,
    key: name === undefined ? '' : to.source(name),
    value: value === undefined ? { k: 'const', at, end, value: true } : to.expression(value),
  };
}

/** `{...props}` among attributes, `{...items}` among children. */
function spreadOf(node: SyntaxNode): SyntaxNode | undefined {
  return childOf(node, 'spread_element');
}

function createElement(node: SyntaxNode, opening: SyntaxNode, to: Lowering): Expr {
  const props: Property[] = [];
  for (const child of opening.children) {
    if (child.type === 'jsx_attribute') props.push(attribute(child, to));
    else if (child.type === 'jsx_expression') {
      const spread = spreadOf(child)?.children.find((candidate) => to.isExpression(candidate));
      // What a function makes are attributes of its own choice, whatever it is given: `{...getInputProps(field)}`.
      if (spread !== undefined) {
        const key = spread.type === 'call_expression' ? 'attributes' : undefined;
        props.push({ at: child.at, end: child.end, key, value: to.expression(spread) });
      }
    }
  }
  const type = elementType(fieldOf(opening, 'name'), to);
  const args: Arg[] = [{ value: type }, { value: { k: 'object', at: opening.at, end: opening.end, props } }];
  if (node !== opening) {
    for (const child of node.children) {
      if (!elements.has(child.type)) continue;
      const spread = spreadOf(child);
      if (spread !== undefined) args.push({ value: to.expression(spread.children.at(-1)), spread: 'list' });
      else args.push({ value: to.expression(child) });
    }
  }
  const at = type.end > 0 ? type.at : node.at;
  return {
    k: 'call',
    at,
    end: node.end,
    callee: { k: 'api', at, end: at, api: 'react.createElement' },
    args,
  };
}

function element(node: SyntaxNode, to: Lowering): Expr {
  return createElement(node, fieldOf(node, 'open_tag') ?? childOf(node, 'jsx_opening_element') ?? node, to);
}

function braces(node: SyntaxNode, to: Lowering): Expr {
  const value = node.children.find((child) => to.isExpression(child));
  return value === undefined
    ? { k: 'const', at: node.at, end: node.end, value: undefined }
    : to.expression(value);
}

export const jsx: readonly (readonly [string, ExpressionLowering])[] = [
  ['jsx_element', element],
  ['jsx_fragment', element],
  ['jsx_self_closing_element', (node, to) => createElement(node, node, to)],
  ['jsx_expression', braces],
];
