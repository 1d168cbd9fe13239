import type { ForEach } from '../../ir/ir.ts';
import { iterated, keysOf } from '../interpreter/loads.ts';
import { loop, noteKeys } from '../interpreter/loops.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { knownElements } from '../values/known-elements.ts';
import { typed } from '../values/typing.ts';
import type { Value } from '../values/values.ts';
import { fork, mergeInto } from './heap.ts';

/** Runs a loop over elements or keys: for each of a few constants in turn, else for what any of them may be. */
export function forEach(machine: Machine, statement: ForEach, frame: Frame): boolean {
  const { body, over } = statement;
  const iterable = machine.evaluate(statement.iterable, frame);
  const inTurn = knownElements(machine, iterable, over, body.end - body.at, frame);
  const any = over === 'keys' ? keysOf(machine, iterable, frame) : iterated(machine, iterable, frame);
  noteKeys(statement, frame);
  return loop(
    frame,
    statement,
    (pass) => {
      if (!inTurn) return runWith(machine, statement, any, frame);
      return pass > 0 ? 'left' : runInTurn(machine, statement, inTurn, frame);
    },
    () => {},
    false,
  );
}

/** Runs the body for one element after the other, each on what the one before it left. */
function runInTurn(
  machine: Machine,
  statement: ForEach,
  inTurn: readonly Value[],
  frame: Frame,
): 'ended' | 'left' {
  const state = frame.state;
  const continues = frame.targets.at(-1)?.continues ?? [];
  for (const element of inTurn) {
    frame.state = fork(state);
    const ends = runWith(machine, statement, element, frame) === 'ended';
    const after = [...continues.splice(0), ...(ends ? [frame.state] : [])];
    if (after.length === 0) return 'left';
    mergeInto(state, after);
  }
  frame.state = state;
  return 'ended';
}

function runWith(
  machine: Machine,
  { target, iterable, body }: ForEach,
  element: Value,
  frame: Frame,
): 'ended' | 'left' {
  if (target.k === 'declare') {
    machine.assign(target.target, typed(machine, element, target.type, frame), frame, iterable);
  } else machine.assign(target, element, frame, iterable);
  return machine.execute(body, frame) ? 'ended' : 'left';
}
