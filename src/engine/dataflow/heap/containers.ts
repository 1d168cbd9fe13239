import { eventOperations } from '../calls/event-operations.ts';
import { functionOperations } from '../calls/function-operations.ts';
import { stateOperations } from '../calls/state-operations.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { unknown, type Value } from '../values/values.ts';
import type { Operation, Operations } from './container-call.ts';
import { editOperations } from './edit-operations.ts';
import { makeOperations } from './make-operations.ts';
import { readOperations } from './read-operations.ts';
import { recordOperations } from './record-operations.ts';
import { schemaOperations } from './schema-operations.ts';

const operations: Operations<Operation> = {
  ...makeOperations,
  ...editOperations,
  ...readOperations,
  ...recordOperations,
  ...schemaOperations,
  ...functionOperations,
  ...stateOperations,
  ...eventOperations,
};

/** An operation on a list or map, element by element while they are known. */
export function applyContainer(machine: Machine, op: Operation, api: string, invocation: Invocation): Value {
  const receiver = invocation.receiver ?? unknown;
  const [subject, ...others] = invocation.args;
  // `Object.keys(x)`, `Object.assign(x, y)` are about their first argument.
  if (subject && isAboutArgument(op, receiver)) {
    const about = { ...invocation, receiver: subject.value, receiverExpr: subject.expr, args: others };
    const result = applyContainer(machine, op, api, about);
    return givesSubject.has(op) ? subject.value : result;
  }
  const args = invocation.args.map((arg) => arg.value);
  return operations[op]({ machine, api, receiver, args, invocation });
}

/** Operations on an argument that give it back: `Object.assign(o, …)`. */
const givesSubject: ReadonlySet<Operation> = new Set(['putAll', 'defineProperty', 'reorder', 'fill']);

/** Operations of functions as well as of methods: `random.shuffle(list)`, `list.sort()`. */
const ofEither: ReadonlySet<Operation> = new Set(['reorder', 'fill', 'appendEach']);

/** Whether a call is about its first argument: one of a namespace's or a module's functions. */
function isAboutArgument(op: Operation, { refs, labels, callables, api }: Value): boolean {
  if (api === 'java.util.Arrays') return op !== 'newList';
  if (refs.length + labels.length > 0) return false;
  return (
    api === 'Object' || api === 'Reflect' || (ofEither.has(op) && callables.length === 0 && !isType(api))
  );
}

/** The name of a type whose instances are lists, as opposed to that of a module or a class of functions. */
const isType = (api: string | undefined): boolean =>
  api === 'Array' || api === 'list' || api === 'java.util.List';
