import { LineIndex } from '../files/lines.ts';
import type { Range } from '../finding.ts';
import type { SyntaxNode } from '../languages/syntax.ts';
import { type Style, styleOf } from './style.ts';

/** Languages that fixes are made in. */
export const fixLanguages = ['javascript', 'python', 'java'] as const;
export type FixLanguage = (typeof fixLanguages)[number];

/** One parsed file that a fix looks at: its text, its tree with parents, and the habits it was written with. */
export class Source {
  readonly path: string;
  readonly text: string;
  readonly language: FixLanguage;
  readonly root: SyntaxNode;
  readonly lines: LineIndex;
  readonly #parents = new Map<SyntaxNode, SyntaxNode>();
  #style: Style | undefined;

  constructor(file: {
    readonly path: string;
    readonly text: string;
    readonly language: FixLanguage;
    readonly root: SyntaxNode;
  }) {
    this.path = file.path;
    this.text = file.text;
    this.language = file.language;
    this.root = file.root;
    this.lines = new LineIndex(file.text);
    for (const node of walk(file.root)) for (const child of node.children) this.#parents.set(child, node);
  }

  get style(): Style {
    this.#style ??= styleOf(this.text, this.language);
    return this.#style;
  }

  textOf(node: { readonly at: number; readonly end: number }): string {
    return this.text.slice(node.at, node.end);
  }

  parentOf(node: SyntaxNode): SyntaxNode | undefined {
    return this.#parents.get(node);
  }

  /** The nearest node around one, or the node itself, that has one of the types. */
  around(node: SyntaxNode | undefined, ...types: readonly string[]): SyntaxNode | undefined {
    for (let at = node; at; at = this.#parents.get(at)) if (types.includes(at.type)) return at;
    return undefined;
  }

  offsetsOf(range: Range): { readonly at: number; readonly end: number } {
    return {
      at: this.lines.startOf(range.startLine - 1) + range.startColumn - 1,
      end: this.lines.startOf(range.endLine - 1) + range.endColumn - 1,
    };
  }

  /** The smallest node that covers a range. */
  covering({ at, end }: { readonly at: number; readonly end: number }): SyntaxNode {
    let node = this.root;
    for (;;) {
      const inner = node.children.find((child) => child.at <= at && end <= child.end);
      if (!inner) return node;
      node = inner;
    }
  }

  /** 1-based line of an offset. */
  lineOf(offset: number): number {
    return this.lines.lineOf(offset) + 1;
  }

  /** The white space at the beginning of the line that an offset is in. */
  indentationAt(offset: number): string {
    const start = this.lines.startOf(this.lines.lineOf(offset));
    return (
      /^[ \t]*/.exec(this.text.slice(start, this.lines.endOf(this.lines.lineOf(offset), this.text)))?.[0] ??
      ''
    );
  }

  /** Offset of the first character of the line that an offset is in. */
  lineStart(offset: number): number {
    return this.lines.startOf(this.lines.lineOf(offset));
  }
}

/** A node and all below it, in the order of the text. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  const stack = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i] as SyntaxNode);
  }
}
