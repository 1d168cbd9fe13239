import type { Assign, FunctionIR } from '../../ir/ir.ts';

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

/** Collects them from the assignments of a module. */
export class ReassignedFields implements Reassigned {
  readonly names = new Set<string>();
  readonly ofOthers = new Set<string>();

  add({ target }: Assign, fn: FunctionIR): void {
    if (target.k !== 'field') return;
    const { object, name } = target;
    const self = fn.params[0]?.target;
    const own = object.k === 'this' || (object.k === 'var' && self?.k === 'var' && self.name === object.name);
    if (!own) this.ofOthers.add(name);
    if (!own || !isMaking(fn)) this.names.add(name);
  }
}
