import type { TypeRef } from '../../ir/ir.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { noLabels } from './labels.ts';
import { unknown, type Value, withApi, withClass, withLabels, withRefs } from './values.ts';

/** Whether a written type says more than what is known: it is one below that, or that says nothing to the catalog. */
const isCloser = ({ catalog }: Machine, written: string, known: string): boolean =>
  written !== known && (catalog.isA(written, known) || (!catalog.knows(known) && catalog.knows(written)));

/** A value with a written type: it is an instance of it, unless more is known already. */
export function typed(
  machine: Machine,
  value: Value,
  type: TypeRef | undefined,
  { fn }: Pick<Frame, 'fn'>,
): Value {
  if (!type) return value;
  const { isScalar, meaning, instance, element } = machine.project.written(type, fn.module);
  if (isScalar) {
    // One of an enumeration's constants, whose methods are known.
    if (value === unknown && instance.cls) return instance;
    return value.labels.length > 0 ? withLabels(value, noLabels) : value;
  }
  if (element && value.refs.length + value.callables.length === 0 && !value.known && !value.cls) {
    const api = value.api ?? instance.api ?? (type.array ? 'Array' : undefined);
    return withRefs(withApi(value, api), [machine.collectionOf(type, element, api)]);
  }
  if (value === unknown) return instance;
  if (value.api !== undefined && value.api !== 'Object' && value.api !== 'Array')
    return typeof meaning === 'string' &&
      fn.module.semantics.types.declaredNarrow &&
      isCloser(machine, meaning, value.api)
      ? withApi(value, meaning)
      : value;
  if (value.cls || value.callables.length > 0 || meaning === undefined) return value;
  return typeof meaning === 'string' ? withApi(value, meaning) : withClass(value, meaning);
}
