import type { HeapObject } from '../heap/heap.ts';
import type { Machine } from '../interpreter/machine.ts';
import { type Callable, reference, type Value } from '../values/values.ts';

/** How deep in objects of exports a function still counts as exported. */
const maximumDepth = 4;

export interface ExportedFunction {
  readonly callable: Callable;
  /** The object it was found in, which is `this` when it is called. */
  readonly holder: Value | undefined;
}

/** The functions and classes that a value gives whoever gets it: itself, its properties, its prototype's. */
export function exportedFunctions(
  machine: Machine,
  value: Value,
  heap: { get(id: number): HeapObject | undefined },
): readonly ExportedFunction[] {
  const found = new Map<unknown, ExportedFunction>();
  const seen = new Set<number>();
  const visitObject = (id: number, depth: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const field of heap.get(id)?.fields.values() ?? []) visit(field, reference(id), depth - 1);
  };
  const visit = (current: Value, holder: Value | undefined, depth: number): void => {
    for (const callable of current.callables) {
      const key = callable.kind === 'class' ? callable.cls : callable.fn;
      if (!found.has(key)) found.set(key, { callable, holder });
      if (callable.kind === 'class') continue;
      const objects = machine.functions.known(callable);
      if (objects && depth > 0) {
        visitObject(objects.properties, depth);
        visitObject(objects.prototype, depth);
      }
    }
    if (depth > 0) for (const id of current.refs) visitObject(id, depth);
  };
  visit(value, undefined, maximumDepth);
  return [...found.values()];
}
