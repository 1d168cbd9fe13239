import type { Decorator, Param, Stmt } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import type { ExpressionLowering, FunctionHead, Lowering, OpenFunction } from './lowering.ts';
import { lowerPattern, propertyKey, targetOf } from './patterns.ts';
import { typeOf } from './types.ts';

export function hasToken(node: SyntaxNode, type: string): boolean {
  for (const child of node.children) if (child.type === type) return true;
  return false;
}

export function decoratorOf(node: SyntaxNode, to: Lowering): Decorator {
  return { at: node.at, end: node.end, expr: to.expression(node.children.find((c) => to.isExpression(c))) };
}

export function decoratorsIn(node: SyntaxNode, to: Lowering): Decorator[] {
  const decorators: Decorator[] = [];
  for (const child of node.children) if (child.type === 'decorator') decorators.push(decoratorOf(child, to));
  return decorators;
}

/** A parameter with its type, default and decorators; undefined for TypeScript's `this` pseudo-parameter. */
function parameter(node: SyntaxNode, to: Lowering): Param | undefined {
  const { at, end } = node;
  if (node.type !== 'required_parameter' && node.type !== 'optional_parameter') {
    const rest = node.type === 'rest_pattern';
    return { at, end, ...targetOf(node, to), ...(rest ? { rest: 'list' as const } : {}), decorators: [] };
  }
  const target = fieldOf(node, 'pattern') ?? fieldOf(node, 'name');
  if (target?.type === 'this') return undefined;
  const type = typeOf(fieldOf(node, 'type'), to);
  const value = fieldOf(node, 'value');
  return {
    at,
    end,
    target: lowerPattern(target, to),
    decorators: decoratorsIn(node, to),
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { default: to.expression(value) }),
    ...(target?.type === 'rest_pattern' ? { rest: 'list' as const } : {}),
  };
}

export function lowerParameters(node: SyntaxNode, to: Lowering, params: Param[]): void {
  const list = fieldOf(node, 'parameters') ?? childOf(node, 'formal_parameters');
  const only = fieldOf(node, 'parameter');
  for (const child of list?.children ?? (only === undefined ? [] : [only])) {
    if (child.type === 'decorator') continue;
    const lowered = parameter(child, to);
    if (lowered !== undefined) params.push(lowered);
  }
}

/** A body's statements; a concise arrow function's expression is returned. */
export function lowerBody(node: SyntaxNode, to: Lowering, body: Stmt[]): void {
  const block = fieldOf(node, 'body');
  if (block === undefined) return;
  if (block.type === 'statement_block') {
    for (const child of block.children) to.statement(child, body);
    return;
  }
  body.push({ k: 'return', at: block.at, end: block.end, value: to.expression(block) });
}

export function headOf(node: SyntaxNode, to: Lowering, more: Partial<FunctionHead>): FunctionHead {
  const name = fieldOf(node, 'name');
  const returnType = typeOf(fieldOf(node, 'return_type'), to);
  return {
    at: node.at,
    end: node.end,
    kind: 'function',
    name: name?.type === 'identifier' ? to.source(name) : '',
    nameAt: name?.at ?? node.at,
    decorators: [],
    isStatic: false,
    isAsync: hasToken(node, 'async'),
    isGenerator: hasToken(node, '*'),
    lexicalThis: false,
    ...(returnType === undefined ? {} : { returnType }),
    ...more,
  };
}

function fill(node: SyntaxNode, to: Lowering): (open: OpenFunction) => void {
  return ({ index, params, body }) => {
    lowerParameters(node, to, params);
    bindOwnName(node, to, index, params, body);
    lowerBody(node, to, body);
  };
}

/** A function expression's name means itself inside it: a declaration there, where it is used and nothing hides it. */
function bindOwnName(
  node: SyntaxNode,
  to: Lowering,
  fn: number,
  params: readonly Param[],
  body: Stmt[],
): void {
  if (node.type !== 'function_expression' && node.type !== 'generator_function') return;
  const written = fieldOf(node, 'name');
  if (written === undefined) return;
  const name = to.source(written);
  const again = to.text.indexOf(name, written.end);
  if (again < 0 || again >= node.end) return;
  if (params.some((param) => param.target.k === 'var' && param.target.name === name)) return;
  body.push({ k: 'functionDeclaration', at: written.at, end: written.end, name, fn, hoisted: true });
}

/** Defines the function of a declaration, function expression or arrow function. */
export function lowerFunction(node: SyntaxNode, to: Lowering): number {
  const arrow = node.type === 'arrow_function';
  const head = headOf(node, to, { kind: arrow ? 'lambda' : 'function', lexicalThis: arrow });
  return to.defineFunction(head, undefined, fill(node, to));
}

export function methodKind(node: SyntaxNode): 'getter' | 'setter' | 'method' {
  for (const child of node.children) {
    if (child.field === 'name') break;
    if (child.type === 'get') return 'getter';
    if (child.type === 'set') return 'setter';
  }
  return 'method';
}

/** A method's written name; '' for a computed one. */
export function methodName(node: SyntaxNode, to: Lowering): string {
  const name = fieldOf(node, 'name');
  const [computed] = name?.type === 'computed_property_name' ? name.children : [];
  // Only literals have text: another key is lowered where it stands, and not twice.
  if (computed && computed.children.length > 0 && !isLiteral(computed)) return '';
  const key = propertyKey(name, to);
  return typeof key === 'string' ? key : '';
}

const isLiteral = ({ type }: SyntaxNode): boolean => type === 'string' || type === 'template_string';

/** A method of an object literal. */
function objectMethod(node: SyntaxNode, to: Lowering): number {
  const head = headOf(node, to, { kind: methodKind(node), name: methodName(node, to) });
  return to.defineFunction(head, undefined, fill(node, to));
}

const lambda: ExpressionLowering = (node, to) => ({
  k: 'function',
  at: node.at,
  end: node.end,
  fn: lowerFunction(node, to),
});

export const functionExpressions: readonly (readonly [string, ExpressionLowering])[] = [
  ['function_expression', lambda],
  ['function', lambda],
  ['generator_function', lambda],
  ['arrow_function', lambda],
  [
    'method_definition',
    (node, to) => ({ k: 'function', at: node.at, end: node.end, fn: objectMethod(node, to) }),
  ],
];
