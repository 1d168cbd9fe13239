import type { Severity } from '../finding.ts';
import type { FamilyId } from '../languages/registry.ts';
import type { Term } from '../languages/term.ts';

/** Rules that people write, in the syntax of Semgrep's rules. All of this is plain data, which crosses to worker threads. */

/** What a pattern is compiled for: a family of languages, or the text of any file. */
export type Target = FamilyId | 'text';

/** A pattern of code: one term, or statements that follow each other. */
export interface CodePattern {
  readonly kind: 'code';
  readonly terms: readonly [Term, ...Term[]];
}

/** A pattern of text, as words and signs. */
export interface TextPattern {
  readonly kind: 'text';
  readonly tokens: readonly TextToken[];
}

export type TextToken =
  | { readonly kind: 'word'; readonly text: string }
  /** `many`: `$...NAME`, words up to the end of the line. */
  | { readonly kind: 'metavariable'; readonly name: string; readonly many: boolean }
  | { readonly kind: 'ellipsis' };

/** A regular expression as JavaScript writes it; `mayBeSlow`: it is matched with short lines alone. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly mayBeSlow: boolean;
}

export type Formula =
  | CodePattern
  | TextPattern
  | { readonly kind: 'regex'; readonly expression: Expression }
  | { readonly kind: 'any'; readonly parts: readonly Formula[] }
  | { readonly kind: 'inside'; readonly formula: Formula }
  | { readonly kind: 'not'; readonly formula: Formula }
  | { readonly kind: 'not-inside'; readonly formula: Formula }
  | {
      readonly kind: 'all';
      readonly parts: readonly Formula[];
      readonly conditions: readonly Condition[];
      /** Names of metavariables; of each list one is what the match is narrowed to. */
      readonly focus: readonly (readonly string[])[];
    };

export type Condition =
  | { readonly kind: 'regex'; readonly name: string; readonly expression: Expression }
  | {
      readonly kind: 'pattern';
      readonly name: string;
      readonly target: Target | undefined;
      readonly formula: Formula;
    }
  | { readonly kind: 'comparison'; readonly comparison: Comparison; readonly base: number | undefined }
  | { readonly kind: 'type'; readonly name: string; readonly types: readonly string[] }
  | { readonly kind: 'entropy'; readonly name: string }
  | { readonly kind: 'redos'; readonly name: string };

/** An expression over what metavariables hold. */
export type Comparison =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Comparison[] }
  | { readonly kind: 'metavariable'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Comparison[] }
  | { readonly kind: 'unary'; readonly op: string; readonly operand: Comparison }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Comparison; readonly right: Comparison };

/** What begins, ends or makes safe a flow. */
export interface TaintPattern {
  readonly formula: Formula;
  /** Data is tainted, or safe, after the place, and not just what it evaluates to. */
  readonly bySideEffect: boolean;
}

export type Search =
  | { readonly mode: 'search'; readonly formula: Formula }
  | {
      readonly mode: 'taint';
      readonly sources: readonly TaintPattern[];
      readonly sinks: readonly TaintPattern[];
      readonly sanitizers: readonly TaintPattern[];
    };

export interface RuleOptions {
  /** `"..."` and literals match names that stand for such a constant. */
  readonly constantPropagation: boolean;
  /** A name that is assigned once stands for what it was assigned. */
  readonly symbolicPropagation: boolean;
}

export interface CompiledRule {
  readonly id: string;
  readonly message: string;
  readonly severity: Severity;
  readonly cwes: readonly string[];
  readonly references: readonly string[];
  /** 0–100. */
  readonly confidence: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Languages as the rule has them; `undefined` for any file. */
  readonly languages: readonly string[] | undefined;
  readonly searches: Partial<Readonly<Record<Target, Search>>>;
  /** Words of which one of each list is written in every file where the rule finds something. */
  readonly words: Partial<Readonly<Record<Target, readonly (readonly string[])[]>>>;
  readonly fix: string | undefined;
  readonly fixExpression:
    | { readonly expression: Expression; readonly replacement: string; readonly count: number }
    | undefined;
  readonly options: RuleOptions;
  /** The file that it stands in, and its line. */
  readonly file: string;
  readonly line: number;
}

/** What is wrong in a file of rules. Lines and columns are 1-based. */
export interface RuleProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule?: string;
  readonly message: string;
}
