import type { Expr, FunctionIR, Param, Stmt, TypeRef, Var } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { annotationsOf } from './annotations.ts';
import {
  type ClassScope,
  type Context,
  declareLocal,
  type Frame,
  inBlock,
  opaque,
  textOf,
} from './context.ts';
import { thisVariable, typeValue } from './names.ts';
import type { ClassOutline } from './outline.ts';
import { arrayOf, typeOf } from './types.ts';

export type FunctionHead = Omit<
  FunctionIR,
  'index' | 'params' | 'body' | 'parent' | 'isAsync' | 'isGenerator'
>;

/** Reads a function with its own frame and scope, and returns its index. */
export function defineFunction(
  context: Context,
  head: FunctionHead,
  owner: ClassScope | undefined,
  build: () => { readonly params: readonly Param[]; readonly body: readonly Stmt[] },
): number {
  const index = context.functions.length;
  const outer = { frame: context.frame, delivery: context.delivery };
  const made = { ...head, index, parent: outer.frame.index, isAsync: false, isGenerator: false };
  context.functions.push({ ...made, params: [], body: [] });
  const frame: Frame = { index, owner, hoisted: new Set(), keepsThis: false };
  context.frame = frame;
  context.delivery = undefined;
  try {
    const { params, body } = inBlock(context, frame, build);
    context.functions[index] = { ...made, params, body: prelude(frame, head).concat(body) };
  } finally {
    context.frame = outer.frame;
    context.delivery = outer.delivery;
  }
  return index;
}

function prelude(frame: Frame, { at }: { readonly at: number }): Stmt[] {
  const statements: Stmt[] = [];
  if (frame.keepsThis && frame.owner) {
    const target: Var = { k: 'var', at, end: at, name: thisVariable(frame.owner) };
    statements.push({
      k: 'declare',
      at,
      end: at,
      target,
      scope: 'function',
      init: { k: 'this', at, end: at },
    });
  }
  for (const name of frame.hoisted)
    statements.push({
      k: 'declare',
      at,
      end: at,
      target: { k: 'var', at, end: at, name },
      scope: 'function',
    });
  return statements;
}

/** Parameters of methods, constructors, records and lambdas; declares them in the present scope. */
export function parametersOf(list: SyntaxNode | undefined, context: Context): Param[] {
  const params: Param[] = [];
  for (const child of list?.children ?? []) {
    if (child.type === 'formal_parameter' || child.type === 'spread_parameter') {
      const param = parameter(child, context);
      if (param) params.push(param);
    } else if (child.type === 'identifier') params.push(untyped(child, context));
  }
  return params.slice();
}

function parameter(node: SyntaxNode, context: Context): Param | undefined {
  const spread = node.type === 'spread_parameter';
  const declarator = spread ? childOf(node, 'variable_declarator') : node;
  const name = declarator && fieldOf(declarator, 'name');
  if (!declarator || !name) return undefined;
  const written =
    fieldOf(node, 'type') ??
    node.children.find(
      (child) =>
        child.type.endsWith('type') ||
        child.type === 'type_identifier' ||
        child.type === 'scoped_type_identifier',
    );
  let type = typeOf(written, context);
  if (fieldOf(declarator, 'dimensions')) type = arrayOf(type);
  const text = textOf(name, context);
  declareLocal(context, text, type);
  const { at, end } = node;
  return {
    at,
    end,
    target: { k: 'var', at: name.at, end: name.end, name: text },
    ...(type && { type }),
    ...(spread && { rest: 'list' as const }),
    decorators: annotationsOf(node, context),
  };
}

function untyped(name: SyntaxNode, context: Context): Param {
  const { at, end } = name;
  const text = textOf(name, context);
  declareLocal(context, text);
  return { at, end, target: { k: 'var', at, end, name: text }, decorators: [] };
}

function lambdaHead(node: SyntaxNode): FunctionHead {
  const { at, end } = node;
  const kind = 'lambda' as const;
  return {
    at,
    end,
    kind,
    name: '',
    nameAt: at,
    decorators: [],
    cls: undefined,
    isStatic: false,
    lexicalThis: true,
  };
}

/** Makes a function value in place; `build` runs in its scope. */
export function closure(
  node: SyntaxNode,
  context: Context,
  build: () => { readonly params: readonly Param[]; readonly body: readonly Stmt[] },
): Expr {
  const fn = defineFunction(context, lambdaHead(node), context.frame.owner, build);
  return { k: 'function', at: node.at, end: node.end, fn };
}

export function lambda(node: SyntaxNode, context: Context): Expr {
  const parameters = fieldOf(node, 'parameters');
  const body = fieldOf(node, 'body');
  return closure(node, context, () => {
    const params =
      parameters?.type === 'identifier' ? [untyped(parameters, context)] : parametersOf(parameters, context);
    if (!body) return { params, body: [] };
    if (body.type === 'block') return { params, body: context.statements(body.children) };
    const { at, end } = body;
    return { params, body: [{ k: 'return', at, end, value: context.expression(body) }] };
  });
}

