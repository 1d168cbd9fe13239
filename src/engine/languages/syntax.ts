import type { Tree } from 'web-tree-sitter';

/** A concrete syntax node, copied out of the parser's memory so that nothing of it is held. */
export interface SyntaxNode {
  readonly type: string;
  /** The grammar's field name under the parent, '' where it has none. */
  readonly field: string;
  readonly at: number;
  readonly end: number;
  /** Named children and anonymous tokens alike, in order; punctuation is left out. */
  readonly children: readonly SyntaxNode[];
  /** Its text, where that is not what stands at its place in the file. */
  readonly written?: string;
}

/** The text of a node: what stands at its place in the file, or what stands for that. */
export const writtenIn = (text: string, { at, end, written }: Omit<SyntaxNode, 'children'>): string =>
  written ?? text.slice(at, end);

const punctuation = new Set(['(', ')', '{', '}', '[', ']', ',', ';', ':', '.', '"', "'", '`']);

export type Treatment = 'enter' | 'leaf' | 'leave out';

/** Of a language's trees, what is not copied; punctuation and comments never are. */
export interface Unread {
  /** Node types whose subtree no lowering reads. */
  readonly skip: ReadonlySet<string>;
  /** Keywords that say nothing that the node around them does not. */
  readonly keywords: ReadonlySet<string>;
}

export function treatmentOf(type: string, { skip, keywords }: Unread): Treatment {
  if (punctuation.has(type) || keywords.has(type) || type.endsWith('comment')) return 'leave out';
  return skip.has(type) ? 'leaf' : 'enter';
}

/** Nesting past this is flattened to a leaf: no reader of the copy may overflow the stack. */
export const maximumDepth = 400;

export interface SyntaxCopy {
  readonly root: SyntaxNode;
  readonly errors: number;
  readonly truncated: boolean;
}

interface MutableNode {
  type: string;
  field: string;
  at: number;
  end: number;
  children: MutableNode[];
}

const noChildren: MutableNode[] = [];

/** Copies a tree in one cursor pass. */
export function copyTree(tree: Tree, { skip, keywords }: Unread): SyntaxCopy {
  const cursor = tree.walk();
  let errors = 0;
  let truncated = false;
  const read = (): MutableNode => ({
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? '',
    at: cursor.startIndex,
    end: cursor.endIndex,
    children: noChildren,
  });
  const root = read();
  const stack: MutableNode[] = [];
  let node = root;
  try {
    for (;;) {
      const descend = !skip.has(node.type);
      if (descend && stack.length >= maximumDepth) truncated = true;
      if (descend && stack.length < maximumDepth && cursor.gotoFirstChild()) {
        stack.push(node);
      } else {
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent() || stack.length === 0) return { root, errors, truncated };
          stack.pop();
          if (stack.length === 0) return { root, errors, truncated };
        }
      }
      // Land on the next node worth keeping; runs of punctuation cost one call each.
      let type = cursor.nodeType;
      while (punctuation.has(type) || keywords.has(type) || type.endsWith('comment')) {
        if (cursor.gotoNextSibling()) {
          type = cursor.nodeType;
          continue;
        }
        if (!cursor.gotoParent()) return { root, errors, truncated };
        stack.pop();
        if (stack.length === 0) return { root, errors, truncated };
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) return { root, errors, truncated };
          stack.pop();
          if (stack.length === 0) return { root, errors, truncated };
        }
        type = cursor.nodeType;
      }
      node = read();
      if (type === 'ERROR' || (node.at === node.end && cursor.nodeIsMissing)) errors++;
      const parent = stack[stack.length - 1] as MutableNode;
      if (parent.children === noChildren) parent.children = [node];
      else parent.children.push(node);
    }
  } finally {
    cursor.delete();
  }
}

/** The first child under a field. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  for (const child of node.children) if (child.field === field) return child;
  return undefined;
}

export function fieldsOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((child) => child.field === field);
}

export function childOf(node: SyntaxNode, type: string): SyntaxNode | undefined {
  for (const child of node.children) if (child.type === type) return child;
  return undefined;
}
