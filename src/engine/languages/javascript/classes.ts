import type { Decorator, Expr, FieldDefinition, Stmt, TypeRef } from '../../ir/ir.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import {
  decoratorOf,
  decoratorsIn,
  hasToken,
  headOf,
  lowerBody,
  lowerParameters,
  methodKind,
  methodName,
} from './functions.ts';
import type { Lowering } from './lowering.ts';
import { propertyKey } from './patterns.ts';
import { typeOf } from './types.ts';

function supersOf(node: SyntaxNode, to: Lowering): (TypeRef | Expr)[] {
  const supers: (TypeRef | Expr)[] = [];
  for (const heritage of node.children) {
    if (heritage.type !== 'class_heritage') continue;
    for (const child of heritage.children) {
      if (child.type === 'extends_clause') {
        const base = fieldOf(child, 'value');
        if (base !== undefined) supers.push(to.expression(base));
      } else if (child.type === 'implements_clause') {
        for (const written of child.children) {
          const type = typeOf(written, to);
          if (type !== undefined) supers.push(type);
        }
      } else if (to.isExpression(child)) {
        supers.push(to.expression(child));
      }
    }
  }
  return supers;
}

function fieldDefinition(
  node: SyntaxNode,
  decorators: readonly Decorator[],
  to: Lowering,
): FieldDefinition | undefined {
  const name = propertyKey(fieldOf(node, 'property') ?? fieldOf(node, 'name'), to);
  if (typeof name !== 'string') return undefined;
  const type = typeOf(fieldOf(node, 'type'), to);
  const value = fieldOf(node, 'value');
  return {
    at: node.at,
    end: node.end,
    name,
    isStatic: hasToken(node, 'static'),
    decorators: [...decorators, ...decoratorsIn(node, to)],
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { init: to.expression(value) }),
  };
}

/** `constructor(private db: Db)` declares a field and assigns it before the body runs. */
function parameterProperties(node: SyntaxNode, to: Lowering, fields: FieldDefinition[], body: Stmt[]): void {
  for (const child of fieldOf(node, 'parameters')?.children ?? []) {
    if (!hasToken(child, 'accessibility_modifier') && !hasToken(child, 'readonly')) continue;
    const target = fieldOf(child, 'pattern') ?? fieldOf(child, 'name');
    if (target?.type !== 'identifier') continue;
    const { at, end } = target;
    const name = to.source(target);
    const type = typeOf(fieldOf(child, 'type'), to);
    fields.push({
      at,
      end,
      name,
      isStatic: false,
      decorators: [],
      ...(type === undefined ? {} : { type }),
    });
    body.push({
      k: 'expr',
      at,
      end,
      value: {
        k: 'assign',
        at,
        end,
        target: { k: 'field', at, end, object: { k: 'this', at, end }, name },
        value: { k: 'var', at, end, name },
      },
    });
  }
}

/** Defines a class and its members. @returns its index in the module's classes */
export function lowerClass(node: SyntaxNode, outerDecorators: readonly Decorator[], to: Lowering): number {
  const nameNode = fieldOf(node, 'name');
  const name = nameNode === undefined ? '' : to.source(nameNode);
  const fields: FieldDefinition[] = [];
  const methods: number[] = [];
  const index = to.classes.length;
  to.classes.push({
    at: node.at,
    end: node.end,
    index,
    name,
    qualifiedName: name,
    kind: 'class',
    supers: supersOf(node, to),
    fields,
    methods,
    decorators: [...outerDecorators, ...decoratorsIn(node, to)],
    parent: to.currentFunction,
  });
  // TypeScript's grammar puts a method's decorators before it, as members of their own.
  let pending: Decorator[] = [];
  for (const child of fieldOf(node, 'body')?.children ?? []) {
    switch (child.type) {
      case 'decorator':
        pending.push(decoratorOf(child, to));
        continue;
      case 'method_definition': {
        const decorators = [...pending, ...decoratorsIn(child, to)];
        methods.push(method(child, index, decorators, fields, to));
        break;
      }
      case 'field_definition':
      case 'public_field_definition': {
        const field = fieldDefinition(child, pending, to);
        if (field !== undefined) fields.push(field);
        break;
      }
      case 'class_static_block':
        methods.push(
          to.defineFunction(headOf(child, to, { kind: 'initializer', isStatic: true }), index, ({ body }) =>
            lowerBody(child, to, body),
          ),
        );
        break;
      default:
        break;
    }
    pending = [];
  }
  return index;
}

/**
 * An interface that asks for methods stands for the classes that implement it. One of data is kept as a record for the objects that
 * it says to be in its properties; what else is in them is left to what is seen of its values.
 */
export function lowerInterface(node: SyntaxNode, to: Lowering): void {
  const name = fieldOf(node, 'name');
  const members = fieldOf(node, 'body')?.children ?? [];
  const asks = members.some(asksForMethod);
  const fields = members.flatMap((member) => propertyOf(member, to) ?? []);
  if (name === undefined || !(asks || fields.length > 0)) return;
  to.classes.push({
    at: node.at,
    end: node.end,
    index: to.classes.length,
    name: to.source(name),
    qualifiedName: to.source(name),
    kind: asks ? 'interface' : 'record',
    supers: node.children
      .filter((child) => child.type === 'extends_type_clause')
      .flatMap((clause) => clause.children.map((child) => typeOf(child, to)))
      .filter((type) => type !== undefined),
    fields,
    methods: [],
    decorators: [],
    parent: to.currentFunction,
  });
}

const asksForMethod = (member: SyntaxNode): boolean =>
  member.type === 'method_signature' ||
  (member.type === 'property_signature' &&
    (fieldOf(member, 'type')?.children.some((type) => type.type === 'function_type') ?? false));

/** A property whose type is one with a name of its own, or a collection of such. */
function propertyOf(member: SyntaxNode, to: Lowering): FieldDefinition | undefined {
  if (member.type !== 'property_signature') return undefined;
  const name = propertyKey(fieldOf(member, 'name'), to);
  const type = typeOf(fieldOf(member, 'type'), to);
  if (
    typeof name !== 'string' ||
    !type ||
    !type.candidates.some((candidate) => /(?:^|\.)[A-Z]\w*$/.test(candidate))
  )
    return undefined;
  return { at: member.at, end: member.end, name, isStatic: false, decorators: [], type };
}

function method(
  node: SyntaxNode,
  cls: number,
  decorators: readonly Decorator[],
  fields: FieldDefinition[],
  to: Lowering,
): number {
  const name = methodName(node, to);
  const isStatic = hasToken(node, 'static');
  const isConstructor = name === 'constructor' && !isStatic;
  const kind = isConstructor ? 'constructor' : methodKind(node);
  return to.defineFunction(
    headOf(node, to, { kind, name, isStatic, decorators }),
    cls,
    ({ params, body }) => {
      lowerParameters(node, to, params);
      if (isConstructor) parameterProperties(node, to, fields, body);
      lowerBody(node, to, body);
    },
  );
}
