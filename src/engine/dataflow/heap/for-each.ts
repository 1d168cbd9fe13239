import type { ForEach } from '../../ir/ir.ts';
import { addressFacts } from '../guards/barriers.ts';
import { clearWhole, shownOfEach } from '../guards/checked-each.ts';
import { iterated, keysOf } from '../interpreter/loads.ts';
import { loop, noteKeys, passedOver } from '../interpreter/loops.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { knownElements } from '../values/known-elements.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { typed } from '../values/typing.ts';
import type { Value } from '../values/values.ts';
import { fork, mergeInto, type State } from './heap.ts';

/** Runs a loop over elements or keys: for each of a few constants in turn, else for what any of them may be. */
export function forEach(machine: Machine, statement: ForEach, frame: Frame): boolean {
  const { body, over } = statement;
  const iterable = machine.evaluate(statement.iterable, frame);
  const inTurn = knownElements(machine, iterable, over, body.end - body.at, frame);
  const any = over === 'keys' ? keysOf(machine, iterable, frame) : iterated(machine, iterable, frame);
  noteKeys(statement, frame);
  // What the first pass shows of an element at its end.
  let shown: Mask | undefined;
  return loop(
    frame,
    statement,
    (pass) => {
      if (!inTurn) return runWith(machine, statement, any, frame);
      return pass > 0 ? 'left' : runInTurn(machine, statement, inTurn, frame);
    },
    (again, start) => {
      shown ??= inTurn ? noClass : shownAtEnd(machine, statement, any, { again, start }, frame);
    },
    false,
    () => clearWhole(machine, statement.iterable, any, shown ?? noClass, frame),
  );
}

/** Text that cannot be read as an address of a machine is none: what is shown of addresses is shown without it. */
function shownAtEnd(
  machine: Machine,
  statement: ForEach,
  element: Value,
  { again, start }: { readonly again: readonly State[]; readonly start: State },
  frame: Frame,
): Mask {
  const target = patternOf(statement);
  const mask = shownOfEach(machine, element, target, frame);
  const looked = again.filter((state) => !passedOver.has(state));
  if (looked.length === 0 || looked.length === again.length) return mask;
  frame.state = fork(start);
  mergeInto(frame.state, looked, start);
  const ofAddress = shownOfEach(machine, element, target, frame).and(addressFacts());
  frame.state = start;
  return mask.or(ofAddress);
}

const patternOf = ({ target }: ForEach) => (target.k === 'declare' ? target.target : target);

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
