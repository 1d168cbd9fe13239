import type { Declare, Expr, Pattern, Stmt, Try, TypeRef, Var } from '../../ir/ir.ts';
import { isSmall } from '../../ir/size.ts';
import { append } from '../append.ts';
import { childOf, fieldOf, fieldsOf, type SyntaxNode } from '../syntax.ts';
import { constructorCall } from './calls.ts';
import { localClass } from './classes.ts';
import {
  type Context,
  type Delivery,
  declareLocal,
  inBlock,
  isToken,
  opaque,
  textOf,
  unknown,
} from './context.ts';
import { asPattern, updateAssignment } from './expressions.ts';
import { classKinds } from './outline.ts';
import { deliverValue, returning, switchStatements, yieldStatement } from './switches.ts';
import { arrayOf, typeOf } from './types.ts';

type Lowering = (node: SyntaxNode, context: Context) => Stmt[];

function block(node: SyntaxNode, context: Context): Stmt[] {
  const body = inBlock(context, undefined, () => lowerStatements(node.children, context));
  return [{ k: 'block', at: node.at, end: node.end, body }];
}

/** A statement that stands alone: the body of an `if` or a loop. */
function single(node: SyntaxNode | undefined, context: Context, at: number): Stmt {
  const body = node ? inBlock(context, undefined, () => lowerStatements([node], context)) : [];
  const [only] = body;
  if (body.length === 1 && only) return only;
  return { k: 'block', at: node?.at ?? at, end: node?.end ?? at, body };
}

function localVariables(node: SyntaxNode, context: Context): Stmt[] {
  const type = typeOf(fieldOf(node, 'type'), context);
  return node.children.flatMap((child) =>
    child.type === 'variable_declarator' ? declarator(child, type, context) : [],
  );
}

function declarator(node: SyntaxNode, written: TypeRef | undefined, context: Context): Stmt[] {
  const name = fieldOf(node, 'name');
  if (!name) return [];
  const type = fieldOf(node, 'dimensions') ? arrayOf(written) : written;
  const value = fieldOf(node, 'value');
  const text = textOf(name, context);
  const target: Var = { k: 'var', at: name.at, end: name.end, name: text };
  const { at, end } = node;
  const declare = (init?: Expr): Declare => ({
    k: 'declare',
    at,
    end,
    target,
    scope: 'block',
    ...(type && { type }),
    ...(init && { init }),
  });
  if (value?.type === 'switch_expression') {
    declareLocal(context, text, type);
    return [
      declare(),
      ...deliverValue(
        value,
        assigning(() => ({ ...target })),
        context,
      ),
    ];
  }
  const init = value && context.expression(value);
  declareLocal(context, text, type);
  return [declare(init)];
}

/** Delivers a switch's value into a variable; the target is made anew for each assignment. */
function assigning(target: () => Pattern): Delivery {
  return {
    deliver: (value) => {
      const { at, end } = value;
      return { k: 'expr', at, end, value: { k: 'assign', at, end, target: target(), value } };
    },
    leave: undefined,
  };
}

/** A switch's value, put into a variable first: its target is too large to stand in every case. */
function assignLater(node: SyntaxNode, target: Pattern, context: Context): Stmt[] {
  const { at, end } = node;
  const name = `value ${++context.counter}`;
  const kept = (): Var => ({ k: 'var', at, end, name });
  declareLocal(context, name);
  return [
    { k: 'declare', at, end, target: kept(), scope: 'block' },
    ...deliverValue(node, assigning(kept), context),
    { k: 'expr', at, end, value: { k: 'assign', at, end, target, value: kept() } },
  ];
}

function expressionStatement(node: SyntaxNode, context: Context): Stmt[] {
  const inner = node.children.find((child) => !isToken(child));
  if (!inner) return [];
  if (inner.type === 'switch_expression') return switchStatements(inner, context);
  const { at, end } = node;
  if (inner.type === 'update_expression')
    return [{ k: 'expr', at, end, value: updateAssignment(inner, context) }];
  if (inner.type === 'assignment_expression') {
    const left = fieldOf(inner, 'left');
    const right = fieldOf(inner, 'right');
    if (left && right?.type === 'switch_expression' && fieldOf(inner, 'operator')?.type === '=') {
      const first = context.expression(left);
      const target = asPattern(first);
      if (target && isSmall(first)) {
        const again = (): Pattern => asPattern(context.expression(left)) ?? target;
        return deliverValue(right, assigning(again), context);
      }
      if (target) return assignLater(right, target, context);
    }
  }
  return [{ k: 'expr', at, end, value: context.expression(inner) }];
}

