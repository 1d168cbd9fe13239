import type { Expr, Stmt, Switch, Var } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { type Context, type Delivery, inBlock, isToken, opaque, textOf, unknown } from './context.ts';
import { closure } from './functions.ts';
import { isVariable } from './names.ts';
import { casePattern } from './patterns.ts';

type Case = Switch['cases'][number];

/** A `switch` in the midst of an expression: a function called in place, whose cases return. */
export function switchValue(node: SyntaxNode, context: Context): Expr {
  const { at, end } = node;
  const callee = closure(node, context, () => ({ params: [], body: deliverValue(node, returning, context) }));
  return { k: 'call', at, end, callee, args: [] };
}

export const returning: Delivery = {
  deliver: (value) => ({ k: 'return', at: value.at, end: value.end, value }),
  leave: undefined,
};

/**
 * The statements that evaluate an expression and deliver its value. Where the expression is a `switch`, each of its
 * cases delivers, so that the paths stay apart.
 */
export function deliverValue(node: SyntaxNode, delivery: Delivery, context: Context): Stmt[] {
  if (node.type !== 'switch_expression') return [delivery.deliver(context.expression(node))];
  const { at, end } = node;
  const label = `yield ${++context.counter}`;
  let left = false;
  const leave = (): Stmt => {
    left = true;
    return { k: 'break', at, end, label };
  };
  const outer = context.delivery;
  context.delivery = {
    deliver: delivery.deliver,
    leave: delivery.deliver === returning.deliver ? undefined : leave,
  };
  try {
    const body = switchStatements(node, context, true);
    if (!left) return body;
    return [{ k: 'labeled', at, end, label, body: { k: 'block', at, end, body } }];
  } finally {
    context.delivery = outer;
  }
}

/** `yield v`: delivers, and leaves the switch. */
export function yieldStatement(node: SyntaxNode, context: Context): Stmt[] {
  const value = node.children.find((child) => !isToken(child));
  const { at, end } = node;
  const delivery = context.delivery;
  if (!value) return [];
  if (!delivery) return [{ k: 'expr', at, end, value: context.expression(value) }];
  const statements = deliverValue(value, delivery, context);
  if (delivery.leave) statements.push(delivery.leave());
  return statements;
}

/** A switch as statements; with `yields`, the expressions of arrow cases are its values. */
export function switchStatements(node: SyntaxNode, context: Context, yields = false): Stmt[] {
  const condition = fieldOf(node, 'condition');
  const body = fieldOf(node, 'body');
  const { at, end } = node;
  if (!condition || !body) return [{ k: 'expr', at, end, value: opaque(node, context) }];
  const subject = context.expression(condition);
  const patterned = body.children.some((group) => group.children.some(hasPattern));
  const temporary = `switch ${++context.counter}`;
  const named = (): Var => ({ k: 'var', at: condition.at, end: condition.end, name: temporary });
  const cases = inBlock(context, undefined, () =>
    body.children.flatMap((group) => caseOf(group, named, context, yields)),
  );
  if (!patterned) return [{ k: 'switch', at, end, subject, cases }];
  return [
    { k: 'declare', at, end, target: named(), scope: 'block', init: subject },
    { k: 'switch', at, end, subject: named(), cases },
  ];
}

function hasPattern(node: SyntaxNode): boolean {
  return node.type === 'switch_label' && childOf(node, 'pattern') !== undefined;
}

function caseOf(group: SyntaxNode, subject: () => Var, context: Context, yields: boolean): Case[] {
  const arrow = group.type === 'switch_rule';
  if (!arrow && group.type !== 'switch_block_statement_group') return [];
  const lower = (): Case => {
    const tests: Expr[] = [];
    const bindings: Stmt[] = [];
    let guard: Expr | undefined;
    let isDefault = false;
    for (const label of group.children) {
      if (label.type !== 'switch_label') continue;
      for (const part of label.children) {
        if (part.type === 'default') isDefault = true;
        else if (part.type === 'pattern') {
          bindings.push(...casePattern(part, subject, context));
          tests.push(unknown(part));
        } else if (part.type === 'guard') {
          const condition = part.children.find((child) => !isToken(child));
          if (condition) guard = context.expression(condition);
        } else if (!isToken(part)) tests.push(caseTest(part, context));
      }
    }
    const nodes = group.children.filter((child) => child.type !== 'switch_label' && !isToken(child));
    const statements = arrow ? arrowBody(nodes, context, yields) : context.statements(nodes);
    const { at, end } = group;
    const guarded: Stmt[] = guard
      ? [{ k: 'if', at, end, test: guard, then: { k: 'block', at, end, body: statements } }]
      : statements;
    return { tests: isDefault ? [] : tests, body: [...bindings, ...guarded], fallsThrough: !arrow };
  };
  return [arrow ? inBlock(context, undefined, lower) : lower()];
}

/** A bare name in a `case` that is no variable here is an enum's constant, which nothing here can compare. */
function caseTest(node: SyntaxNode, context: Context): Expr {
  if (node.type === 'identifier' && !isVariable(textOf(node, context), context)) return unknown(node);
  return context.expression(node);
}

function arrowBody(nodes: readonly SyntaxNode[], context: Context, yields: boolean): Stmt[] {
  const [only] = nodes;
  if (yields && only?.type === 'expression_statement' && context.delivery) {
    const value = only.children.find((child) => !isToken(child));
    if (value) return deliverValue(value, context.delivery, context);
  }
  return context.statements(nodes);
}
