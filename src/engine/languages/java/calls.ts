import type { Arg, Expr, Stmt } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { type Context, isToken, opaque, textOf } from './context.ts';
import { resolveMethod, typeValue } from './names.ts';
import { type ClassOutline, outlineClass } from './outline.ts';
import { typeOf } from './types.ts';

export function argumentsOf(node: SyntaxNode, context: Context): Arg[] {
  const written = fieldOf(node, 'arguments')?.children ?? [];
  // Only broken ones have tokens among them.
  const values = written.some(isToken) ? written.filter((child) => !isToken(child)) : written;
  return values.map((child) => ({ value: context.expression(child) }));
}

/** `name(…)`, `object.name(…)`, `super.name(…)`, `Outer.super.name(…)`. */
export function invocation(node: SyntaxNode, context: Context): Expr {
  const name = fieldOf(node, 'name');
  if (!name) return opaque(node, context);
  const callee = calleeOf(node, name, context);
  return { k: 'call', at: name.at, end: node.end, callee, args: argumentsOf(node, context) };
}

function calleeOf(node: SyntaxNode, name: SyntaxNode, context: Context): Expr {
  const written = fieldOf(node, 'object');
  const superior = node.children.find((child) => child.type === 'super');
  const text = textOf(name, context);
  if (!written && !superior) return resolveMethod(text, name, context);
  const object: Expr =
    superior || !written
      ? { k: 'super', at: superior?.at ?? node.at, end: superior?.end ?? node.at }
      : context.expression(written);
  return { k: 'field', at: name.at, end: name.end, object, name: text };
}

/** `new T(…)`, with or without a class body. */
export function creation(node: SyntaxNode, context: Context): Expr {
  const written = fieldOf(node, 'type');
  const type = typeOf(written, context);
  if (!written || !type) return opaque(node, context);
  const args = argumentsOf(node, context);
  const callee = typeValue(type, written);
  const body = childOf(node, 'class_body');
  if (!body) return { k: 'new', at: node.at, end: node.end, callee, args };
  const index = context.classDefinition(body, outlineAnonymous(node, context), [type]);
  return { k: 'new', at: node.at, end: node.end, callee, args, body: index };
}

/** A class body after `new T(…)` or an enum constant has no name of its own. */
export function outlineAnonymous(node: SyntaxNode, context: Context): ClassOutline {
  const name = `${enclosingName(context)}.$${++context.counter}`;
  return outlineClass(node, '', name, context.text, context.outlines);
}

/** The qualified name of the innermost class, else the package. */
export function enclosingName(context: Context): string {
  for (let scope: typeof context.scope | undefined = context.scope; scope; scope = scope.parent)
    if (scope.kind === 'class') return scope.outline.qualifiedName;
  return context.packageName;
}

/** `super(…)` and `this(…)` at the start of a constructor. */
export function constructorCall(node: SyntaxNode, context: Context): Stmt {
  const callee = fieldOf(node, 'constructor');
  const { at, end } = node;
  const target: Expr =
    callee?.type === 'this'
      ? { k: 'this', at, end: callee.end }
      : { k: 'super', at, end: callee?.end ?? end };
  return {
    k: 'expr',
    at,
    end,
    value: { k: 'call', at, end, callee: target, args: argumentsOf(node, context) },
  };
}
