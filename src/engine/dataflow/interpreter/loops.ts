import type { Stmt } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { fork, mergeInto, type State } from '../heap/heap.ts';
import { leavesMore } from './loop-fixpoint.ts';
import type { Frame, LoopTarget } from './machine.ts';

/** `for (k in o)`, `for (k of Object.keys(o))`: an own key of `o` looks up what `o` itself has. */
export function noteKeys({ target, iterable, over }: Extract<Stmt, { k: 'foreach' }>, frame: Frame): void {
  const variable = target.k === 'declare' ? target.target : target;
  if (variable.k !== 'var') return;
  const lists = iterable.k === 'call' && dottedName(iterable.callee) === 'Object.keys';
  const source = over === 'keys' ? iterable : lists ? iterable.args[0]?.value : undefined;
  const name = source && dottedName(source);
  if (name === undefined) frame.keysOf?.delete(variable.name);
  else {
    frame.keysOf ??= new Map();
    frame.keysOf.set(variable.name, name);
  }
}

export const targetOf = (
  frame: Frame,
  label: string | undefined,
  isContinue: boolean,
): LoopTarget | undefined => {
  for (let i = frame.targets.length - 1; i >= 0; i--) {
    const target = frame.targets[i] as LoopTarget;
    if (
      label !== undefined
        ? target.label === label
        : !(isContinue && target.isSwitch) && target.label === undefined
    )
      return target;
  }
  return undefined;
};

/** States in which a handler of an exception went on to the next element: the one before could not be looked at. */
export const passedOver = new WeakSet<State>();

const passes = 2;

/**
 * Two passes over a body, the second on what the first may have left, if that is anything: enough for data to go around
 * once, which is what separates "may be tainted" from "is not".
 */
export function loop(
  frame: Frame,
  statement: Extract<Stmt, { k: 'loop' | 'foreach' }>,
  body: (pass: number, base: State) => 'skipped' | 'ended' | 'left',
  update: (again: readonly State[], start: State) => void,
  endless: boolean,
  /** What holds where the loop came to its end and was not left. */
  ended: () => void = () => {},
): boolean {
  const base = frame.state;
  const leaving: State[] = [];
  let reached = !endless;
  const { seen, decided } = frame.entry;
  for (let pass = 0; pass < passes; pass++) {
    // Without data, and without a branch that the first values decided, another pass finds the same.
    if (pass > 0 && frame.entry.seen === seen && frame.entry.decided === decided) break;
    const target: LoopTarget = { label: undefined, isSwitch: false, breaks: [], continues: [] };
    const start = fork(base);
    frame.state = fork(start);
    frame.targets.push(target);
    const outcome = body(pass, base);
    frame.targets.pop();
    if (outcome === 'skipped') {
      frame.state = base;
      return true;
    }
    const again: State[] = [...target.continues, ...(outcome === 'ended' ? [frame.state] : [])];
    leaving.push(...target.breaks);
    if (target.breaks.length > 0) reached = true;
    if (again.length > 0) {
      frame.state = start;
      mergeInto(start, again);
      update(again, start);
      // The test of a `do` loop is met in its second pass.
      const another = (statement.k === 'loop' && !statement.testFirst) || leavesMore(base, start, statement);
      // What the body did may have happened, or not.
      mergeInto(base, [base, start]);
      if (!another) break;
    } else break;
  }
  frame.state = base;
  if (leaving.length === 0) ended();
  else {
    // What holds at the end does not hold where the loop was left.
    frame.state = fork(base);
    ended();
    mergeInto(base, [frame.state, ...leaving]);
    frame.state = base;
  }
  return reached;
}
