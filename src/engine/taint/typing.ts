import type { TypeRef } from '../ir/ir.ts';
import { noLabels } from './labels.ts';
import type { Frame, Machine } from './machine.ts';
import { type Value, withLabels } from './values.ts';

/** A value with a written type: it is an instance of it, unless more is known already. */
export function typed(machine: Machine, value: Value, type: TypeRef | undefined, frame: Frame): Value {
  if (!type) return value;
  if (machine.project.isScalar(type, frame.fn.module)) {
    return value.labels.length > 0 ? withLabels(value, noLabels) : value;
  }
  if (value.api !== undefined && value.api !== 'Object' && value.api !== 'Array') return value;
  if (value.cls || value.callables.length > 0) return value;
  const found = machine.project.typeOf(type, frame.fn.module);
  if (found === undefined) return value;
  return typeof found === 'string' ? { ...value, api: found } : { ...value, cls: found };
}
