import { fieldOf, type SyntaxNode, writtenIn } from './syntax.ts';

/**
 * A syntax tree in words that languages share, as far as they do: `call`, `member`, `assign`. What has no such word keeps the
 * grammar's. Punctuation, parentheses and keywords that say nothing are gone, so that a pattern and the code that it is about
 * have the same tree however they are spelled.
 */
export interface Term {
  readonly kind: string;
  /** Of a leaf, what it says: a name, the content of a string; of an operation, its operator. */
  readonly text: string;
  /** What it is of the term around it, '' where that has one kind of parts. */
  readonly field: string;
  readonly at: number;
  readonly end: number;
  readonly parts: readonly Term[];
}

/** What a name of a pattern stands for, where that is no name. */
export type Hole = (name: string) => Pick<Term, 'kind' | 'text' | 'parts'> | undefined;

export type Shape = (node: SyntaxNode, shaper: Shaper, field: string) => Term | readonly Term[] | undefined;

/** How a language's syntax trees become terms. */
export interface TermShapes {
  readonly shapes: Readonly<Record<string, Shape>>;
  /** Types of nodes that are names of values. */
  readonly names: ReadonlySet<string>;
  /** Types of nodes that are names of other things: of members, labels, keys. */
  readonly words: ReadonlySet<string>;
}

const noParts: readonly Term[] = [];

/** Shapes one tree. */
export class Shaper {
  readonly text: string;
  readonly #language: TermShapes;
  readonly #hole: Hole | undefined;

  /** @param hole of a pattern: what its names stand for */
  constructor(text: string, language: TermShapes, hole?: Hole) {
    this.text = text;
    this.#language = language;
    this.#hole = hole;
  }

  textOf(node: SyntaxNode): string {
    return writtenIn(this.text, node);
  }

  /** @param inner the part of the node that the leaf says, where that is not all of it */
  leaf(kind: string, node: SyntaxNode, field: string, inner = this.textOf(node)): Term {
    const hole = this.#hole?.(inner);
    if (hole) return { ...hole, field, at: node.at, end: node.end };
    return { kind, text: inner, field, at: node.at, end: node.end, parts: noParts };
  }

  make(
    kind: string,
    node: Pick<SyntaxNode, 'at' | 'end'>,
    field: string,
    parts: readonly Term[],
    text = '',
  ): Term {
    return { kind, text, field, at: node.at, end: node.end, parts };
  }

  /** The terms of a node: none of what says nothing, several of a list without brackets. */
  each(node: SyntaxNode | undefined, field: string): readonly Term[] {
    if (!node) return noParts;
    const shape = Object.hasOwn(this.#language.shapes, node.type)
      ? this.#language.shapes[node.type]
      : undefined;
    if (shape) {
      const shaped = shape(node, this, field);
      if (shaped === undefined) return noParts;
      return 'kind' in shaped ? [shaped] : shaped;
    }
    if (this.#language.names.has(node.type)) return [this.leaf('name', node, field)];
    if (this.#language.words.has(node.type)) return [this.leaf('word', node, field)];
    if (node.children.length === 0)
      return this.#isToken(node) ? noParts : [this.leaf(node.type, node, field)];
    return [this.make(node.type, node, field, this.parts(node))];
  }

  /** The parts of a node as its grammar names them. */
  parts(node: SyntaxNode): Term[] {
    return node.children.flatMap((child) => this.each(child, child.field));
  }

  /** The terms of several nodes, all of one field. */
  list(nodes: readonly SyntaxNode[], field: string): Term[] {
    return nodes.flatMap((node) => this.each(node, field));
  }

  /** The terms of what a node has under a field of the grammar. */
  under(node: SyntaxNode, name: string, field = name): readonly Term[] {
    return this.each(fieldOf(node, name), field);
  }

  /** A name that is no value of its own, such as that of a member. */
  word(node: SyntaxNode | undefined, field: string): readonly Term[] {
    return this.each(node, field).map((term) => (term.kind === 'name' ? { ...term, kind: 'word' } : term));
  }

  /** Statements as a block, whether they have brackets or not. */
  block(node: SyntaxNode | undefined, field: string): readonly Term[] {
    const terms = this.each(node, field);
    const [first] = terms;
    if (!node || (first?.kind === 'block' && terms.length === 1)) return terms;
    return [
      this.make(
        'block',
        node,
        field,
        terms.map((term) => ({ ...term, field: 'statement' })),
      ),
    ];
  }

  /** Keywords that the grammar gives no field say what the node around them says, too. */
  #isToken(node: SyntaxNode): boolean {
    return node.field === '' && this.textOf(node) === node.type && !meaningful.has(node.type);
  }
}

/** Keywords that make another thing of what they stand in, and leaves whose grammar has no other type. */
const meaningful: ReadonlySet<string> = new Set([
  ...['this', 'super', 'true', 'false', 'null', 'undefined', 'async', 'static', 'get', 'set'],
  ...['default', '*', 'pass', 'break', 'continue', 'void', 'self', 'ellipsis'],
]);

/** Names joined by dots, `a.b.c`; undefined for anything else. */
export function dottedTerm(term: Term): string | undefined {
  if (term.kind === 'name') return term.text;
  if (term.kind !== 'member') return undefined;
  const [object, property] = term.parts;
  if (!object || property?.kind !== 'word') return undefined;
  const before = dottedTerm(object);
  return before === undefined ? undefined : `${before}.${property.text}`;
}
