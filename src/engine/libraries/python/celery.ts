import { spreadOf } from '../../dataflow/calls/spread-arguments.ts';
import type { Invocation, Machine } from '../../dataflow/interpreter/machine.ts';
import { unknown, type Value } from '../../dataflow/values/values.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Functions of the project that one call is followed to. */
const maximumTargets = 6;

/** How tasks are put into a queue with their arguments: by Celery, Dramatiq, Taskiq. */
const queued = new Set(['delay', 's', 'si', 'send', 'kiq']);

/** `task.delay(x)`, `task.apply_async(args=[x], kwargs={…})`: a queue calls the function later, with this. */
function taskMethod(
  machine: Machine,
  receiver: Value,
  name: string,
  invocation: Invocation,
): Value | undefined {
  if (name !== 'apply_async' && !queued.has(name)) return undefined;
  const functions = receiver.callables.filter((callable) => callable.kind === 'function');
  if (functions.length === 0) return undefined;
  let { args } = invocation;
  if (name === 'apply_async') {
    const given = (position: number, keyword: string): Value | undefined =>
      (args.find((arg) => arg.name === keyword) ?? args.filter((arg) => arg.name === undefined)[position])
        ?.value;
    const kwargs = given(1, 'kwargs');
    args = [
      ...spreadOf(machine, given(0, 'args'), invocation),
      ...(kwargs ? [{ value: kwargs, expr: undefined, name: undefined, spread: 'map' } as const] : []),
    ];
  }
  for (const callable of functions.slice(0, maximumTargets))
    machine.callCallable(callable, undefined, args, invocation.site);
  return unknown;
}

export const hooks: LibraryHooks = { functionMethod: taskMethod };
