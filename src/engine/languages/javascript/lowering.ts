import type {
  Arg,
  ClassIR,
  Expr,
  FunctionIR,
  ImportBinding,
  ModuleIR,
  Param,
  Pattern,
  Stmt,
} from '../../ir/ir.ts';
import type { NodeMeter } from '../node-meter.ts';
import type { LanguageId } from '../registry.ts';
import type { SyntaxNode } from '../syntax.ts';

export type ExpressionLowering = (node: SyntaxNode, to: Lowering) => Expr;
export type StatementLowering = (node: SyntaxNode, to: Lowering, out: Stmt[]) => void;

/** How each syntax node type is lowered. Passed in, so that the files of this folder need not import each other in a ring. */
export interface LoweringTables {
  readonly expressions: ReadonlyMap<string, ExpressionLowering>;
  readonly statements: ReadonlyMap<string, StatementLowering>;
  readonly pattern: (node: SyntaxNode, to: Lowering) => Pattern;
}

export type FunctionHead = Omit<FunctionIR, 'index' | 'parent' | 'cls' | 'params' | 'body'>;

export interface OpenFunction {
  readonly index: number;
  readonly params: Param[];
  readonly body: Stmt[];
}

/** What one file's lowering has built so far, and the way from a syntax node to its meaning. */
export class Lowering {
  readonly text: string;
  readonly functions: FunctionIR[] = [];
  readonly classes: ClassIR[] = [];
  readonly imports: ImportBinding[] = [];
  /** Exports that are evaluated once the module's body has run. */
  readonly lateExports: Stmt[] = [];
  readonly #tables: LoweringTables;
  readonly #meter: Pick<NodeMeter, 'spend'>;
  #function: number | undefined;
  #class: number | undefined;

  constructor(text: string, tables: LoweringTables, meter: Pick<NodeMeter, 'spend'>) {
    this.#meter = meter;
    this.text = text;
    this.#tables = tables;
  }

  /** The function whose body is being lowered. */
  get currentFunction(): number {
    return this.#function ?? 0;
  }

  source(node: SyntaxNode): string {
    return node.written ?? this.text.slice(node.at, node.end);
  }

  expression(node: SyntaxNode | undefined): Expr {
    if (node === undefined) return { k: 'opaque', at: 0, end: 0, parts: [] };
    this.#meter.spend();
    const lower = this.#tables.expressions.get(node.type);
    return lower === undefined ? this.opaque(node) : lower(node, this);
  }

  /** A node without a meaning of its own: what is inside it still counts. */
  opaque(node: SyntaxNode): Expr {
    const parts: Expr[] = [];
    for (const child of node.children) {
      if (this.#tables.expressions.has(child.type)) parts.push(this.expression(child));
      else if (this.#tables.statements.has(child.type)) continue;
      else if (child.children.length > 0) parts.push(this.opaque(child));
    }
    return { k: 'opaque', at: node.at, end: node.end, parts };
  }

  isExpression(node: SyntaxNode): boolean {
    return this.#tables.expressions.has(node.type);
  }

  pattern(node: SyntaxNode | undefined): Pattern {
    if (node === undefined) return { k: 'var', at: 0, end: 0, name: discarded };
    return this.#tables.pattern(node, this);
  }

  statement(node: SyntaxNode, out: Stmt[]): void {
    const lower = this.#tables.statements.get(node.type);
    if (lower !== undefined) {
      lower(node, this, out);
    } else if (this.#tables.expressions.has(node.type)) {
      out.push({ k: 'expr', at: node.at, end: node.end, value: this.expression(node) });
    } else {
      // An ERROR node, or syntax newer than this lowering: go on with what is inside.
      for (const child of node.children) this.statement(child, out);
    }
  }

  /** The statement as one node; several become a block. */
  single(node: SyntaxNode | undefined): Stmt {
    const body: Stmt[] = [];
    if (node !== undefined) this.statement(node, body);
    const [only] = body;
    if (body.length === 1 && only !== undefined) return only;
    return { k: 'block', at: node?.at ?? 0, end: node?.end ?? 0, body };
  }

  /** Lowers a function: `fill` writes its parameters and body, in which it is the current function. */
  defineFunction(head: FunctionHead, cls: number | undefined, fill: (open: OpenFunction) => void): number {
    const index = this.functions.length;
    const params: Param[] = [];
    const body: Stmt[] = [];
    const parent = this.#function;
    const outerClass = this.#class;
    this.functions.push({ ...head, index, params, body, parent, cls });
    this.#function = index;
    this.#class = cls ?? outerClass;
    fill({ index, params, body });
    this.#function = parent;
    this.#class = outerClass;
    return index;
  }

  module(path: string, language: LanguageId, errors: number): ModuleIR {
    return {
      path,
      language,
      name: path,
      imports: this.imports,
      wildcards: [],
      functions: this.functions,
      classes: this.classes,
      syntaxErrors: errors,
    };
  }
}

/** The name of a target that cannot be assigned to (broken syntax): no source can spell it. */
export const discarded = '(discarded)';

export function argument(value: Expr): Arg {
  return { value };
}
