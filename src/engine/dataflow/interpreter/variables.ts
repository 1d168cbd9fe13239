import { writeField as writeObjectField } from '../heap/heap.ts';
import { outerClass } from '../names/names.ts';
import { join, ofCallable, type Value } from '../values/values.ts';
import type { Frame, Machine } from './machine.ts';

export function setVariable(machine: Machine, name: string, value: Value, frame: Frame, weak = false): void {
  const binding = frame.fn.scope.bindings.get(name);
  if (!binding || binding.kind === 'free') {
    setFree(machine, name, value, frame);
    return;
  }
  if (binding.kind === 'local') {
    const old = weak ? frame.state.variables.get(name) : undefined;
    frame.state.variables.set(name, old ? join(old, value) : value);
    return;
  }
  const record = recordOf(machine, binding.owner, frame);
  const object = record === undefined ? undefined : machine.object(record, frame.state);
  if (record === undefined || !object) return;
  // Another activation may write between: only the owner's own writes replace what was there.
  const strong = !weak && (binding.owner === frame.fn.ir.index || !object.fields.get(name)?.labels.length);
  frame.state.heap.set(record, writeObjectField(object, name, value, strong));
}

function recordOf(machine: Machine, owner: number, frame: Frame): number | undefined {
  if (owner === 0) return machine.moduleRecord(frame.fn.module);
  for (let env = frame.environment; env; env = env.parent) if (env.owner === owner) return env.record;
  return undefined;
}

/** Whose field a bare name is in Java: the class's where it is static, else that of `this`. */
function holderOfName({ project }: Machine, name: string, frame: Frame): Value {
  for (let { cls } = frame.fn; cls; cls = outerClass(cls)) {
    const owner = project.members.holderOfField(cls, name);
    if (owner === 'static') return ofCallable({ kind: 'class', cls, environment: undefined });
    if (owner === 'instance') break;
  }
  return frame.self;
}

/** Assignment to a name that nothing declares: a field of `this` in Java, a property of the global object elsewhere. */
function setFree(machine: Machine, name: string, value: Value, frame: Frame): void {
  if (frame.fn.module.semantics.classes.membersAreNames) {
    machine.writeField(holderOfName(machine, name, frame), name, value, frame, { at: 0, end: 0 });
    return;
  }
  const record = machine.moduleRecord(frame.fn.module);
  const object = machine.object(record, frame.state);
  if (object) frame.state.heap.set(record, writeObjectField(object, name, value, false));
}
