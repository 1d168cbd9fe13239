import type { SyntaxNode } from '../syntax.ts';

/** Whether a declaration says `static`, `public` and the like of itself. */
export function hasModifier(node: SyntaxNode, keyword: string): boolean {
  for (const child of node.children) {
    if (child.type !== 'modifiers') continue;
    for (const modifier of child.children) if (modifier.type === keyword) return true;
  }
  return false;
}
