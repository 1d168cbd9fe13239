import type { FamilyId } from '../../languages/registry.ts';

/**
 * What one file says of the functions it has and of what they use. Plain data: kept between scans, sent between threads. Every
 * file of the product has one; those of tests, examples and tooling have none.
 */

/** First line and column, last line and column: 1-based, the end exclusive. */
export type Span = readonly [number, number, number, number];

/**
 * An access path: from a module as it is imported (a class by its whole name in Java), or from a function or class of the same
 * file by its index, along names. `()` stands for what a call gives, and for an instance of a class.
 */
export interface Reference {
  readonly root: string | { readonly fn: number } | { readonly cls: number };
  readonly path: readonly string[];
}

/** Where a function of a file uses something: it calls it, or passes it on. */
export interface Use {
  /** Index of the function; 0 is the file's own body. */
  readonly fn: number;
  readonly of: Reference;
  readonly isCall: boolean;
  readonly span: Span;
}

export interface ImportUse {
  /** As written. */
  readonly module: string;
  /** The name that is taken of it; undefined where that is no module of its own, or all of them. */
  readonly member?: string;
  /** Index of the function in which it runs. */
  readonly fn: number;
  readonly span: Span;
}

export interface FunctionUse {
  /** As a person would call it; '' where it has no name. */
  readonly name: string;
  /** Of the name. */
  readonly span: Span;
  readonly decorators: readonly Reference[];
  /** What its calls give, as far as that is told by access paths. */
  readonly returns: readonly Reference[];
}

export interface ClassUse {
  /** Qualified, as the language does it. */
  readonly name: string;
  readonly bases: readonly Reference[];
  /** Indices of functions by name. */
  readonly methods: ReadonlyMap<string, readonly number[]>;
  /** Methods that whoever has an instance may call because a base class declares them. */
  readonly callbacks: readonly number[];
  /** What fields hold. */
  readonly fields: ReadonlyMap<string, readonly Reference[]>;
}

/** What a file says by itself. */
export interface FileUsage {
  readonly imports: readonly ImportUse[];
  /** Imports of a module whose name is put together while the program runs. */
  readonly computed: readonly Span[];
  /** Dotted names in texts, which may name a module or class that is loaded by its name. */
  readonly named: readonly { readonly name: string; readonly span: Span }[];
  readonly functions: readonly FunctionUse[];
  readonly classes: readonly ClassUse[];
  /** What others get of it by name; `=` is what the whole module is, where that is one value. */
  readonly exports: ReadonlyMap<string, readonly Reference[]>;
  /** Modules all of whose names it passes on. */
  readonly stars: readonly string[];
  readonly uses: readonly Use[];
}

/** Why a function runs though no code of the project calls it. */
export interface Entry {
  readonly fn: number;
  readonly kind: 'route' | 'framework' | 'program' | 'published';
  /** Method and path of a route. */
  readonly route?: string;
}

/** What the project around a file makes of it. */
export interface FileLinks {
  /** Paths of the project's files by modules as the file imports them. */
  readonly resolved: ReadonlyMap<string, string>;
  /** Calls that were resolved by values and types: from a function of the file to one of another or the same. */
  readonly calls: readonly { readonly fn: number; readonly path: string; readonly to: number }[];
  readonly entries: readonly Entry[];
}

export interface ProductFile {
  readonly path: string;
  readonly family: FamilyId;
  readonly usage: FileUsage;
  readonly links: FileLinks;
}
