import type { Language as Grammar, Parser, Tree } from 'web-tree-sitter';
import { type GrammarTables, tablesOf } from './grammar-tables.ts';
import type { Language } from './language.ts';
import { isReadable, type RuntimeMemory } from './runtime.ts';
import {
  copyTree,
  maximumDepth,
  type SyntaxCopy,
  type SyntaxNode,
  treatmentOf,
  type Unread,
} from './syntax.ts';

/**
 * Copies syntax trees from where the parser keeps them, its linear memory. The parser's own cursor crosses into
 * WebAssembly for each property of each node, which takes two thirds of the time of parsing; this takes a tenth of it.
 *
 * The layout is that of `subtree.h` in tree-sitter's runtime. A `Subtree` has eight bytes: the data of a small leaf,
 * whose lowest bit is 1, or a pointer to a `SubtreeHeapData`, before which its children stand. Hidden nodes, which rules
 * of the grammar leave behind, show their children in their own place.
 */

// Offsets in `SubtreeHeapData`, in words of four bytes.
const paddingWord = 1;
const sizeWord = 4;
const childCountWord = 9;
const symbolWord = 10;
const flagsWord = 11;
const visibleChildCountWord = 12;
const productionWord = 16;

const subtreeWords = 2;
/** The word of `TSTree`, which begins with its root, that points to the grammar. */
const grammarWord = 2;

// Flags of nodes in either form; a small leaf's begin one bit later.
const visibleFlag = 1;
const extraFlag = 4;
const missingLeafFlag = 16;
const missingFlag = 512;

/** Hidden nodes in each other. Lists are balanced trees of them: no file comes near this by its length. */
const maximumHidden = 1_000;

const noChildren: readonly SyntaxNode[] = [];

export type TreeCopier = (tree: Tree) => SyntaxCopy;

/** Copies the parser's trees: from its memory where that is as expected, which a sample of the language tells, else by its cursor. */
export function treeCopier(
  parser: Parser,
  grammar: Grammar,
  memory: Partial<RuntimeMemory>,
  language: Language,
): TreeCopier {
  const byCursor: TreeCopier = (tree) => copyTree(tree, language);
  const tree = isReadable(memory) && parser.parse(language.sample);
  if (!tree) return byCursor;
  try {
    const byMemory = memoryCopier(grammar, memory, language);
    return JSON.stringify(byMemory(tree)) === JSON.stringify(byCursor(tree)) ? byMemory : byCursor;
  } catch {
    return byCursor;
  } finally {
    tree.delete();
  }
}

/** Copies trees as `copyTree` does. @throws RangeError where the memory is laid out in another way */
export function memoryCopier(grammar: Grammar, memory: RuntimeMemory, unread: Unread): TreeCopier {
  let tables: GrammarTables | undefined;

  return (tree) => {
    // The identity of a tree's root is its address, which is the tree's own.
    const address = tree.rootNode.id >> 2;
    const heap = memory.HEAPU32;
    tables ??= tablesOf(grammar, heap[address + grammarWord] as number, memory, (type) =>
      treatmentOf(type, unread),
    );
    return copyAt(address, heap, tables);
  };
}

