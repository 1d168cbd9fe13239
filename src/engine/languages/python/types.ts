import type { TypeRef } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import { type Context, operands, textOf } from './context.ts';

/** Wrappers whose argument is the type that matters. */
const transparent = new Set([
  'Optional',
  'Final',
  'ClassVar',
  'Annotated',
  'Required',
  'NotRequired',
  'Type',
  'type',
  'Awaitable',
  'Coroutine',
  'Mapped',
]);

const isNone = (node: SyntaxNode): boolean => node.type === 'none';

/** `type` nodes, parentheses and quotes around the type proper. */
function unwrap(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while ((inner.type === 'type' || inner.type === 'parenthesized_expression') && inner.children.length === 1)
    inner = inner.children[0] as SyntaxNode;
  return inner;
}

/** The dotted name of a written type; undefined for what is no name. */
function nameOf(node: SyntaxNode, context: Context): string | undefined {
  switch (node.type) {
    case 'identifier':
    case 'dotted_name':
      return textOf(node, context);
    case 'attribute':
    case 'member_type': {
      const [object, member] = operands(node);
      if (!object || !member) return undefined;
      const left = nameOf(unwrap(object), context);
      return left === undefined ? undefined : `${left}.${textOf(member, context)}`;
    }
    case 'string': {
      const written = textOf(node, context).replace(/^[a-zA-Z]*['"]+|(?<!['"])['"]+$/g, '');
      const simple = /^(?:Optional\[)?([\w.]+)(?:\[[\s\S]*|\s*\|\s*None)?$/.exec(written);
      return simple?.[1];
    }
    default:
      return undefined;
  }
}

/** The qualified names that a written one may mean, best first. */
function candidatesOf(name: string, context: Context): readonly string[] {
  const dot = name.indexOf('.');
  const first = dot < 0 ? name : name.slice(0, dot);
  const imported = context.imported.get(first);
  if (imported !== undefined) return [imported + (dot < 0 ? '' : name.slice(dot))];
  const own = context.moduleName === '' ? name : `${context.moduleName}.${name}`;
  if (context.moduleClasses.has(first)) return [own];
  return context.wildcards.length > 0
    ? [...context.wildcards.map((module) => `${module}.${name}`), name]
    : [name];
}

function generic(base: SyntaxNode, args: readonly SyntaxNode[], context: Context): TypeRef | undefined {
  const name = nameOf(unwrap(base), context);
  if (name === undefined) return undefined;
  const short = name.slice(name.lastIndexOf('.') + 1);
  const first = args[0];
  if (transparent.has(short))
    return first ? lowerType(short === 'Coroutine' ? (args[2] ?? first) : first, context) : undefined;
  if (short === 'Union') {
    const one = args.filter((arg) => !isNone(unwrap(arg)));
    return one.length === 1 && one[0] ? lowerType(one[0], context) : undefined;
  }
  const lowered = args.map((arg) => lowerType(arg, context)).filter((type) => type !== undefined);
  return lowered.length > 0
    ? { candidates: candidatesOf(name, context), args: lowered }
    : { candidates: candidatesOf(name, context) };
}

/** A written annotation. Unions of several types, callables and literals have none. */
export function lowerType(written: SyntaxNode, context: Context): TypeRef | undefined {
  const node = unwrap(written);
  switch (node.type) {
    case 'generic_type': {
      const [base, parameters] = operands(node);
      return base ? generic(base, parameters ? operands(parameters) : [], context) : undefined;
    }
    case 'subscript': {
      const [base, ...args] = operands(node);
      return base ? generic(base, args, context) : undefined;
    }
    case 'call': {
      // `conint(gt=0)`
      const [maker] = operands(node);
      return maker && /(?:^|\.)con(?:int|float|decimal|date)$/.test(textOf(maker, context))
        ? lowerType(maker, context)
        : undefined;
    }
    case 'union_type':
    case 'binary_operator': {
      const alternatives = operands(node).filter((part) => !isNone(unwrap(part)));
      return alternatives.length === 1 && alternatives[0] ? lowerType(alternatives[0], context) : undefined;
    }
    default: {
      const name = nameOf(node, context);
      return name === undefined || name === 'None' ? undefined : { candidates: candidatesOf(name, context) };
    }
  }
}

/** The metadata of `Annotated[type, metadata…]`. */
export function annotatedMetadata(written: SyntaxNode, context: Context): readonly SyntaxNode[] {
  const node = unwrap(written);
  // `constr(pattern=…)`
  if (node.type === 'call') return [node];
  if (node.type !== 'generic_type' && node.type !== 'subscript') return [];
  const [base, ...rest] = operands(node);
  if (!base || !/(?:^|\.)Annotated$/.test(textOf(base, context))) return [];
  const first = rest[0];
  const args = node.type === 'generic_type' ? (first ? operands(first) : []) : rest;
  return args.slice(1).map(unwrap);
}
