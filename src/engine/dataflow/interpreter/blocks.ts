import type { Decorator, Stmt } from '../../ir/ir.ts';
import { makeClosure } from '../values/literals.ts';
import type { Value } from '../values/values.ts';
import { typesOf } from './loads.ts';
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
  noteHolder(machine, decorator, value, frame);
  const { callables } = machine.evaluate(decorator.expr, frame);
  const arg = { value, expr: undefined, name: undefined, spread: undefined };
  for (const callable of callables) {
    if (callable.kind === 'function')
      machine.callCallable(callable, undefined, [arg], { node: decorator, frame });
  }
}

/** `@app.get("/")` in a function: what `app` is there, a parameter or a variable, only its running tells. */
function noteHolder(machine: Machine, { expr }: Decorator, { callables }: Value, frame: Frame): void {
  const method = expr.k === 'call' ? expr.callee : expr;
  // The names of a module are known at its end.
  if (method.k !== 'field' || frame.fn.ir.index === 0) return;
  const types = typesOf(machine, machine.evaluate(method.object, frame), frame);
  const paths = types.map((type) => `${machine.catalog.canonical(type)}.${method.name}`);
  for (const callable of paths.length === 0 ? [] : callables)
    if (callable.kind === 'function') machine.noteDecorators(callable.fn, paths);
}

export function declareFunction(machine: Machine, name: string, fn: Frame['fn'], frame: Frame): Value {
  const value = makeClosure(frame, { kind: 'function', fn, environment: frame.environment, self: undefined });
  machine.assign({ k: 'var', name, at: fn.ir.nameAt, end: fn.ir.nameAt }, value, frame, fn.ir);
  return value;
}
