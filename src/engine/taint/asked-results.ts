import { walk } from '../ir/walk.ts';
import type { LinkedFunction } from './linking.ts';
import type { Frame, Machine } from './machine.ts';
import type { Value } from './values.ts';

/** Names by which functions ask what came of the checks in front of them, or have others ask. */
const asking = /valid|error|check|sanitiz|matchedData/i;

/**
 * Whether what a route is given asks for the outcome of its checks: without that they change nothing. Functions that are not
 * seen are taken to ask.
 */
export function isResultAsked(machine: Machine, given: readonly Value[], frame: Frame, depth = 3): boolean {
  return given.some((value) => {
    if (value.callables.length > 0)
      return value.callables.some(
        (callable) =>
          callable.kind !== 'function' || callable.fn.scope.closesOver || mentions(callable.fn, 2),
      );
    if (value.api?.startsWith('express-validator.')) return false;
    if (value.refs.length === 0) return value.known === undefined;
    const inner = value.refs.flatMap((id) => {
      const object = machine.object(id, frame.state);
      return object ? [...(object.items ?? []), ...(object.rest ? [object.rest] : [])] : [];
    });
    return depth > 0 && isResultAsked(machine, inner, frame, depth - 1);
  });
}

function mentions({ ir, module }: LinkedFunction, depth: number): boolean {
  let found = false;
  for (const statement of ir.body)
    walk(statement, (node) => {
      if ((node.k === 'var' || node.k === 'field') && asking.test(node.name)) found = true;
      if (node.k === 'function' && depth > 0 && !found) {
        const inner = module.functions[node.fn];
        found = inner !== undefined && mentions(inner, depth - 1);
      }
      return !found;
    });
  return found;
}