/** @param address the word where a `TSTree` begins */
function copyAt(address: number, heap: Uint32Array, tables: GrammarTables): SyntaxCopy {
  const { types, treatments, fields, width, aliases, ownFields } = tables;
  const errorSymbol = types.length - 1;
  const subtree = new Subtree(errorSymbol);
  let errors = 0;
  let truncated = false;
  let hidden = 0;
  /** Children, in order, of the nodes that are being copied. */
  const open: SyntaxNode[] = [];

  /**
   * @param node the word where its `SubtreeHeapData` begins
   * @param start the byte where it begins in the text
   * @param depth the number of nodes around those below it
   */
  const childrenOf = (node: number, start: number, depth: number): readonly SyntaxNode[] => {
    const first = open.length;
    gather(node, start, 0, depth);
    const count = open.length - first;
    if (count === 0) return noChildren;
    const children = open.slice(first);
    open.length = first;
    return children;
  };

  /** Opens the children of a node that is copied, or of a hidden one that has `field` in its parent. */
  const gather = (node: number, start: number, field: number, depth: number): void => {
    const row = ((heap[node + productionWord] as number) >>> 16) * width;
    let place = 0;
    let end = start;
    const firstChild = firstChildOf(node, heap);
    for (let child = firstChild; child < node; child += subtreeWords) {
      subtree.read(heap, child);
      const { flags, size, missing, below } = subtree;
      let { symbol } = subtree;
      const at = child === firstChild ? end : end + subtree.padding;
      end = at + size;
      let ownField = 0;
      let visible = (flags & visibleFlag) !== 0;
      if ((flags & extraFlag) === 0) {
        ownField = field;
        if (place < width) {
          ownField = (ownFields[row + place] as number) || field;
          const alias = aliases[row + place] as number;
          if (alias !== 0) {
            symbol = alias;
            visible = true;
          }
        }
        place++;
      }
      if (!visible) {
        if (below === 0 || heap[below + visibleChildCountWord] === 0) continue;
        if (hidden === maximumHidden) {
          truncated = true;
          continue;
        }
        hidden++;
        gather(below, at, ownField, depth);
        hidden--;
        continue;
      }
      const treatment = treatments[symbol];
      if (treatment === 'leave out') continue;
      if (symbol === errorSymbol || (missing && size === 0)) errors++;
      let children = noChildren;
      if (treatment === 'enter') {
        if (depth >= maximumDepth) truncated = true;
        else if (below !== 0) children = childrenOf(below, at, depth + 1);
      }
      open.push({
        type: types[symbol] as string,
        field: fields[ownField] as string,
        at: at >> 1,
        end: end >> 1,
        children,
      });
    }
  };

  const root = (heap[address] as number) >>> 2;
  const start = heap[root + paddingWord] as number;
  const symbol = Math.min((heap[root + symbolWord] as number) & 0xffff, errorSymbol);
  const copy: SyntaxNode = {
    type: types[symbol] as string,
    field: '',
    at: start >> 1,
    end: (start + (heap[root + sizeWord] as number)) >> 1,
    children: childrenOf(root, start, 1),
  };
  return { root: copy, errors, truncated };
}

/** What one `Subtree` says of itself: one object for all that are read, as allocating one each is slower. */
class Subtree {
  readonly #errorSymbol: number;
  symbol = 0;
  flags = 0;
  size = 0;
  /** Bytes between what stands before it and its beginning. */
  padding = 0;
  missing = false;
  /** The word where its `SubtreeHeapData` begins, if it has children. */
  below = 0;

  constructor(errorSymbol: number) {
    this.#errorSymbol = errorSymbol;
  }

  read(heap: Uint32Array, at: number): void {
    const head = heap[at] as number;
    this.below = 0;
    if (head & 1) {
      const extent = heap[at + 1] as number;
      this.flags = head >>> 1;
      this.symbol = (head >>> 8) & 255;
      this.missing = (this.flags & missingLeafFlag) !== 0;
      this.padding = (extent >>> 16) & 255;
      this.size = extent >>> 24;
      return;
    }
    const data = head >>> 2;
    this.flags = heap[data + flagsWord] as number;
    this.symbol = Math.min((heap[data + symbolWord] as number) & 0xffff, this.#errorSymbol);
    this.missing = (this.flags & missingFlag) !== 0;
    this.padding = heap[data + paddingWord] as number;
    this.size = heap[data + sizeWord] as number;
    if ((heap[data + childCountWord] as number) > 0) this.below = data;
  }
}

/** The word where the children of a node begin, which stand before it. */
function firstChildOf(node: number, heap: Uint32Array): number {
  const first = node - (heap[node + childCountWord] as number) * subtreeWords;
  if (!(first >= 0)) throw new RangeError('The memory of the parser is not laid out as expected.');
  return first;
}
