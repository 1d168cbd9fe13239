import type { TypeRef } from '../../ir/ir.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import type { Lowering } from './lowering.ts';

/** Types that say nothing about the value. */
const silent = new Set(['any', 'unknown', 'void', 'never', 'object', 'null', 'undefined', 'symbol']);

/** The qualified names that a written name may mean: through the file's imports, else as it stands. */
function candidatesOf(name: string, to: Lowering): readonly string[] {
  const dot = name.indexOf('.');
  const first = dot < 0 ? name : name.slice(0, dot);
  const rest = dot < 0 ? '' : name.slice(dot);
  const binding = to.imports.find((candidate) => candidate.local === first);
  if (binding === undefined) return [name];
  const module = binding.member === 'default' || binding.member === '*' ? binding.module : undefined;
  const qualified = (module ?? `${binding.module}.${binding.member}`) + rest;
  return binding.module.startsWith('.') ? [qualified, name] : [qualified];
}

/**
 * The type that an annotation names, where it names one. Of a union the first member that tells something; a union
 * with `string` in it is a string, for what is to be known is whether text may be in the value.
 */
export function typeOf(node: SyntaxNode | undefined, to: Lowering): TypeRef | undefined {
  if (node === undefined) return undefined;
  switch (node.type) {
    case 'type_annotation':
    case 'parenthesized_type':
    case 'readonly_type':
    case 'optional_type':
      return typeOf(node.children.at(-1), to);
    case 'predefined_type': {
      const name = to.source(node);
      return silent.has(name) ? undefined : { candidates: [name] };
    }
    case 'type_identifier':
    case 'identifier':
    case 'nested_type_identifier':
      return { candidates: candidatesOf(to.source(node), to) };
    case 'generic_type': {
      const named = typeOf(fieldOf(node, 'name'), to);
      if (named === undefined) return undefined;
      const args: TypeRef[] = [];
      for (const child of fieldOf(node, 'type_arguments')?.children ?? []) {
        const arg = typeOf(child, to);
        if (arg !== undefined) args.push(arg);
      }
      const [only] = args;
      if (named.candidates[0] === 'Promise') return only;
      if (named.candidates[0] === 'Array' || named.candidates[0] === 'ReadonlyArray')
        return only === undefined ? undefined : { ...only, array: true };
      return { ...named, args };
    }
    case 'array_type': {
      const element = typeOf(node.children[0], to);
      return element === undefined ? undefined : { ...element, array: true };
    }
    case 'union_type':
    case 'intersection_type':
      return memberOf(node, to);
    default:
      return undefined;
  }
}

function memberOf(node: SyntaxNode, to: Lowering): TypeRef | undefined {
  let chosen: TypeRef | undefined;
  for (const child of node.children) {
    if (child.type === '|' || child.type === '&' || isNothing(child, to)) continue;
    const member = typeOf(child, to);
    if (member === undefined) {
      // A member without a name (an object type, a string literal) may hold anything.
      if (node.type === 'union_type') return undefined;
    } else if (chosen === undefined || member.candidates[0] === 'string') {
      chosen = member;
    }
  }
  return chosen;
}

function isNothing(node: SyntaxNode, to: Lowering): boolean {
  const source = to.source(node);
  return source === 'null' || source === 'undefined' || source === 'void' || source === 'never';
}