function ifStatement(node: SyntaxNode, context: Context): Stmt[] {
  const condition = fieldOf(node, 'condition');
  const { at, end } = node;
  const test = condition ? context.expression(condition) : unknown(node);
  const then = single(fieldOf(node, 'consequence'), context, end);
  const alternative = fieldOf(node, 'alternative');
  if (!alternative) return [{ k: 'if', at, end, test, then }];
  return [{ k: 'if', at, end, test, then, else: single(alternative, context, end) }];
}

function whileStatement(node: SyntaxNode, context: Context): Stmt[] {
  const condition = fieldOf(node, 'condition');
  const { at, end } = node;
  const testFirst = node.type === 'while_statement';
  const before = testFirst && condition ? context.expression(condition) : undefined;
  const body = single(fieldOf(node, 'body'), context, end);
  const test = before ?? (condition && context.expression(condition));
  return [{ k: 'loop', at, end, ...(test && { test }), body, testFirst }];
}

function forStatement(node: SyntaxNode, context: Context): Stmt[] {
  const { at, end } = node;
  return inBlock(context, undefined, () => {
    const inits = fieldsOf(node, 'init').flatMap((init): Stmt[] =>
      init.type === 'local_variable_declaration'
        ? localVariables(init, context)
        : [{ k: 'expr', at: init.at, end: init.end, value: context.expression(init) }],
    );
    const [first] = inits;
    const init: Stmt | undefined = inits.length > 1 ? { k: 'block', at, end, body: inits } : first;
    const condition = fieldOf(node, 'condition');
    const test = condition && context.expression(condition);
    const updates = fieldsOf(node, 'update').map(
      (child): Expr =>
        child.type === 'update_expression' ? updateAssignment(child, context) : context.expression(child),
    );
    const [one] = updates;
    const update: Expr | undefined = updates.length > 1 ? { k: 'sequence', at, end, items: updates } : one;
    const body = single(fieldOf(node, 'body'), context, end);
    return [
      {
        k: 'loop',
        at,
        end,
        ...(init && { init }),
        ...(test && { test }),
        ...(update && { update }),
        body,
        testFirst: true,
      },
    ];
  });
}

function forEachStatement(node: SyntaxNode, context: Context): Stmt[] {
  const name = fieldOf(node, 'name');
  const value = fieldOf(node, 'value');
  const { at, end } = node;
  if (!name || !value) return lowerStatements(node.children, context);
  const iterable = context.expression(value);
  return inBlock(context, undefined, () => {
    const written = typeOf(fieldOf(node, 'type'), context);
    const type = fieldOf(node, 'dimensions') ? arrayOf(written) : written;
    const text = textOf(name, context);
    declareLocal(context, text, type);
    const target: Declare = {
      k: 'declare',
      at: name.at,
      end: name.end,
      target: { k: 'var', at: name.at, end: name.end, name: text },
      scope: 'block',
      ...(type && { type }),
    };
    const body = single(fieldOf(node, 'body'), context, end);
    return [{ k: 'foreach', at, end, target, iterable, over: 'values', body }];
  });
}

function tryStatement(node: SyntaxNode, context: Context): Stmt[] {
  const { at, end } = node;
  const body = fieldOf(node, 'body');
  const protectedBlock = (): Stmt => {
    const resources = fieldOf(node, 'resources');
    if (!resources) return single(body, context, end);
    const statements = inBlock(context, undefined, () => [
      ...resources.children.flatMap((resource) => resourceDeclaration(resource, context)),
      single(body, context, end),
    ]);
    return { k: 'block', at, end, body: statements };
  };
  const guarded = protectedBlock();
  const handlers = node.children.flatMap((child) =>
    child.type === 'catch_clause' ? [handler(child, context)] : [],
  );
  const finallyClause = childOf(node, 'finally_clause');
  const finalizer = finallyClause && single(childOf(finallyClause, 'block'), context, end);
  return [{ k: 'try', at, end, block: guarded, handlers, ...(finalizer && { finalizer }) }];
}

function resourceDeclaration(node: SyntaxNode, context: Context): Stmt[] {
  if (node.type !== 'resource') return [];
  if (fieldOf(node, 'name')) return declarator(node, typeOf(fieldOf(node, 'type'), context), context);
  return [{ k: 'expr', at: node.at, end: node.end, value: opaque(node, context) }];
}

