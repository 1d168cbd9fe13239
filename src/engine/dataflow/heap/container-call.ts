import type { RowOf } from '../../libraries/rows.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import type { Value } from '../values/values.ts';

export type Operation = RowOf<'container'>['op'];

/** A call of which the catalog says that it is an operation on a container. */
export interface ContainerCall {
  readonly machine: Machine;
  readonly api: string;
  /** What it is called on; unknown for a function. */
  readonly receiver: Value;
  readonly args: readonly Value[];
  readonly invocation: Invocation;
}

/** What calls of some operations do and give, by operation. */
export type Operations<Names extends Operation> = Readonly<Record<Names, (call: ContainerCall) => Value>>;
