import type { Frame, Machine } from '../../dataflow/interpreter/machine.ts';
import { exact } from '../../dataflow/values/values.ts';
import type { Expr, FunctionIR } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

const parsing = new Set(['parse', 'parseString', 'fromstring', 'XML', 'feed']);
/** What a text is wrapped in to be read as a file. */
const wrapping = new Set(['StringIO', 'BytesIO', 'encode', 'strip', 'dedent']);

const known = new WeakMap<FunctionIR, readonly Expr[]>();

/**
 * Whether all documents that a function has parsed are texts of the program's own: what a parser lets them do
 * harms nobody.
 */
function parsesOwnText(machine: Machine, frame: Frame): boolean {
  const documents = documentsOf(frame.fn.ir);
  return (
    documents.length > 0 &&
    documents.every((document) => {
      if (document.k !== 'var' && document.k !== 'const') return false;
      const value = machine.evaluate(document, frame);
      return value.labels.length === 0 && typeof exact(value)?.value === 'string';
    })
  );
}

export const hooks: LibraryHooks = {
  isHarmless: (vulnClass, machine, { frame }) => vulnClass === 'xxe' && parsesOwnText(machine, frame),
};

function documentsOf(ir: FunctionIR): readonly Expr[] {
  let found = known.get(ir);
  if (!found) {
    const all: Expr[] = [];
    for (const statement of ir.body)
      walk(statement, (node) => {
        if (node.k !== 'call' || node.args.length === 0 || !parsing.has(calledName(node.callee)))
          return undefined;
        const [document] = node.args;
        if (document) all.push(unwrapped(document.value));
        return undefined;
      });
    found = all;
    known.set(ir, found);
  }
  return found;
}

const calledName = (callee: Expr): string => (callee.k === 'field' || callee.k === 'var' ? callee.name : '');

/** `io.BytesIO(text.encode())` is about `text`. */
function unwrapped(expr: Expr): Expr {
  if (expr.k !== 'call' || !wrapping.has(calledName(expr.callee))) return expr;
  const [first] = expr.args;
  if (expr.callee.k === 'field' && (expr.callee.name === 'encode' || expr.callee.name === 'strip'))
    return unwrapped(expr.callee.object);
  return first ? unwrapped(first.value) : expr;
}
