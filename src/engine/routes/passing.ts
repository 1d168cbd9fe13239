import type { Expr, FunctionIR, Stmt } from '../ir/ir.ts';
import { forEachChild, type IRNode } from '../ir/walk.ts';

/** What code asks before it lets the caller through. */
export interface Asking {
  /** Whether a node lets the caller through, stops the caller (its parts are not looked at), or neither. */
  readonly passing: (node: IRNode) => 'passes' | 'stops' | undefined;
  /** Whether a condition that came out so shows what is asked for. */
  readonly shows: (test: Expr, outcome: boolean) => boolean;
  /** Whether an expression shows it by being evaluated without an exception. */
  readonly done: (value: Expr) => boolean;
  /** Whether a call never returns: it raises. */
  readonly raises: (value: Expr) => boolean;
  /** What the end of the function, or a `return`, means: the caller goes on, or only where the value is true. */
  readonly end: 'nothing' | 'passes' | 'truth';
  readonly functions: readonly FunctionIR[];
}

/** After a statement: whether it is shown by now, or that nothing comes after it. */
type After = boolean | 'left';

/**
 * Whether a function lets its caller through only where the condition that is asked for holds, on each way. A function that
 * lets nobody through says nothing.
 */
export function passesOnlyWhere(fn: Pick<FunctionIR, 'body'>, asking: Asking): boolean {
  const walk = new Walk(asking);
  walk.body(fn.body);
  return walk.passed > 0 && !walk.isOpen;
}

class Walk {
  readonly #asking: Asking;
  /** The functions that it is in: the expression of a named one declares that one again, in itself. */
  readonly #within: ReadonlySet<number>;
  passed = 0;
  isOpen = false;

  constructor(asking: Asking, within: ReadonlySet<number> = new Set()) {
    this.#asking = asking;
    this.#within = within;
  }

  body(body: readonly Stmt[]): void {
    const after = this.#run(body, false);
    if (after !== 'left' && this.#asking.end === 'passes') this.#note(after);
  }

  #note(shown: boolean): void {
    this.passed++;
    if (!shown) this.isOpen = true;
  }

  #run(body: readonly Stmt[], before: boolean): After {
    let shown = before;
    for (const statement of body) {
      const after = this.#statement(statement, shown);
      if (after === 'left') return 'left';
      shown = after;
    }
    return shown;
  }

  #statement(node: Stmt, shown: boolean): After {
    switch (node.k) {
      case 'block':
        return this.#run(node.body, shown);
      case 'labeled':
        return this.#statement(node.body, shown);
      case 'if':
        return this.#branch(node.test, node.then, node.else, shown);
      case 'expr':
        this.#look(node.value, shown);
        return this.#asking.raises(node.value) ? 'left' : shown || this.#asking.done(node.value);
      case 'declare':
        if (node.init) this.#look(node.init, shown);
        return shown || (node.init !== undefined && this.#asking.done(node.init));
      case 'return':
        if (node.value) this.#look(node.value, shown);
        this.#return(node.value, shown || (node.value !== undefined && this.#asking.done(node.value)));
        return 'left';
      case 'throw':
        if (node.value) this.#look(node.value, shown);
        return 'left';
      case 'break':
      case 'continue':
        return 'left';
      case 'try': {
        const ends = [
          this.#statement(node.block, shown),
          ...node.handlers.map(({ body }) => this.#statement(body, shown)),
        ];
        const after = ends.reduce(merged, 'left');
        return node.finalizer ? this.#statement(node.finalizer, after === 'left' ? shown : after) : after;
      }
      case 'functionDeclaration':
        this.#closure(node.fn, false);
        return shown;
      default:
        // Loops and `switch`: what they show is not asked for.
        forEachChild(node, (child) => this.#part(child, shown));
        return shown;
    }
  }

  #part(node: IRNode, shown: boolean): void {
    if (isStatement(node)) this.#statement(node, shown);
    else this.#look(node, shown);
  }

  #branch(test: Expr, then: Stmt, other: Stmt | undefined, shown: boolean): After {
    this.#look(test, shown);
    const { shows } = this.#asking;
    const [yes, no] = [shown || shows(test, true), shown || shows(test, false)];
    return merged(this.#statement(then, yes), other ? this.#statement(other, no) : no);
  }

  #return(value: Expr | undefined, shown: boolean): void {
    const { end, shows } = this.#asking;
    if (end === 'passes') this.#note(shown);
    if (end !== 'truth' || !value || (value.k === 'const' && !value.value)) return;
    this.#note(shown || shows(value, true));
  }

  #look(node: IRNode, shown: boolean): void {
    const passing = this.#asking.passing(node);
    if (passing === 'passes') this.#note(shown);
    if (passing !== undefined) return;
    const { shows } = this.#asking;
    switch (node.k) {
      case 'function':
        return this.#closure(node.fn, shown);
      case 'conditional':
        this.#look(node.test, shown);
        this.#look(node.then, shown || shows(node.test, true));
        return this.#look(node.else, shown || shows(node.test, false));
      case 'logical':
        this.#look(node.left, shown);
        return this.#look(node.right, shown || (node.op !== '??' && shows(node.left, node.op === '&&')));
      default:
        forEachChild(node, (child) => this.#part(child, shown));
    }
  }

  /** A function within: its `return` is its own. */
  #closure(index: number, shown: boolean): void {
    const fn = this.#asking.functions[index];
    if (!fn || this.#within.has(index)) return;
    const walk = new Walk({ ...this.#asking, end: 'nothing' }, new Set([...this.#within, index]));
    walk.#run(fn.body, shown);
    this.passed += walk.passed;
    this.isOpen ||= walk.isOpen;
  }
}

const merged = (a: After, b: After): After => (a === 'left' ? b : b === 'left' ? a : a && b);

const statements = new Set<IRNode['k']>([
  'expr',
  'declare',
  'functionDeclaration',
  'classDeclaration',
  'block',
  'if',
  'loop',
  'foreach',
  'switch',
  'try',
  'return',
  'throw',
  'break',
  'continue',
  'labeled',
  'export',
]);
const isStatement = (node: IRNode): node is Stmt => statements.has(node.k);
