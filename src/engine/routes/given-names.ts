import type { ModuleIR } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';

const known = new WeakMap<ModuleIR, ReadonlyMap<number, string>>();

/** Names of functions that have none of their own: of what they are assigned to, and of the property that holds them. */
export function givenNames(module: ModuleIR): ReadonlyMap<number, string> {
  const before = known.get(module);
  if (before) return before;
  const names = new Map<number, string>();
  for (const statement of module.functions.flatMap(({ body }) => body)) {
    walk(statement, (node) => {
      if (node.k === 'assign' && node.value.k === 'function' && node.target.k === 'field')
        names.set(node.value.fn, node.target.name);
      if (node.k === 'object')
        for (const { key, value } of node.props)
          if (typeof key === 'string' && value.k === 'function') names.set(value.fn, key);
      return undefined;
    });
  }
  known.set(module, names);
  return names;
}
