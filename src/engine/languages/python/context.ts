import type { ClassIR, Expr, FunctionIR, ImportBinding, Opaque, Stmt, TypeRef } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';

/** The function (or module) whose body is being read. */
export interface Frame {
  readonly index: number;
  /** Names under `global` or `nonlocal`: assigned, but not declared here. */
  readonly outer: Set<string>;
  /** Names bound inside an expression (`:=`), declared at the start of the body. */
  readonly hoisted: Set<string>;
  generator: boolean;
}

/** What one file's lowering shares. The parts call each other through it, so that no file imports in a circle. */
export interface Context {
  readonly text: string;
  /** Dotted path of this module, and of the package that relative imports start from. */
  readonly moduleName: string;
  readonly packageName: string;
  readonly functions: FunctionIR[];
  readonly classes: ClassIR[];
  readonly imports: ImportBinding[];
  readonly wildcards: string[];
  /** Local name → the qualified name that an import gives it. */
  readonly imported: Map<string, string>;
  /** Names of the classes declared at module level. */
  readonly moduleClasses: Set<string>;
  /** Names that functions declare `global`. */
  readonly globals: Set<string>;
  frame: Frame;
  /** Names of the classes around the present position, outermost first. */
  readonly classNames: string[];
  readonly expression: (node: SyntaxNode) => Expr;
  readonly statements: (nodes: readonly SyntaxNode[], out: Stmt[]) => void;
  readonly type: (node: SyntaxNode) => TypeRef | undefined;
}

/** Tokens that carry no meaning of their own once their parent's type is known. */
const tokens = new Set([
  'and',
  'as',
  'assert',
  'async',
  'await',
  'break',
  'case',
  'class',
  'continue',
  'def',
  'del',
  'elif',
  'else',
  'except',
  'exec',
  'finally',
  'for',
  'from',
  'global',
  'if',
  'import',
  'in',
  'is',
  'lambda',
  'match',
  'nonlocal',
  'not',
  'or',
  'pass',
  'print',
  'raise',
  'return',
  'try',
  'type',
  'while',
  'with',
  'yield',
  'not in',
  'is not',
  '=',
  ':=',
  '->',
  '@',
  '*',
  '**',
  '|',
  '-',
  '+',
  '~',
  '/',
  '//',
  '%',
  '<<',
  '>>',
  '&',
  '^',
  '<',
  '>',
  '<=',
  '>=',
  '==',
  '!=',
  '<>',
  '+=',
  '-=',
  '*=',
  '/=',
  '//=',
  '%=',
  '**=',
  '>>=',
  '<<=',
  '&=',
  '^=',
  '|=',
  '@=',
  'except*',
  '__future__',
  '_',
  'line_continuation',
  'keyword_separator',
  'positional_separator',
]);

/** The children that are operands: without keywords, operators and line continuations. */
export function operands(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((child) => !isToken(child));
}

export function isToken(node: SyntaxNode): boolean {
  return (
    tokens.has(node.type) &&
    (node.children.length === 0 || node.type.endsWith('separator') || node.field === 'operators')
  );
}

/** Alternatives that are nested into one another; what follows goes behind them, which loses only precision. */
export const longestChain = 100;

export function textOf(node: SyntaxNode, context: Context): string {
  return context.text.slice(node.at, node.end);
}

/** The union of a node's parts: for syntax that has no meaning here, and for trees that are broken. */
export function opaque(node: SyntaxNode, context: Context): Opaque {
  return { k: 'opaque', at: node.at, end: node.end, parts: operands(node).map(context.expression) };
}