/** `Type::method`, `object::method`, `super::method`, `Type::new` become the lambda they stand for. */
export function methodReference(node: SyntaxNode, context: Context): Expr {
  const [target] = node.children;
  const last = node.children[node.children.length - 1];
  if (!target || !last || target === last) return opaque(node, context);
  return closure(node, context, () => {
    if (last.type === 'new') return constructorReference(target, node, context);
    const name = textOf(last, context);
    const object = targetValue(target, context);
    if (object.k !== 'type') {
      const arity = object.k === 'this' ? outlineArity(ownerOutline(context), name) : 1;
      return reference(node, arity, (args) => [call(object, name, last, args)]);
    }
    const outline = context.outlinesByName.get(object.type.candidates[0] ?? '');
    const overloads = outline?.methods.get(name);
    const isStatic = overloads ? overloads.some((m) => m.isStatic) : conventionallyStatic(object.type, name);
    const arity = outlineArity(outline, name) + (overloads && !isStatic ? 1 : 0);
    return reference(node, arity, (args) => {
      const onType = (): Expr => call(object, name, last, args);
      const [first, ...rest] = args;
      const onFirst = (): Expr =>
        first
          ? call(
              { k: 'cast', at: first.at, end: first.end, type: object.type, value: first },
              name,
              last,
              rest,
            )
          : onType();
      if (isStatic === undefined)
        return [onType(), call({ ...fresh(first ?? object) }, name, last, rest.map(fresh))];
      return [isStatic ? onType() : onFirst()];
    });
  });
}

/** Nodes are renamed in place when scopes are resolved, so none may stand in two places. */
function fresh<T extends Expr>(value: T): T {
  return { ...value };
}

function targetValue(target: SyntaxNode, context: Context): Expr {
  if (target.type.endsWith('type') || target.type.endsWith('type_identifier')) {
    const type = typeOf(target, context);
    if (type) return typeValue(type, target);
  }
  return context.expression(target);
}

function ownerOutline(context: Context): ClassOutline | undefined {
  return context.frame.owner?.outline;
}

function outlineArity(outline: ClassOutline | undefined, name: string): number {
  return outline?.methods.get(name)?.[0]?.arity ?? 1;
}

function call(object: Expr, name: string, at: SyntaxNode, args: readonly Expr[]): Expr {
  return {
    k: 'call',
    at: at.at,
    end: at.end,
    callee: { k: 'field', at: at.at, end: at.end, object, name },
    args: args.map((value) => ({ value })),
  };
}

function reference(node: SyntaxNode, arity: number, make: (args: readonly Expr[]) => Expr[]) {
  const { at, end } = node;
  const names = Array.from({ length: arity }, (_, i) => `argument ${i}`);
  const variable = (name: string): Var => ({ k: 'var', at, end, name });
  const params: Param[] = names.map((name) => ({ at, end, target: variable(name), decorators: [] }));
  const values = make(names.map(variable));
  const [only] = values;
  const value: Expr = values.length === 1 && only ? only : { k: 'opaque', at, end, parts: values };
  const body: Stmt[] = [{ k: 'return', at, end, value }];
  return { params, body };
}

function constructorReference(target: SyntaxNode, node: SyntaxNode, context: Context) {
  const type = typeOf(target, context);
  const { at, end } = node;
  if (!type || target.type === 'array_type')
    return reference(node, 0, () => [{ k: 'array', at, end, items: [] }]);
  const outline = context.outlinesByName.get(type.candidates[0] ?? '');
  const arity = outline ? (outline.constructors[0]?.arity ?? outline.components.length) : 1;
  return reference(node, arity, (args) => [
    { k: 'new', at, end, callee: typeValue(type, target), args: args.map((value) => ({ value })) },
  ]);
}

const staticNames = new Set(
  (
    'valueOf of ofNullable copyOf from parse get asList nonNull isNull requireNonNull join format ' +
    'fromString getInstance newInstance create wrap'
  ).split(' '),
);
const instanceTypes = new Set(
  (
    'String StringBuilder Object CharSequence List Map Set Collection Optional Stream Entry Map.Entry File Path ' +
    'Cookie Class Enum'
  ).split(' '),
);
const utilityTypes = new Set(
  'Integer Long Double Float Short Byte Boolean Character Math Objects Arrays Collections Files Paths Collectors'.split(
    ' ',
  ),
);

/** Whether a method of a type outside this file is static; undefined where convention does not tell. */
function conventionallyStatic(type: TypeRef, name: string): boolean | undefined {
  const path = type.candidates[0] ?? '';
  const simple = path.slice(path.lastIndexOf('.') + 1);
  if (instanceTypes.has(simple)) return staticNames.has(name) && !(simple !== 'Path' && name === 'get');
  if (utilityTypes.has(simple)) return !/^(?:\w+Value|compareTo|equals)$/.test(name);
  if (
    /(?:Utils?|Encoder|Decoder|Helper|Factory|ies)$/.test(simple) ||
    staticNames.has(name) ||
    name.startsWith('parse')
  )
    return true;
  if (/^(?:get|is|set|has|to)[A-Z]/.test(name)) return false;
  return undefined;
}
