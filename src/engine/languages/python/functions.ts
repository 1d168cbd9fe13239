import type { Decorator, Expr, FunctionIR, Lambda, Param, Pattern, Stmt, TypeRef } from '../../ir/ir.ts';
import { append } from '../append.ts';
import type { SyntaxNode } from '../syntax.ts';
import { fieldOf } from '../syntax.ts';
import { type Context, type Frame, operands, textOf } from './context.ts';
import { annotatedMetadata } from './types.ts';

export function lowerDecorators(nodes: readonly SyntaxNode[], context: Context): readonly Decorator[] {
  const decorators: Decorator[] = [];
  for (const node of nodes) {
    const [expression] = node.type === 'decorator' ? operands(node) : [];
    if (expression) decorators.push({ at: node.at, end: node.end, expr: context.expression(expression) });
  }
  return decorators;
}

/** The last name of a decorator: `setter` of `@x.setter`. */
function lastName(decorator: Decorator): string {
  const expr = decorator.expr.k === 'call' ? decorator.expr.callee : decorator.expr;
  return expr.k === 'var' || expr.k === 'field' ? expr.name : '';
}

const getters = new Set([
  'property',
  'cached_property',
  'hybrid_property',
  'abstractproperty',
  'lazyproperty',
]);

function kindOf(name: string, decorators: readonly Decorator[], cls: number | undefined): FunctionIR['kind'] {
  if (cls === undefined) return 'function';
  if (name === '__init__') return 'constructor';
  for (const decorator of decorators) {
    const last = lastName(decorator);
    if (getters.has(last)) return 'getter';
    if (last === 'setter') return 'setter';
  }
  return 'method';
}

/** `Annotated[str, Query(pattern=…)]`: what is said of the type stands like decorators. */
export const lowerMetadata = (annotation: SyntaxNode, context: Context): Decorator[] =>
  annotatedMetadata(annotation, context).map((meta) => ({
    at: meta.at,
    end: meta.end,
    expr: context.expression(meta),
  }));

function param(node: SyntaxNode, target: Pattern, context: Context, rest: 'list' | 'map' | undefined): Param {
  const annotation = fieldOf(node, 'type');
  const type: TypeRef | undefined = annotation && context.type(annotation);
  const value = fieldOf(node, 'value');
  const decorators = annotation ? lowerMetadata(annotation, context) : [];
  return {
    at: node.at,
    end: node.end,
    target,
    decorators,
    ...(type && { type }),
    ...(value && { default: context.expression(value) }),
    ...(rest && { rest }),
  };
}

function lowerParameter(node: SyntaxNode, context: Context): Param | undefined {
  let inner: SyntaxNode | undefined = node;
  let rest: 'list' | 'map' | undefined;
  if (node.type === 'typed_parameter') inner = operands(node).find((child) => child.field !== 'type');
  else if (node.type === 'default_parameter' || node.type === 'typed_default_parameter')
    inner = fieldOf(node, 'name');
  if (inner?.type === 'list_splat_pattern' || inner?.type === 'dictionary_splat_pattern') {
    rest = inner.type === 'list_splat_pattern' ? 'list' : 'map';
    inner = operands(inner)[0];
  }
  if (inner?.type === 'tuple_pattern') {
    const items = operands(inner).map((child) => ({
      target: { k: 'var', at: child.at, end: child.end, name: textOf(child, context) } as const,
    }));
    return param(node, { k: 'arrayPattern', at: inner.at, end: inner.end, items }, context, rest);
  }
  if (inner?.type !== 'identifier') return undefined;
  return param(node, { k: 'var', at: inner.at, end: inner.end, name: textOf(inner, context) }, context, rest);
}

function lowerParameters(node: SyntaxNode | undefined, context: Context): readonly Param[] {
  const params: Param[] = [];
  for (const child of node?.children ?? []) {
    const lowered = lowerParameter(child, context);
    if (lowered) params.push(lowered);
  }
  return params;
}

interface Signature {
  readonly kind: FunctionIR['kind'];
  readonly name: string;
  readonly nameAt: number;
  readonly params: readonly Param[];
  readonly decorators: readonly Decorator[];
  readonly returnType: TypeRef | undefined;
  readonly cls: number | undefined;
  readonly isStatic: boolean;
  readonly isAsync: boolean;
}

/** Adds a function whose body `fill` writes; names that the body binds inside expressions are declared at its start. */
export function addFunction(
  node: SyntaxNode,
  signature: Signature,
  context: Context,
  fill: (out: Stmt[]) => void,
): number {
  const index = context.functions.length;
  const parent = context.frame;
  const body: Stmt[] = [];
  const { returnType, ...rest } = signature;
  const ir: FunctionIR = {
    at: node.at,
    end: node.end,
    index,
    ...rest,
    body,
    ...(returnType && { returnType }),
    parent: parent.index,
    isGenerator: false,
    lexicalThis: false,
  };
  context.functions.push(ir);
  const frame: Frame = { index, outer: new Set(), hoisted: new Set(), generator: false };
  context.frame = frame;
  const classNames = context.classNames.splice(0);
  const inner: Stmt[] = [];
  try {
    fill(inner);
  } finally {
    context.frame = parent;
    context.classNames.push(...classNames);
  }
  append(body, declarations(frame, inner[0]?.at ?? node.end));
  append(body, inner);
  if (frame.generator) context.functions[index] = { ...ir, isGenerator: true };
  return index;
}

/** The declarations of names that are bound inside expressions, placed where the body starts. */
export function declarations(frame: Frame, at: number): Stmt[] {
  return [...frame.hoisted].map((name) => ({
    k: 'declare',
    at,
    end: at,
    target: { k: 'var', at, end: at, name },
    scope: 'function',
  }));
}

/**
 * A `def`, in a class when `cls` is given.
 * @returns its index in `ModuleIR.functions`
 */
export function lowerFunction(
  node: SyntaxNode,
  decoratorNodes: readonly SyntaxNode[],
  cls: number | undefined,
  context: Context,
): number {
  const nameNode = fieldOf(node, 'name');
  const name = nameNode ? textOf(nameNode, context) : '';
  const decorators = lowerDecorators(decoratorNodes, context);
  const params = lowerParameters(fieldOf(node, 'parameters'), context);
  const annotation = fieldOf(node, 'return_type');
  const signature: Signature = {
    kind: kindOf(name, decorators, cls),
    name,
    nameAt: nameNode?.at ?? node.at,
    params,
    decorators,
    returnType: annotation && context.type(annotation),
    cls,
    isStatic: cls !== undefined && decorators.some((decorator) => lastName(decorator) === 'staticmethod'),
    isAsync: node.children.some((child) => child.type === 'async'),
  };
  const body = fieldOf(node, 'body');
  return addFunction(node, signature, context, (out) => {
    if (body) context.statements(body.children, out);
  });
}

export function lowerLambda(node: SyntaxNode, context: Context): Lambda {
  const body = fieldOf(node, 'body');
  const signature: Signature = {
    kind: 'lambda',
    name: '',
    nameAt: node.at,
    params: lowerParameters(fieldOf(node, 'parameters'), context),
    decorators: [],
    returnType: undefined,
    cls: undefined,
    isStatic: false,
    isAsync: false,
  };
  const fn = addFunction(node, signature, context, (out) => {
    if (!body) return;
    const value: Expr = context.expression(body);
    out.push({ k: 'return', at: body.at, end: body.end, value });
  });
  return { k: 'function', at: node.at, end: node.end, fn };
}
