import type { Expr, FieldDefinition, Stmt, TypeRef } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { annotationsOf, annotationValue } from './annotations.ts';
import { argumentsOf, outlineAnonymous } from './calls.ts';
import { type Context, type Members, textOf } from './context.ts';
import { defineFunction, type FunctionHead, parametersOf } from './functions.ts';
import { assignFields, getter } from './made-members.ts';
import { hasModifier } from './modifiers.ts';
import { typeValue } from './names.ts';
import { classKinds, isPublicMember } from './outline.ts';
import { componentParameters } from './synthetic.ts';
import { arrayOf, typeOf, typeParameters } from './types.ts';

export function readMembers(body: SyntaxNode, members: Members, context: Context): void {
  for (const member of body.children) {
    switch (member.type) {
      case 'field_declaration':
      case 'local_variable_declaration':
      case 'constant_declaration':
        fields(member, members, context);
        break;
      case 'enum_constant':
        enumConstant(member, members, context);
        break;
      case 'annotation_type_element_declaration':
        element(member, members, context);
        break;
      case 'method_declaration':
        members.methods.push(method(member, members, context));
        break;
      case 'constructor_declaration':
        members.methods.push(constructorOf(member, members, context));
        break;
      case 'compact_constructor_declaration':
        members.methods.push(compactConstructor(member, members, context));
        break;
      case 'block':
      case 'static_initializer':
        members.methods.push(initializer(member, members, context));
        break;
      case 'enum_body_declarations':
      case 'ERROR':
        readMembers(member, members, context);
        break;
      default:
        if (classKinds.has(member.type)) memberClass(member, context);
    }
  }
}

function fields(node: SyntaxNode, members: Members, context: Context): void {
  const written = typeOf(fieldOf(node, 'type'), context);
  const isStatic = node.type === 'constant_declaration' || hasModifier(node, 'static');
  const decorators = annotationsOf(node, context);
  for (const declarator of node.children) {
    if (declarator.type !== 'variable_declarator') continue;
    const name = fieldOf(declarator, 'name');
    if (!name) continue;
    const type = fieldOf(declarator, 'dimensions') ? arrayOf(written) : written;
    const value = fieldOf(declarator, 'value');
    members.fields.push({
      at: declarator.at,
      end: declarator.end,
      name: textOf(name, context),
      ...(type && { type }),
      isStatic,
      ...(value && { init: context.expression(value) }),
      decorators,
    });
  }
}

function enumConstant(node: SyntaxNode, members: Members, context: Context): void {
  const name = fieldOf(node, 'name');
  if (!name) return;
  const { at, end } = node;
  const type: TypeRef = { candidates: [members.scope.outline.qualifiedName] };
  const body = fieldOf(node, 'body');
  const index = body && context.classDefinition(body, outlineAnonymous(node, context), [type]);
  const init: Expr = {
    k: 'new',
    at,
    end,
    callee: typeValue(type, name),
    args: argumentsOf(node, context),
    ...(index !== undefined && { body: index }),
  };
  members.fields.push({
    at,
    end,
    name: textOf(name, context),
    type,
    isStatic: true,
    init,
    decorators: annotationsOf(node, context),
  });
}

/** An element of an annotation: a field with the default as its first value, and a method that gives it. */
function element(node: SyntaxNode, members: Members, context: Context): void {
  const name = fieldOf(node, 'name');
  if (!name) return;
  const written = typeOf(fieldOf(node, 'type'), context);
  const type = fieldOf(node, 'dimensions') ? arrayOf(written) : written;
  const value = fieldOf(node, 'value');
  const field: FieldDefinition = {
    at: node.at,
    end: node.end,
    name: textOf(name, context),
    ...(type && { type }),
    isStatic: false,
    ...(value && { init: annotationValue(value, context) }),
    decorators: annotationsOf(node, context),
  };
  members.fields.push(field);
  members.methods.push(getter(field.name, field, members, context));
}

function headOf(
  node: SyntaxNode,
  kind: FunctionHead['kind'],
  members: Members,
  context: Context,
): FunctionHead {
  const name = fieldOf(node, 'name');
  const body = fieldOf(node, 'body') ?? childOf(node, 'block');
  return {
    at: node.at,
    end: node.end,
    kind,
    name: name ? textOf(name, context) : '',
    nameAt: name?.at ?? node.at,
    decorators: annotationsOf(node, context),
    cls: members.cls,
    isStatic: hasModifier(node, 'static') || node.type === 'static_initializer',
    lexicalThis: false,
    ...(!body && node.type !== 'block' && { isAbstract: true }),
    isPublic: isPublicMember(node, members.scope.outline.kind),
  };
}

function method(node: SyntaxNode, members: Members, context: Context): number {
  const head = headOf(node, 'method', members, context);
  const body = fieldOf(node, 'body');
  const returned = { type: undefined as TypeRef | undefined };
  const index = defineFunction(context, head, members.scope, () => {
    typeParameters(node, context.scope, context);
    const written = typeOf(fieldOf(node, 'type'), context);
    returned.type = fieldOf(node, 'dimensions') ? arrayOf(written) : written;
    const params = parametersOf(fieldOf(node, 'parameters'), context);
    return { params, body: body ? context.statements(body.children) : [] };
  });
  const made = context.functions[index];
  if (made && returned.type) context.functions[index] = { ...made, returnType: returned.type };
  return index;
}

function constructorOf(node: SyntaxNode, members: Members, context: Context): number {
  const head = headOf(node, 'constructor', members, context);
  const body = fieldOf(node, 'body');
  return defineFunction(context, head, members.scope, () => {
    const params = parametersOf(fieldOf(node, 'parameters'), context);
    return { params, body: body ? context.statements(body.children) : [] };
  });
}

/** A record's compact constructor has the components as parameters, and assigns them at its end. */
function compactConstructor(node: SyntaxNode, members: Members, context: Context): number {
  const head = headOf(node, 'constructor', members, context);
  const body = fieldOf(node, 'body');
  return defineFunction(context, head, members.scope, () => {
    const params = componentParameters(members, context);
    const statements = body ? context.statements(body.children) : [];
    return { params, body: [...statements, ...assignFields(params)] };
  });
}

function initializer(node: SyntaxNode, members: Members, context: Context): number {
  const head = headOf(node, 'initializer', members, context);
  const block = node.type === 'block' ? node : childOf(node, 'block');
  return defineFunction(context, head, members.scope, () => ({
    params: [],
    body: block ? context.statements(block.children) : ([] as Stmt[]),
  }));
}

function memberClass(node: SyntaxNode, context: Context): void {
  const outline = context.outlines.get(node);
  if (outline) context.memberClass(node, outline);
}
