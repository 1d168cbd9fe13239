import { fieldOf, type SyntaxNode } from '../languages/syntax.ts';
import type { Source } from './source.ts';

/** A call of any of the languages, seen in one way. */
export interface Call {
  readonly node: SyntaxNode;
  /** The last name of what is called: `query` of `db.query(…)`, `File` of `new File(…)`. */
  readonly name: string;
  readonly nameNode: SyntaxNode;
  /** What stands before the last dot. */
  readonly receiver: SyntaxNode | undefined;
  readonly isNew: boolean;
  /** The parenthesised list; undefined for a tagged template. */
  readonly list: SyntaxNode | undefined;
  readonly args: readonly SyntaxNode[];
  /** Python's keyword arguments, by name: their values. */
  readonly keywords: ReadonlyMap<string, SyntaxNode>;
}

const callTypes = new Set([
  'call_expression',
  'new_expression',
  'method_invocation',
  'object_creation_expression',
  'call',
]);

export const isCall = (node: SyntaxNode): boolean => callTypes.has(node.type);

export function callOf(source: Source, node: SyntaxNode | undefined): Call | undefined {
  if (!node || !isCall(node)) return undefined;
  const isNew = node.type === 'new_expression' || node.type === 'object_creation_expression';
  const list = fieldOf(node, 'arguments');
  const all = (list?.children ?? []).filter((child) => !child.type.endsWith('comment'));
  const keywords = new Map<string, SyntaxNode>();
  for (const child of all) {
    if (child.type !== 'keyword_argument') continue;
    const name = fieldOf(child, 'name');
    const value = fieldOf(child, 'value');
    if (name && value) keywords.set(source.textOf(name), value);
  }
  const args = all.filter((child) => child.type !== 'keyword_argument');
  const named = calleeOf(node);
  if (!named) return undefined;
  return {
    node,
    ...named,
    name: source.textOf(named.nameNode),
    isNew,
    list: list?.type === 'template_string' ? undefined : list,
    args: list?.type === 'template_string' ? [] : args,
    keywords,
  };
}

function calleeOf(node: SyntaxNode): { nameNode: SyntaxNode; receiver: SyntaxNode | undefined } | undefined {
  if (node.type === 'method_invocation') {
    const nameNode = fieldOf(node, 'name');
    return nameNode && { nameNode, receiver: fieldOf(node, 'object') };
  }
  if (node.type === 'object_creation_expression') {
    const nameNode = fieldOf(node, 'type');
    return nameNode && { nameNode: genericBase(nameNode), receiver: undefined };
  }
  const callee = fieldOf(node, 'function') ?? fieldOf(node, 'constructor');
  if (!callee) return undefined;
  const nameNode = fieldOf(callee, 'property') ?? fieldOf(callee, 'attribute');
  return nameNode
    ? { nameNode, receiver: fieldOf(callee, 'object') }
    : { nameNode: callee, receiver: undefined };
}

const genericBase = (type: SyntaxNode): SyntaxNode =>
  type.type === 'generic_type' ? (type.children[0] ?? type) : type;

/** The call whose name or beginning is at an offset, and that ends at another: how findings mark one. */
export function callAt(
  source: Source,
  { at, end }: { readonly at: number; readonly end: number },
): Call | undefined {
  let found: Call | undefined;
  for (let node: SyntaxNode | undefined = source.covering({ at, end }); node; node = source.parentOf(node)) {
    const call = callOf(source, node);
    if (!call) {
      if (node.end > end + 1 && found) break;
      continue;
    }
    if (node.end === end && (call.nameNode.at === at || node.at === at)) return call;
    found ??= call;
  }
  return found;
}

/** The whole callee as it is written, without white space: `this.db.query`. */
export function calleeText(source: Source, call: Call): string {
  const prefix = call.receiver ? `${source.textOf(call.receiver)}.` : '';
  return (prefix + call.name).replaceAll(/\s+/g, '');
}

/** The expression without parentheses, awaits, casts and assertions around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  switch (node.type) {
    case 'parenthesized_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'non_null_expression': {
      const inner = node.children[0];
      return inner ? bare(inner) : node;
    }
    case 'cast_expression': {
      const value = fieldOf(node, 'value');
      return value ? bare(value) : node;
    }
    default:
      return node;
  }
}
