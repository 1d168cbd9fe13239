import type { Expr, FunctionIR } from './ir.ts';
import { walk } from './walk.ts';

/** All that a function sets a variable of this name to, in the order of the code. */
export function settingsOf(name: string, ir: FunctionIR): readonly Expr[] {
  const found: Expr[] = [];
  for (const statement of ir.body)
    walk(statement, (node) => {
      if ((node.k !== 'declare' && node.k !== 'assign') || node.target.k !== 'var') return undefined;
      const value = node.k === 'declare' ? node.init : node.value;
      if (node.target.name === name && value) found.push(value);
      return undefined;
    });
  return found;
}
