import type { Switch, Try } from '../../ir/ir.ts';
import { clear } from '../guards/barriers.ts';
import { fork, mergeInto, type State } from '../heap/heap.ts';
import { everyClass } from '../values/masks.ts';
import { exact } from '../values/values.ts';
import { executeAll } from './blocks.ts';
import type { Frame, LoopTarget, Machine } from './machine.ts';
import { catchThrown, noteThrown } from './thrown.ts';

export function executeSwitch(machine: Machine, statement: Switch, frame: Frame): boolean {
  const subject = machine.evaluate(statement.subject, frame);
  const known = subject.labels.length === 0 ? exact(subject) : undefined;
  if (known) frame.entry.decided++;
  const base = frame.state;
  const target: LoopTarget = { label: undefined, isSwitch: true, breaks: [], continues: [] };
  frame.targets.push(target);
  const exits: State[] = [];
  let falling: State | undefined;
  let matched = false;
  let hasDefault = false;
  const tests = statement.cases.map((arm) => arm.tests.map((test) => exact(machine.evaluate(test, frame))));
  const matches = (i: number): boolean | undefined => {
    if (!known) return undefined;
    const values = tests[i] as readonly ({ readonly value: unknown } | undefined)[];
    if (values.some((value) => value && value.value === known.value)) return true;
    return values.every((value) => value !== undefined) ? false : undefined;
  };
  const anyMatches = statement.cases.some((_, i) => matches(i) === true);
  statement.cases.forEach((arm, i) => {
    const isDefault = arm.tests.length === 0;
    hasDefault ||= isDefault;
    const enters = isDefault ? !anyMatches : matches(i) !== false && !(anyMatches && matches(i) !== true);
    if (!enters && !falling) return;
    frame.state = fork(base);
    const starts: State[] = [];
    if (enters) {
      const values = tests[i] as readonly ({ readonly value: unknown } | undefined)[];
      // `case "de", "fr"`: it is one of these, whichever.
      if (arm.tests.length > 1 && values.every((value) => value !== undefined))
        clear(machine, statement.subject, everyClass, frame);
      const possible =
        isDefault || arm.tests.length !== 1 || statement.subject.k === 'const'
          ? true
          : machine.refine(
              {
                k: 'binary',
                op: '==',
                left: statement.subject,
                right: arm.tests[0] as never,
                at: arm.tests[0]?.at ?? 0,
                end: 0,
              },
              true,
              frame,
            );
      if (possible) starts.push(frame.state);
    }
    if (falling) starts.push(falling);
    if (starts.length === 0) return;
    matched = true;
    const start = fork(base);
    mergeInto(start, starts, base);
    frame.state = start;
    const alive = executeAll(machine, arm.body, frame);
    falling = alive && arm.fallsThrough ? frame.state : undefined;
    if (alive && !arm.fallsThrough) exits.push(frame.state);
  });
  frame.targets.pop();
  if (falling) exits.push(falling);
  exits.push(...target.breaks);
  if (!(hasDefault || anyMatches) || !matched) exits.push(base);
  frame.state = base;
  mergeInto(base, exits);
  return exits.length > 0;
}

export function executeTry(machine: Machine, statement: Try, frame: Frame): boolean {
  const base = frame.state;
  frame.state = fork(base);
  const before = frame.thrown.splice(0);
  const alive = machine.execute(statement.block, frame);
  const thrown = frame.thrown.splice(0);
  const after = frame.state;
  const exits: State[] = alive ? [after] : [];
  for (const handler of statement.handlers) {
    // The exception may have come before or after any effect of the block.
    const start = fork(base);
    mergeInto(start, [base, after], base);
    frame.state = start;
    const value = catchThrown(machine, handler, frame, thrown);
    if (handler.param) {
      machine.assign(handler.param, value, frame, handler.param);
    }
    frame.handlers = (frame.handlers ?? 0) + 1;
    if (machine.execute(handler.body, frame)) exits.push(frame.state);
    frame.handlers--;
  }
  for (const exception of [...before, ...thrown]) noteThrown(frame, exception);
  frame.state = base;
  mergeInto(base, exits.length > 0 ? exits : [base, after]);
  const continues = exits.length > 0;
  if (statement.finalizer && !machine.execute(statement.finalizer, frame)) return false;
  return continues;
}
