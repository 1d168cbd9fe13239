import type { Expr, TypeRef } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import { type ClassScope, type Context, type Scope, textOf, unknown } from './context.ts';
import { looksLikeType, startsUpper, typeByName, typeOf } from './types.ts';

interface Span {
  readonly at: number;
  readonly end: number;
}

/**
 * What an unqualified name means here: a local, a field of this or an enclosing class, a static import, a type.
 * What the file does not tell is a field of a superclass, where there is one, else left to the solver.
 */
export function resolveName(name: string, node: Span, context: Context): Expr {
  const { at, end } = node;
  for (let scope: Scope | undefined = context.scope; scope; scope = scope.parent) {
    if (scope.kind === 'block') {
      if (scope.names.has(name)) return { k: 'var', at, end, name };
      continue;
    }
    const isStatic = scope.outline.fields.get(name);
    if (isStatic !== undefined) return member(name, isStatic, scope, node, context);
  }
  if (context.staticImports.has(name)) return { k: 'var', at, end, name };
  if (looksLikeType(name) || isKnownType(name, context)) return typeValue(typeByName(name, context), node);
  const heir = innermostHeir(context);
  if (heir && context.staticImports.size === 0) return member(name, false, heir, node, context);
  if (heir && !startsUpper(name)) return member(name, false, heir, node, context);
  return { k: 'var', at, end, name };
}

/** The callee of an unqualified call `name(…)`. */
export function resolveMethod(name: string, node: Span, context: Context): Expr {
  for (let scope: Scope | undefined = context.scope; scope; scope = scope.parent) {
    if (scope.kind !== 'class') continue;
    const overloads = scope.outline.methods.get(name);
    if (overloads)
      return member(
        name,
        overloads.every((method) => method.isStatic),
        scope,
        node,
        context,
      );
  }
  if (context.staticImports.has(name)) return { k: 'var', at: node.at, end: node.end, name };
  const heir = innermostHeir(context) ?? (ofEveryClass.has(name) ? innermostClass(context) : undefined);
  if (heir) return member(name, false, heir, node, context);
  return { k: 'var', at: node.at, end: node.end, name };
}

/** What classes have that extend nothing. */
const ofEveryClass: ReadonlySet<string> = new Set(['getClass']);

/** Whether a name stands for a value that is declared here, so that `name.x` is not a package or a type. */
export function isVariable(name: string, context: Context): boolean {
  for (let scope: Scope | undefined = context.scope; scope; scope = scope.parent) {
    if (scope.kind === 'block' ? scope.names.has(name) : scope.outline.fields.has(name)) return true;
  }
  return false;
}

/** The type that a variable or a field of this file was declared with. */
export function declaredType(name: string, context: Context): TypeRef | undefined {
  for (let scope: Scope | undefined = context.scope; scope; scope = scope.parent) {
    if (scope.kind === 'block') {
      if (scope.names.has(name)) return scope.names.get(name);
    } else if (scope.outline.fields.has(name)) {
      return typeOf(scope.outline.fieldTypes.get(name), context);
    }
  }
  return undefined;
}

export function typeValue(type: TypeRef, { at, end }: Span): Expr {
  return { k: 'type', at, end, type };
}

function member(name: string, isStatic: boolean, owner: ClassScope, node: Span, context: Context): Expr {
  const { at, end } = node;
  const object = isStatic
    ? typeValue({ candidates: [owner.outline.qualifiedName] }, node)
    : instanceOf(owner, node, context);
  return { k: 'field', at, end, object, name };
}

/** `this` of a class around the present position. */
export function instanceOf(owner: ClassScope, node: Span, context: Context): Expr {
  const { at, end } = node;
  let crossed = false;
  for (let scope: Scope | undefined = context.scope; scope && scope !== owner; scope = scope.parent) {
    if (scope.kind === 'class') crossed = true;
    else if (crossed && scope.frame?.owner === owner) {
      scope.frame.keepsThis = true;
      return { k: 'var', at, end, name: thisVariable(owner) };
    }
  }
  if (!crossed) return { k: 'this', at, end };
  return { k: 'cast', at, end, type: { candidates: [owner.outline.qualifiedName] }, value: unknown(node) };
}

/** The variable that keeps an instance for the classes inside its methods. No Java name contains a space. */
export function thisVariable(owner: ClassScope): string {
  return `this ${owner.outline.name}`;
}

/** The enclosing class of that name, for `Outer.this`. */
export function enclosingClass(name: string, context: Context): ClassScope | undefined {
  for (let scope: Scope | undefined = context.scope; scope; scope = scope.parent)
    if (scope.kind === 'class' && scope.outline.name === name) return scope;
  return undefined;
}

/** The class whose inherited members an unknown name most likely is: a named one rather than an anonymous one. */
function innermostHeir(context: Context): ClassScope | undefined {
  let anonymous: ClassScope | undefined;
  for (let scope: Scope | undefined = context.scope; scope; scope = scope.parent) {
    if (scope.kind !== 'class' || !scope.outline.inherits) continue;
    if (scope.outline.name !== '') return scope;
    anonymous ??= scope;
  }
  return anonymous;
}

function innermostClass(context: Context): ClassScope | undefined {
  let scope: Scope | undefined = context.scope;
  while (scope && scope.kind !== 'class') scope = scope.parent;
  return scope;
}

function isKnownType(name: string, context: Context): boolean {
  if (!startsUpper(name)) return false;
  if (context.importedTypes.has(name) || context.outlinesByName.has(name)) return true;
  const home = acronyms[name];
  return home !== undefined && context.wildcards.includes(home);
}

/** Types whose names read like constants', and the packages that bring them in. */
const acronyms: Readonly<Record<string, string>> = {
  UUID: 'java.util',
  URL: 'java.net',
  URI: 'java.net',
};

/**
 * A chain of names whose head is no variable: `java.util.Base64`, `Outer.Inner.FIELD`. The type is what goes before the
 * first name that may be a field: which of `Inner` and `FIELD` is a type only the project knows. Undefined where it is
 * an ordinary field access.
 */
export function resolveQualified(node: SyntaxNode, context: Context): Expr | undefined {
  const names: SyntaxNode[] = [];
  let head: SyntaxNode = node;
  while (head.type === 'field_access' || head.type === 'scoped_identifier') {
    const [object, ...rest] = head.children;
    const name = rest[rest.length - 1];
    if (!object || !name || name.type !== 'identifier') return undefined;
    names.push(name);
    head = object;
  }
  if (head.type !== 'identifier') return undefined;
  names.push(head);
  names.reverse();
  const texts = names.map((part) => textOf(part, context));
  const first = texts[0] ?? '';
  if (isVariable(first, context)) return undefined;
  let typeLength: number;
  if (startsUpper(first)) {
    if (!looksLikeType(first) && !isKnownType(first, context)) return undefined;
    typeLength = 1;
  } else {
    const capital = texts.findIndex((part) => startsUpper(part));
    if (capital < 1) return undefined;
    typeLength = capital + 1;
  }
  const type = startsUpper(first)
    ? typeByName(first, context)
    : { candidates: [texts.slice(0, typeLength).join('.')] };
  const typeEnd = names[typeLength - 1];
  let value: Expr = { k: 'type', at: head.at, end: typeEnd?.end ?? head.end, type };
  for (const part of names.slice(typeLength)) {
    value = { k: 'field', at: part.at, end: part.end, object: value, name: textOf(part, context) };
  }
  return value;
}
