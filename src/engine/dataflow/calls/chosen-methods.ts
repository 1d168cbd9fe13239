import type { Expr } from '../../ir/ir.ts';
import { clear } from '../guards/barriers.ts';
import type { CallSite, Frame, Machine } from '../interpreter/machine.ts';
import type { Label } from '../values/labels.ts';
import { bitOf } from '../values/masks.ts';
import { anchor } from '../values/positions.ts';
import type { Value } from '../values/values.ts';

const vulnClass = 'unsafe-reflection';

/** Text whose outcome may be less than certain: what runs may be one of the methods that every object has. */
const confidence = 60;

/** `handlers[name](…)`: what an attacker's key looked up is called, be it a method of the table or of its prototype. */
export function reportChosenMethod(machine: Machine, callee: Value, { frame, node }: CallSite): void {
  if (!frame.fn.module.semantics.values.havePrototypes) return;
  for (const label of callee.labels) {
    if (label.stage !== 'prototype') continue;
    machine.report(
      {
        vulnClass,
        fn: frame.fn,
        ...anchor(frame.fn, node),
        sink: { kind: 'operation', what: 'the name of the method that is called' },
        message: undefined,
        variant: undefined,
        confidence,
        label: { ...label, stage: 'data' },
      },
      frame.entry,
    );
  }
}

/** `typeof handlers[name] === 'function'`, `if (handler)`: one who asks whether there is a method expects that there may be none. */
export function refineLookedUp(machine: Machine, found: Expr, frame: Frame): void {
  const isChosen = ({ stage }: Label): boolean => stage === 'prototype';
  if (found.k === 'index') clear(machine, found.index, bitOf(vulnClass), frame);
  else if (found.k === 'var' && machine.evaluate(found, frame).labels.some(isChosen))
    clear(machine, found, bitOf(vulnClass), frame);
}