function handler(node: SyntaxNode, context: Context): Try['handlers'][number] {
  return inBlock(context, undefined, () => {
    const formal = childOf(node, 'catch_formal_parameter');
    const name = formal && fieldOf(formal, 'name');
    const types: TypeRef[] = [];
    for (const child of (formal && childOf(formal, 'catch_type'))?.children ?? []) {
      const type = typeOf(child, context);
      if (type) types.push(type);
    }
    const text = name ? textOf(name, context) : '';
    if (name) declareLocal(context, text, types.length === 1 ? types[0] : undefined);
    const param: Pattern | undefined = name && { k: 'var', at: name.at, end: name.end, name: text };
    const body = single(fieldOf(node, 'body'), context, node.end);
    return { ...(param && { param }), types, body };
  });
}

function returnStatement(node: SyntaxNode, context: Context): Stmt[] {
  const value = node.children.find((child) => !isToken(child));
  const { at, end } = node;
  if (!value) return [{ k: 'return', at, end }];
  if (value.type === 'switch_expression') return deliverValue(value, returning, context);
  return [{ k: 'return', at, end, value: context.expression(value) }];
}

function throwStatement(node: SyntaxNode, context: Context): Stmt[] {
  const value = node.children.find((child) => !isToken(child));
  const { at, end } = node;
  return [{ k: 'throw', at, end, ...(value && { value: context.expression(value) }) }];
}

function jump(node: SyntaxNode, context: Context): Stmt[] {
  const label = childOf(node, 'identifier');
  const { at, end } = node;
  const k = node.type === 'break_statement' ? 'break' : 'continue';
  return [{ k, at, end, ...(label && { label: textOf(label, context) }) }];
}

function labeled(node: SyntaxNode, context: Context): Stmt[] {
  const [label, body] = node.children.filter((child) => !isToken(child));
  const { at, end } = node;
  if (!label) return [];
  return [{ k: 'labeled', at, end, label: textOf(label, context), body: single(body, context, end) }];
}

function synchronizedStatement(node: SyntaxNode, context: Context): Stmt[] {
  const lock = childOf(node, 'parenthesized_expression');
  const body = fieldOf(node, 'body');
  const { at, end } = node;
  const statements: Stmt[] = lock
    ? [{ k: 'expr', at: lock.at, end: lock.end, value: context.expression(lock) }]
    : [];
  if (body) append(statements, block(body, context));
  return [{ k: 'block', at, end, body: statements }];
}

const nothing: Lowering = () => [];

const lowerings: ReadonlyMap<string, Lowering> = new Map<string, Lowering>([
  ['block', block],
  ['constructor_body', block],
  ['local_variable_declaration', localVariables],
  ['expression_statement', expressionStatement],
  ['if_statement', ifStatement],
  ['while_statement', whileStatement],
  ['do_statement', whileStatement],
  ['for_statement', forStatement],
  ['enhanced_for_statement', forEachStatement],
  ['switch_expression', (node, context) => switchStatements(node, context)],
  ['try_statement', tryStatement],
  ['try_with_resources_statement', tryStatement],
  ['return_statement', returnStatement],
  ['throw_statement', throwStatement],
  ['yield_statement', yieldStatement],
  ['break_statement', jump],
  ['continue_statement', jump],
  ['labeled_statement', labeled],
  ['synchronized_statement', synchronizedStatement],
  ['explicit_constructor_invocation', (node, context) => [constructorCall(node, context)]],
  // Assertions are off unless asked for at start-up, so that they guard nothing.
  ['assert_statement', nothing],
  ['ERROR', (node, context) => lowerStatements(node.children, context)],
]);

/** Lowers statements in order; what is none stands as an expression, for its effects. */
export function lowerStatements(nodes: readonly SyntaxNode[], context: Context): Stmt[] {
  const [only] = nodes;
  if (only && nodes.length === 1) return lowerStatement(only, context);
  const out: Stmt[] = [];
  for (const node of nodes) for (const statement of lowerStatement(node, context)) out.push(statement);
  return out.slice();
}

function lowerStatement(node: SyntaxNode, context: Context): Stmt[] {
  const lowering = lowerings.get(node.type);
  if (lowering) return lowering(node, context);
  if (classKinds.has(node.type)) return localClass(node, context);
  if (isToken(node) || skipped.has(node.type)) return [];
  return [{ k: 'expr', at: node.at, end: node.end, value: context.expression(node) }];
}

/** Parts of declarations that stand alone after a syntax error. */
const skipped = new Set([
  'modifiers',
  'type_identifier',
  'void_type',
  'integral_type',
  'dimensions',
  'throws',
]);
