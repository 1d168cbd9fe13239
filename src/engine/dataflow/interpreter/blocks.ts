import type { Decorator, Stmt } from '../../ir/ir.ts';
import { makeClosure } from '../values/literals.ts';
import type { Value } from '../values/values.ts';
import type { Frame, Machine } from './machine.ts';

export function executeAll(machine: Machine, body: readonly Stmt[], frame: Frame): boolean {
  hoistFunctions(machine, body, frame);
  for (const statement of body) {
    if (!machine.execute(statement, frame)) return false;
  }
  return true;
}

/** Function declarations are bound before the block runs (JavaScript). */
function hoistFunctions(machine: Machine, body: readonly Stmt[], frame: Frame): void {
  for (const statement of body) {
    if (statement.k !== 'functionDeclaration' || !statement.hoisted) continue;
    const fn = frame.fn.module.functions[statement.fn];
    if (fn) declareFunction(machine, statement.name, fn, frame);
  }
}

/** A decorator of the project's own is called with the function, for what it does with it; the name keeps the function. */
export function decorate(machine: Machine, decorator: Decorator, value: Value, frame: Frame): void {
  const { callables } = machine.evaluate(decorator.expr, frame);
  const arg = { value, expr: undefined, name: undefined, spread: undefined };
  for (const callable of callables) {
    if (callable.kind === 'function')
      machine.callCallable(callable, undefined, [arg], { node: decorator, frame });
  }
}

export function declareFunction(machine: Machine, name: string, fn: Frame['fn'], frame: Frame): Value {
  const value = makeClosure(frame, { kind: 'function', fn, environment: frame.environment, self: undefined });
  machine.assign({ k: 'var', name, at: fn.ir.nameAt, end: fn.ir.nameAt }, value, frame, fn.ir);
  return value;
}
