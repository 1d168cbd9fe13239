import type { ClassDeclaration, ClassIR, FieldDefinition, Stmt, TypeRef } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { annotationsOf } from './annotations.ts';
import { enclosingName } from './calls.ts';
import {
  type ClassScope,
  type Context,
  declareType,
  type Members,
  nothingDeclared,
  textOf,
} from './context.ts';
import { readMembers } from './members.ts';
import { type ClassOutline, outlineClass } from './outline.ts';
import { synthesize } from './synthetic.ts';
import { typeOf, typeParameters } from './types.ts';

/** A class declared inside a function's body. */
export function localClass(node: SyntaxNode, context: Context): Stmt[] {
  const name = fieldOf(node, 'name');
  if (!name) return [];
  const simple = textOf(name, context);
  const qualified = `${enclosingName(context)}.$${++context.counter}${simple}`;
  const outline = outlineClass(node, simple, qualified, context.text, context.outlines);
  declareType(context.scope, simple, { candidates: [qualified] });
  context.outlinesByName.set(qualified, outline);
  return [declareClass(node, outline, simple, context)];
}

/** A top-level or member class; `name` is what its declaration binds. */
export function declareClass(
  node: SyntaxNode,
  outline: ClassOutline,
  name: string,
  context: Context,
): ClassDeclaration {
  const cls = defineClass(node, fieldOf(node, 'body'), outline, [], context);
  return { k: 'classDeclaration', at: node.at, end: node.end, name, cls };
}

/** Reads a class and returns its index. `node` is its declaration, or just the body of an anonymous class. */
export function defineClass(
  node: SyntaxNode,
  body: SyntaxNode | undefined,
  outline: ClassOutline,
  given: readonly TypeRef[],
  context: Context,
): number {
  const index = context.classes.length;
  const { at, end } = node;
  const made = {
    at,
    end,
    index,
    name: outline.name,
    qualifiedName: outline.qualifiedName,
    kind: outline.kind,
    ...(outline.isPublic && { isPublic: true }),
    parent: context.frame.index,
  };
  const placeholder: ClassIR = { ...made, supers: given, fields: [], methods: [], decorators: [] };
  context.classes.push(placeholder);
  const outer = context.scope;
  const scope: ClassScope = { kind: 'class', parent: outer, outline, types: nothingDeclared };
  context.scope = scope;
  try {
    typeParameters(node, scope, context);
    const supers = [...given, ...writtenSupers(node, context)];
    const decorators = annotationsOf(node, context);
    const members: Members = { fields: [], methods: [], cls: index, scope };
    if (outline.kind === 'record') recordFields(node, members.fields, context);
    if (body) readMembers(body, members, context);
    synthesize(outline, decorators, members, context);
    context.classes[index] = {
      ...made,
      supers,
      decorators,
      fields: members.fields,
      methods: members.methods,
    };
  } finally {
    context.scope = outer;
  }
  return index;
}

function writtenSupers(node: SyntaxNode, context: Context): TypeRef[] {
  const supers: TypeRef[] = [];
  for (const clause of node.children) {
    if (
      clause.type !== 'superclass' &&
      clause.type !== 'super_interfaces' &&
      clause.type !== 'extends_interfaces'
    )
      continue;
    for (const child of childOf(clause, 'type_list')?.children ?? clause.children) {
      const type = typeOf(child, context);
      if (type) supers.push(type);
    }
  }
  return supers;
}

function recordFields(node: SyntaxNode, out: FieldDefinition[], context: Context): void {
  for (const component of fieldOf(node, 'parameters')?.children ?? []) {
    const name = fieldOf(component, 'name');
    if (!name) continue;
    const type = typeOf(fieldOf(component, 'type'), context);
    out.push({
      at: component.at,
      end: component.end,
      name: textOf(name, context),
      ...(type && { type }),
      isStatic: false,
      decorators: annotationsOf(component, context),
    });
  }
}
