import { append } from './append.ts';
import type { SyntaxNode } from './syntax.ts';

/** A range of a file. */
export interface Span {
  readonly at: number;
  readonly end: number;
}

/** Where a stretch of a part's text stands in the file: as it is written there, or standing for it. */
interface Stretch extends Span {
  /** Where it begins in the part's text. */
  readonly from: number;
  readonly isVerbatim: boolean;
}

/** A piece of a file's code as a grammar reads it, such as the script of a component or its template's expressions. */
export interface CodePart {
  readonly grammar: string;
  readonly text: string;
  /** Whether it belongs to the module, or to what runs for each use of the component. */
  readonly scope: 'module' | 'component';
  readonly stretches: readonly Stretch[];
}

/** Puts a part's text together: code of the file, and what stands for markup around it. */
export class PartWriter {
  readonly #file: string;
  readonly #texts: string[] = [];
  readonly #stretches: Stretch[] = [];
  #length = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Code that the file has at a place. */
  verbatim({ at, end }: Span): this {
    if (end > at) this.#add(this.#file.slice(at, end), { at, end }, true);
    return this;
  }

  /** Code that stands for something of the file. */
  glue(text: string, { at, end }: Span): this {
    this.#add(text, { at, end }, false);
    return this;
  }

  #add(text: string, { at, end }: Span, isVerbatim: boolean): void {
    this.#texts.push(text);
    this.#stretches.push({ at, end, from: this.#length, isVerbatim });
    this.#length += text.length;
  }

  part(scope: CodePart['scope'], grammar: string): CodePart {
    return { scope, grammar, text: this.#texts.join(''), stretches: this.#stretches };
  }

  /** Another writer's text, after this one's. */
  take(other: PartWriter): void {
    append(this.#texts, other.#texts);
    for (const stretch of other.#stretches)
      this.#stretches.push({ ...stretch, from: stretch.from + this.#length });
    this.#length += other.#length;
  }
}

/** The tree of a part, every node where its code stands in the file. */
export function placedInFile(root: SyntaxNode, { text, stretches }: CodePart): SyntaxNode {
  const [first] = stretches;
  if (!first) return root;
  const stretchAt = (offset: number): Stretch => {
    let low = 0;
    let high = stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((stretches[middle]?.from ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return stretches[low] ?? first;
  };
  const place = (node: SyntaxNode): SyntaxNode => {
    const begin = stretchAt(node.at);
    const last = stretchAt(Math.max(node.at, node.end - 1));
    const at = begin.isVerbatim ? begin.at + node.at - begin.from : begin.at;
    const end = last.isVerbatim ? last.at + node.end - last.from : last.end;
    const isOurs = !(begin === last && begin.isVerbatim);
    return {
      type: node.type,
      field: node.field,
      at,
      end: Math.max(at, end),
      children: node.children.map(place),
      ...(isOurs ? { written: text.slice(node.at, node.end) } : {}),
    };
  };
  return place(root);
}
