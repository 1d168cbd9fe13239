import type { Expr, Stmt, TypeRef, Var } from '../../ir/ir.ts';
import { isSmall } from '../../ir/size.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { type Context, declareLocal, isToken, opaque, textOf } from './context.ts';
import { typeValue } from './names.ts';
import { typeByPath, typeOf } from './types.ts';

/** A variable that a pattern binds, and what it is bound to, given a way to write the matched value. */
interface Bound {
  readonly target: Var;
  readonly value: Expr;
}

/** `x instanceof T`, `x instanceof T t`, `x instanceof R(A a, B b)`: the test, and then the bindings. */
export function instanceOfPattern(node: SyntaxNode, context: Context): Expr {
  const left = fieldOf(node, 'left');
  if (!left) return opaque(node, context);
  const { at, end } = node;
  const written = fieldOf(node, 'right');
  const pattern = fieldOf(node, 'pattern');
  const name = fieldOf(node, 'name');
  const type = written ? typeOf(written, context) : pattern && patternType(pattern, context);
  if (!type) return opaque(node, context);
  const subject = repeatable(left, name !== undefined || pattern !== undefined, context);
  const test: Expr = {
    k: 'binary',
    at,
    end,
    op: 'instanceof',
    left: subject.first,
    right: typeValue(type, written ?? pattern ?? node),
  };
  const bound: Bound[] = [];
  if (name) {
    const value: Expr = { k: 'cast', at, end, type, value: subject.again() };
    bound.push({ target: bind(name, type, context), value });
  } else if (pattern) bindPattern(pattern, subject.again, context, bound);
  if (bound.length === 0) return test;
  for (const { target } of bound) context.frame.hoisted.add(target.name);
  const items: Expr[] = bound.map(({ target, value }) => ({ k: 'assign', at, end, target, value }));
  items.push({ k: 'const', at, end, value: true });
  return { k: 'logical', at, end, op: '&&', left: test, right: { k: 'sequence', at, end, items } };
}

/** An expression that is read several times: written again where it is small, else kept in a variable. */
function repeatable(
  node: SyntaxNode,
  isRepeated: boolean,
  context: Context,
): { readonly first: Expr; readonly again: () => Expr } {
  const { at, end } = node;
  const value = context.expression(node);
  if (!isRepeated || isSmall(value)) return { first: value, again: () => context.expression(node) };
  const name = `value ${++context.counter}`;
  context.frame.hoisted.add(name);
  const kept = (): Var => ({ k: 'var', at, end, name });
  return { first: { k: 'assign', at, end, target: kept(), value }, again: kept };
}

/** The declarations that a `case` pattern makes; `subject` writes the switch's value afresh each time. */
export function casePattern(pattern: SyntaxNode, subject: () => Expr, context: Context): Stmt[] {
  const bound: Bound[] = [];
  bindPattern(pattern, subject, context, bound);
  const { at, end } = pattern;
  return bound.map(({ target, value }) => ({ k: 'declare', at, end, target, scope: 'block', init: value }));
}

function bindPattern(node: SyntaxNode, subject: () => Expr, context: Context, out: Bound[]): void {
  const { at, end } = node;
  switch (node.type) {
    case 'pattern': {
      const inner = node.children.find((child) => !isToken(child));
      if (inner) bindPattern(inner, subject, context, out);
      return;
    }
    case 'type_pattern':
    case 'record_pattern_component': {
      const parts = node.children.filter((child) => child.type !== 'modifiers' && !isToken(child));
      const name = parts[parts.length - 1];
      if (name?.type === 'record_pattern') return bindPattern(name, subject, context, out);
      if (name?.type !== 'identifier' || parts.length < 2) return;
      const type = typeOf(parts[0], context);
      const value = subject();
      out.push({
        target: bind(name, type, context),
        value: type ? { k: 'cast', at, end, type, value } : value,
      });
      return;
    }
    case 'record_pattern': {
      const type = patternType(node, context);
      const components = context.outlinesByName.get(type?.candidates[0] ?? '')?.components;
      const body = childOf(node, 'record_pattern_body');
      let position = 0;
      for (const part of body?.children ?? []) {
        if (isToken(part)) continue;
        const component = components?.[position++];
        const inner = (): Expr =>
          component === undefined || !type
            ? { k: 'opaque', at, end, parts: [subject()] }
            : {
                k: 'field',
                at,
                end,
                object: { k: 'cast', at, end, type, value: subject() },
                name: component,
              };
        bindPattern(part, inner, context, out);
      }
      return;
    }
    default:
  }
}

function bind(name: SyntaxNode, type: TypeRef | undefined, context: Context): Var {
  const text = textOf(name, context);
  declareLocal(context, text, type);
  return { k: 'var', at: name.at, end: name.end, name: text };
}

function patternType(node: SyntaxNode, context: Context) {
  const inner = node.type === 'pattern' ? (node.children.find((child) => !isToken(child)) ?? node) : node;
  const head = inner.children.find((child) => child.type !== 'modifiers' && !isToken(child));
  if (!head) return undefined;
  return head.type === 'identifier' || head.type === 'scoped_identifier'
    ? typeByPath(textOf(head, context), context)
    : typeOf(head, context);
}
