import type { Expr, Stmt, Switch, Try } from '../../ir/ir.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import type { Lowering, StatementLowering } from './lowering.ts';
import { lowerPattern } from './patterns.ts';
import { typeOf } from './types.ts';

/** `(x)`, and older grammars' `x;` in the head of a for loop. */
function condition(node: SyntaxNode | undefined, to: Lowering): Expr | undefined {
  if (node === undefined || node.type === 'empty_statement' || node.type === ';') return undefined;
  return node.type === 'expression_statement' ? condition(node.children[0], to) : to.expression(node);
}

function declarators(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const scope = node.type === 'variable_declaration' ? 'function' : 'block';
  for (const child of node.children) {
    if (child.type !== 'variable_declarator') continue;
    const type = typeOf(fieldOf(child, 'type'), to);
    const value = fieldOf(child, 'value');
    out.push({
      k: 'declare',
      at: child.at,
      end: child.end,
      target: lowerPattern(fieldOf(child, 'name'), to),
      scope,
      ...(type === undefined ? {} : { type }),
      ...(value === undefined ? {} : { init: to.expression(value) }),
    });
  }
}

function expressionStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const [only] = node.children;
  if (only === undefined || only.type === 'string') return;
  if (only.type === 'internal_module') return to.statement(only, out);
  out.push({ k: 'expr', at: node.at, end: node.end, value: to.expression(only) });
}

function block(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const body: Stmt[] = [];
  for (const child of node.children) to.statement(child, body);
  out.push({ k: 'block', at: node.at, end: node.end, body });
}

function ifStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const alternative = fieldOf(node, 'alternative');
  out.push({
    k: 'if',
    at: node.at,
    end: node.end,
    test: to.expression(fieldOf(node, 'condition')),
    then: to.single(fieldOf(node, 'consequence')),
    ...(alternative === undefined ? {} : { else: to.single(alternative.children.at(-1)) }),
  });
}

function forStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const start = fieldOf(node, 'initializer');
  const test = condition(fieldOf(node, 'condition'), to);
  const step = fieldOf(node, 'increment');
  out.push({
    k: 'loop',
    at: node.at,
    end: node.end,
    ...(start === undefined || start.type === 'empty_statement' ? {} : { init: to.single(start) }),
    ...(test === undefined ? {} : { test }),
    ...(step === undefined ? {} : { update: to.expression(step) }),
    body: to.single(fieldOf(node, 'body')),
    testFirst: true,
  });
}

function whileStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  out.push({
    k: 'loop',
    at: node.at,
    end: node.end,
    test: to.expression(fieldOf(node, 'condition')),
    body: to.single(fieldOf(node, 'body')),
    testFirst: node.type === 'while_statement',
  });
}

function forIn(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const left = fieldOf(node, 'left');
  const kind = fieldOf(node, 'kind');
  const target = lowerPattern(left, to);
  const { at, end } = left ?? node;
  out.push({
    k: 'foreach',
    at: node.at,
    end: node.end,
    target:
      kind === undefined
        ? target
        : { k: 'declare', at, end, target, scope: kind.type === 'var' ? 'function' : 'block' },
    iterable: to.expression(fieldOf(node, 'right')),
    over: fieldOf(node, 'operator')?.type === 'in' ? 'keys' : 'values',
    body: to.single(fieldOf(node, 'body')),
  });
}

const leaves = new Set(['break', 'continue', 'return', 'throw']);

function endsElsewhere(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  if (last === undefined) return false;
  return leaves.has(last.k) || (last.k === 'block' && endsElsewhere(last.body));
}

function switchStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const cases: Switch['cases'][number][] = [];
  for (const child of fieldOf(node, 'body')?.children ?? []) {
    if (child.type !== 'switch_case' && child.type !== 'switch_default') continue;
    const value = fieldOf(child, 'value');
    const body: Stmt[] = [];
    for (const statement of child.children) if (statement.field === 'body') to.statement(statement, body);
    cases.push({
      tests: value === undefined ? [] : [to.expression(value)],
      body,
      fallsThrough: !endsElsewhere(body),
    });
  }
  out.push({
    k: 'switch',
    at: node.at,
    end: node.end,
    subject: to.expression(fieldOf(node, 'value')),
    cases,
  });
}

function tryStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const handlers: Try['handlers'][number][] = [];
  const handler = fieldOf(node, 'handler');
  if (handler !== undefined) {
    const param = fieldOf(handler, 'parameter');
    handlers.push({
      ...(param === undefined ? {} : { param: lowerPattern(param, to) }),
      body: to.single(fieldOf(handler, 'body')),
    });
  }
  const finalizer = fieldOf(node, 'finalizer');
  out.push({
    k: 'try',
    at: node.at,
    end: node.end,
    block: to.single(fieldOf(node, 'body')),
    handlers,
    ...(finalizer === undefined ? {} : { finalizer: to.single(fieldOf(finalizer, 'body')) }),
  });
}

function valued(k: 'return' | 'throw'): StatementLowering {
  return (node, to, out) => {
    const value = node.children.find((child) => to.isExpression(child));
    out.push({
      k,
      at: node.at,
      end: node.end,
      ...(value === undefined ? {} : { value: to.expression(value) }),
    });
  };
}

function jump(k: 'break' | 'continue'): StatementLowering {
  return (node, to, out) => {
    const label = fieldOf(node, 'label');
    out.push({ k, at: node.at, end: node.end, ...(label === undefined ? {} : { label: to.source(label) }) });
  };
}

function labeled(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const label = fieldOf(node, 'label');
  out.push({
    k: 'labeled',
    at: node.at,
    end: node.end,
    label: label === undefined ? '' : to.source(label),
    body: to.single(fieldOf(node, 'body')),
  });
}

function withStatement(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const object = fieldOf(node, 'object');
  if (object !== undefined)
    out.push({ k: 'expr', at: object.at, end: object.end, value: to.expression(object) });
  const body = fieldOf(node, 'body');
  if (body !== undefined) to.statement(body, out);
}

/** `enum E { A, B = 'b' }` is an object of constants. */
function enumDeclaration(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const name = fieldOf(node, 'name');
  const members = fieldOf(node, 'body')?.children ?? [];
  let next = 0;
  const props = members.map((member) => {
    const { at, end } = member;
    const written = fieldOf(member, 'value');
    const value: Expr = written === undefined ? { k: 'const', at, end, value: next } : to.expression(written);
    if (value.k === 'const' && typeof value.value === 'number') next = value.value + 1;
    const key = member.type === 'enum_assignment' ? fieldOf(member, 'name') : member;
    return { at, end, key: key === undefined ? '' : to.source(key).replace(/^['"]|['"]$/g, ''), value };
  });
  out.push({
    k: 'declare',
    at: node.at,
    end: node.end,
    target: lowerPattern(name, to),
    scope: 'block',
    init: { k: 'object', at: node.at, end: node.end, props },
  });
}

/** `import A = B.C`. */
function importAlias(node: SyntaxNode, to: Lowering, out: Stmt[]): void {
  const [name, value] = node.children.filter(
    (child) => child.type === 'identifier' || child.type === 'nested_identifier',
  );
  if (name === undefined || value === undefined) return;
  out.push({
    k: 'declare',
    at: node.at,
    end: node.end,
    target: lowerPattern(name, to),
    scope: 'block',
    init: to.expression(value),
  });
}

/** A `declare`d name, an overload's signature: nothing happens. */
const nothing: StatementLowering = () => {};

export const statements: readonly (readonly [string, StatementLowering])[] = [
  ['lexical_declaration', declarators],
  ['variable_declaration', declarators],
  ['using_declaration', declarators],
  ['expression_statement', expressionStatement],
  ['statement_block', block],
  ['if_statement', ifStatement],
  ['for_statement', forStatement],
  ['for_in_statement', forIn],
  ['while_statement', whileStatement],
  ['do_statement', whileStatement],
  ['switch_statement', switchStatement],
  ['try_statement', tryStatement],
  ['return_statement', valued('return')],
  ['throw_statement', valued('throw')],
  ['break_statement', jump('break')],
  ['continue_statement', jump('continue')],
  ['labeled_statement', labeled],
  ['with_statement', withStatement],
  ['enum_declaration', enumDeclaration],
  ['import_alias', importAlias],
  ['empty_statement', nothing],
  ['debugger_statement', nothing],
  ['hash_bang_line', nothing],
  ['type_alias_declaration', nothing],
  ['ambient_declaration', nothing],
  ['function_signature', nothing],
];
