import { joined } from './module-paths.ts';
import type { FunctionTarget, ProgramReferences } from './program-references.ts';
import { startedMethod, startsByDecorator } from './started.ts';
import type { Entry, FileLinks, FileUsage, ProductFile, Span } from './usage.ts';

/** How a function comes to run: from outside, or out of another function, at a place in that where it is known. */
export type Step =
  | {
      readonly kind: 'entry';
      readonly entry: Entry['kind'] | 'loaded' | 'hosted';
      readonly route?: string | undefined;
    }
  | {
      readonly kind: 'call' | 'pass' | 'import' | 'leads';
      readonly from: FunctionNode;
      readonly span: Span | undefined;
    };

/** A function of the program that an entry point reaches. */
export interface FunctionNode {
  readonly file: ProductFile;
  readonly fn: number;
  /** How it is reached, by one of the shortest ways. */
  readonly by: Step;
}

/** Entry points in the order in which they count: what a client can ask for says more than what may be loaded. */
const ranks = ['route', 'framework', 'program', 'published'] as const;

/** What each function of a file does, by its index. */
interface Outgoing {
  readonly uses: ReadonlyMap<number, FileUsage['uses']>;
  readonly imports: ReadonlyMap<number, FileUsage['imports']>;
  readonly calls: ReadonlyMap<number, FileLinks['calls']>;
}

/** The functions of a program that its entry points reach, each with the way there. */
export class CallGraph {
  readonly #references: ProgramReferences;
  readonly #files: ReadonlyMap<string, ProductFile>;
  readonly #reached = new Map<ProductFile, Map<number, FunctionNode>>();
  readonly #outgoing = new Map<ProductFile, Outgoing>();
  readonly #order: FunctionNode[] = [];

  constructor(files: ReadonlyMap<string, ProductFile>, references: ProgramReferences) {
    this.#files = files;
    this.#references = references;
    for (const file of files.values())
      this.#outgoing.set(file, {
        uses: byFunction(file.usage.uses),
        imports: byFunction(file.usage.imports),
        calls: byFunction(file.links.calls),
      });
    for (const rank of ranks) this.#walk(this.#entries(rank));
    this.#walk(this.#loaded());
    this.#walk(this.#hosts());
    // What was resolved by values skips calls between; what is written shows every one of them, and goes first.
    for (let at = 0; at < this.#order.length; at++) {
      const from = this.#order[at];
      if (from) this.#walk(this.#resolved(from));
    }
  }

  /** The function, if an entry point reaches it. */
  reached(file: ProductFile, fn: number): FunctionNode | undefined {
    return this.#reached.get(file)?.get(fn);
  }

  *#entries(rank: Entry['kind']): Iterable<FunctionNode> {
    for (const file of this.#files.values()) {
      for (const { fn, kind, route } of file.links.entries)
        if (kind === rank) yield { file, fn, by: { kind: 'entry', entry: kind, route } };
      if (rank === 'framework') yield* this.#started(file);
    }
  }

  /** Commands, jobs and listeners. */
  *#started(file: ProductFile): Iterable<FunctionNode> {
    const by = { kind: 'entry', entry: 'framework' } as const;
    for (const [fn, { decorators }] of file.usage.functions.entries())
      for (const decorator of decorators)
        if (
          this.#references.of(file, decorator).some((one) => one.kind === 'package' && startsByDecorator(one))
        )
          yield { file, fn, by };
    for (const { bases, methods } of file.usage.classes)
      for (const base of bases)
        for (const target of this.#references.of(file, base)) {
          const name = target.kind === 'package' ? startedMethod(target) : undefined;
          for (const fn of name === undefined ? [] : (methods.get(name) ?? [])) yield { file, fn, by };
        }
  }

  /** Files that nothing of the product imports: somebody starts them, or loads them by their place. */
  *#loaded(): Iterable<FunctionNode> {
    const imported = new Set<string>();
    for (const file of this.#files.values())
      for (const one of file.usage.imports)
        for (const target of this.#imported(file, one)) if (target !== file) imported.add(target.path);
    for (const file of this.#files.values())
      if (file.family !== 'java' && !imported.has(file.path))
        yield { file, fn: 0, by: { kind: 'entry', entry: 'loaded' } };
  }

  /** Whoever calls a function from outside has loaded its file before, and made its object. */
  *#hosts(): Iterable<FunctionNode> {
    const by = { kind: 'entry', entry: 'hosted' } as const;
    for (const { file, fn } of this.#order.filter((one) => one.by.kind === 'entry' && one.fn !== 0)) {
      yield { file, fn: 0, by };
      for (const [cls, { methods }] of file.usage.classes.entries())
        if ([...methods.values()].some((list) => list.includes(fn)))
          for (const called of this.#references.calledBy({ kind: 'class', file, cls, isInstance: false }))
            yield node(called, by);
    }
  }

  #imported(
    { links }: ProductFile,
    { module, member = '' }: FileUsage['imports'][number],
  ): readonly ProductFile[] {
    return [...new Set([module, joined(module, member)])].flatMap(
      (name) => this.#files.get(links.resolved.get(name) ?? '') ?? [],
    );
  }

  /** Breadth first, so that ways are short. */
  #walk(entries: Iterable<FunctionNode>): void {
    const queue: FunctionNode[] = [];
    const add = (node: FunctionNode): void => {
      const known = this.#reached.get(node.file) ?? new Map<number, FunctionNode>();
      this.#reached.set(node.file, known);
      if (known.has(node.fn)) return;
      known.set(node.fn, node);
      queue.push(node);
      this.#order.push(node);
    };
    for (const entry of entries) add(entry);
    for (let at = 0; at < queue.length; at++) {
      const node = queue[at];
      if (node) for (const next of this.#written(node)) add(next);
    }
  }

  /** What a function calls, passes on and imports, as it is written. */
  *#written(from: FunctionNode): Iterable<FunctionNode> {
    const { file, fn } = from;
    const outgoing = this.#outgoing.get(file);
    for (const { of, span, isCall } of outgoing?.uses.get(fn) ?? [])
      for (const target of this.#references.of(file, of))
        for (const called of this.#references.calledBy(target))
          yield node(called, { kind: isCall ? 'call' : 'pass', from, span });
    for (const one of outgoing?.imports.get(fn) ?? [])
      for (const target of this.#imported(file, one))
        yield { file: target, fn: 0, by: { kind: 'import', from, span: one.span } };
  }

  /** What a function comes to call by the values that it has. */
  *#resolved(from: FunctionNode): Iterable<FunctionNode> {
    for (const { path, to } of this.#outgoing.get(from.file)?.calls.get(from.fn) ?? []) {
      const file = this.#files.get(path);
      if (file) yield { file, fn: to, by: { kind: 'leads', from, span: undefined } };
    }
  }
}

const node = ({ file, fn }: FunctionTarget, by: Step): FunctionNode => ({ file, fn, by });

function byFunction<T extends { readonly fn: number }>(
  list: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const found = new Map<number, T[]>();
  for (const one of list) {
    const known = found.get(one.fn);
    if (known) known.push(one);
    else found.set(one.fn, [one]);
  }
  return found;
}
