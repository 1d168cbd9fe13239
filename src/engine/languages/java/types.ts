import type { TypeRef } from '../../ir/ir.ts';
import { childOf, fieldOf, type SyntaxNode } from '../syntax.ts';
import { type Context, declareType, type Scope, textOf } from './context.ts';

/** Types of `java.lang` that a project practically never redefines, so that one candidate suffices. */
const javaLang = new Set(
  (
    'Object String StringBuilder StringBuffer CharSequence Integer Long Short Byte Character Boolean Double Float ' +
    'Number Void Math StrictMath System Runtime ProcessBuilder Thread Runnable Class ClassLoader Iterable Comparable ' +
    'Throwable Exception RuntimeException Error IllegalArgumentException IllegalStateException ' +
    'NullPointerException UnsupportedOperationException InterruptedException SecurityException AutoCloseable ' +
    'Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs ThreadLocal Enum'
  ).split(' '),
);

const nothing: TypeRef = { candidates: ['java.lang.Object'] };

/** The type that a syntax node writes; undefined where it is inferred (`var`) or cannot be read. */
export function typeOf(node: SyntaxNode | undefined, context: Context): TypeRef | undefined {
  if (!node) return undefined;
  switch (node.type) {
    case 'type_identifier':
    case 'identifier': {
      const name = textOf(node, context);
      return name === 'var' ? undefined : typeByName(name, context);
    }
    case 'integral_type':
    case 'floating_point_type':
    case 'boolean_type':
    case 'void_type':
      return primitives.get(textOf(node, context));
    case 'generic_type': {
      const head = node.children[0];
      const base = typeOf(head, context);
      const written = node.children.find((child) => child.type === 'type_arguments');
      if (!base || !written) return base;
      const args: TypeRef[] = [];
      for (const child of written.children)
        if (child.type !== '<' && child.type !== '>') args.push(typeOf(child, context) ?? nothing);
      return args.length > 0 ? { ...base, args } : base;
    }
    case 'wildcard': {
      const bound = node.children[node.children.length - 1];
      return bound && bound.type !== 'wildcard' ? typeOf(bound, context) : nothing;
    }
    case 'array_type': {
      const element = typeOf(node.children[0], context);
      return element && { ...element, array: true };
    }
    case 'annotated_type': {
      const type = typeOf(node.children[node.children.length - 1], context);
      return type && { ...type, decorators: context.annotations(node) };
    }
    case 'scoped_type_identifier':
    case 'scoped_identifier':
    case 'field_access':
      return typeByPath(erased(textOf(node, context)), context);
    default:
      return undefined;
  }
}

/** A written type without its arguments, which may have arguments themselves. */
function erased(text: string): string {
  let depth = 0;
  let kept = '';
  for (const part of text.split(/([<>])/)) {
    if (part === '<') depth++;
    else if (part === '>') depth--;
    else if (depth === 0) kept += part;
  }
  return kept.replace(/\s|@\w+/g, '');
}

const primitives: ReadonlyMap<string, TypeRef> = new Map(
  ['int', 'long', 'short', 'byte', 'char', 'float', 'double', 'boolean', 'void'].map((name) => [
    name,
    { candidates: [name] },
  ]),
);

const integralTypes = new Set(['int', 'long', 'short', 'byte']);

export function isIntegral(type: TypeRef | undefined): boolean {
  return type !== undefined && !type.array && integralTypes.has(type.candidates[0] ?? '');
}

export function arrayOf(type: TypeRef | undefined): TypeRef | undefined {
  return type && { ...type, array: true };
}

/** A type by its simple name, by Java's order of shadowing. */
export function typeByName(name: string, context: Context): TypeRef {
  for (let scope: typeof context.scope | undefined = context.scope; scope; scope = scope.parent) {
    const local = scope.types.get(name);
    if (local) return local;
    if (scope.kind === 'class') {
      if (scope.outline.name === name) return { candidates: [scope.outline.qualifiedName] };
      const member = scope.outline.types.get(name);
      if (member) return { candidates: [member] };
    }
  }
  const known = context.typesByName.get(name);
  if (known) return known;
  const made: TypeRef = { candidates: candidatesOf(name, context) };
  context.typesByName.set(name, made);
  return made;
}

function candidatesOf(name: string, context: Context): string[] {
  const imported = context.importedTypes.get(name);
  if (imported) return [imported];
  const own = context.packageName === '' ? name : `${context.packageName}.${name}`;
  if (javaLang.has(name)) return [`java.lang.${name}`];
  const found = [own];
  for (const wildcard of context.wildcards) found.push(`${wildcard}.${name}`);
  found.push(`java.lang.${name}`);
  return found;
}

/** `Outer.Inner` and `java.util.Map.Entry`. */
export function typeByPath(path: string, context: Context): TypeRef {
  const dot = path.indexOf('.');
  if (dot < 0) return typeByName(path, context);
  const head = path.slice(0, dot);
  if (!startsUpper(head)) return { candidates: [path] };
  const rest = path.slice(dot);
  return { candidates: typeByName(head, context).candidates.map((candidate) => candidate + rest) };
}

export function startsUpper(name: string): boolean {
  const first = name.charCodeAt(0);
  return (first >= 65 && first <= 90) || (first > 127 && name[0] !== name[0]?.toLowerCase());
}

/** `Entry`, `IOUtils`, but not the constants `URL`, `MAX_SIZE`. */
export function looksLikeType(name: string): boolean {
  if (!startsUpper(name)) return false;
  for (let i = 1; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code >= 97 && code <= 122) return true;
  }
  return false;
}

/** A type parameter stands for its bound. */
export function typeParameters(node: SyntaxNode, scope: Pick<Scope, 'types'>, context: Context): void {
  for (const parameter of fieldOf(node, 'type_parameters')?.children ?? []) {
    const name = childOf(parameter, 'type_identifier');
    if (!name) continue;
    const bound = childOf(parameter, 'type_bound')?.children.find((child) => child.type !== 'extends');
    declareType(scope, textOf(name, context), typeOf(bound, context) ?? nothing);
  }
}
