import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';

/** Names of fields that are assigned when their object or class exists already: their first value is not their only one. */
export interface Reassigned {
  /** Anywhere in the module. */
  readonly names: ReadonlySet<string>;
  /** Of other objects than the function's own: of classes of any module. */
  readonly ofOthers: ReadonlySet<string>;
}

/** A constructor and what runs with it give the first value. */
const isMaking = (fn: FunctionIR): boolean =>
  fn.kind === 'module' || fn.kind === 'constructor' || fn.kind === 'initializer' || fn.name === '__init__';

export function reassignedIn(ir: ModuleIR): Reassigned {
  const names = new Set<string>();
  const ofOthers = new Set<string>();
  for (const fn of ir.functions) {
    const making = isMaking(fn);
    const self = fn.params[0]?.target;
    for (const statement of fn.body) {
      walk(statement, (node) => {
        if (node.k !== 'assign' || node.target.k !== 'field') return undefined;
        const { object, name } = node.target;
        const own =
          object.k === 'this' || (object.k === 'var' && self?.k === 'var' && self.name === object.name);
        if (!own) ofOthers.add(name);
        if (!own || !making) names.add(name);
        return undefined;
      });
    }
  }
  return { names, ofOthers };
}
