import type { FunctionIR } from '../../ir/ir.ts';
import { type IRNode, walk } from '../../ir/walk.ts';

const named = new WeakMap<FunctionIR, ReadonlySet<string>>();

/** The names that a function's body, defaults and decorators mention; kept, as most functions stay as they are. */
export function mentionedIn(fn: FunctionIR): ReadonlySet<string> {
  let names = named.get(fn);
  if (names) return names;
  const found = new Set<string>();
  const note = (node: IRNode): undefined => {
    if (node.k === 'var' || node.k === 'field') found.add(node.name);
    return undefined;
  };
  for (const statement of fn.body) walk(statement, note);
  for (const { expr } of fn.decorators) walk(expr, note);
  for (const param of fn.params) if (param.default) walk(param.default, note);
  names = found;
  named.set(fn, names);
  return names;
}
