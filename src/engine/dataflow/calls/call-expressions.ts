import type { Arg, Node } from '../../ir/ir.ts';
import { elements } from '../interpreter/loads.ts';
import type { ArgValue, Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { type Callable, nothing, type Value } from '../values/values.ts';
import { overloadFor } from './overloads.ts';

const none: readonly ArgValue[] = [];

export function evaluateArgs(machine: Machine, args: readonly Arg[], frame: Frame): readonly ArgValue[] {
  if (args.length === 0) return none;
  if (!args.some((arg) => arg.spread === 'list'))
    return args.map((arg) => ({
      value: machine.evaluate(arg.value, frame),
      expr: arg.value,
      name: arg.name,
      spread: arg.spread,
    }));
  const result: ArgValue[] = [];
  for (const arg of args) {
    const value = machine.evaluate(arg.value, frame);
    if (arg.spread === 'list') {
      // A spread of a list whose elements are known is the elements.
      const [id] = value.refs;
      const object =
        value.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
      if (object?.items) {
        for (const item of object.items)
          result.push({ value: item, expr: undefined, name: undefined, spread: undefined });
        continue;
      }
      result.push({
        value: elements(machine, value, frame),
        expr: undefined,
        name: undefined,
        spread: 'list',
      });
      continue;
    }
    result.push({ value, expr: arg.value, name: arg.name, spread: arg.spread });
  }
  return result;
}

export function callSuper(machine: Machine, args: readonly Arg[], frame: Frame, node: Node): Value {
  const values = evaluateArgs(machine, args, frame);
  const cls = frame.fn.cls;
  if (!cls || !frame.fn.module.semantics.classes.superConstructs) return frame.self;
  for (const base of cls.bases) {
    const inherited = overloadFor(machine, machine.project.members.method(base, 'constructor'), values);
    if (inherited) construct(machine, inherited, values, frame, node);
  }
  for (const api of cls.apiBases) {
    const model = machine.catalog.model(api);
    if (model) {
      machine.applyModel(model, api, {
        site: { node, frame },
        receiver: undefined,
        receiverExpr: undefined,
        args: values,
        isNew: true,
      });
    }
  }
  return nothing;
}

/** `this(…)` as the beginning of a constructor: another one of the class goes on with the object. */
export function callOwnConstructor(
  machine: Machine,
  args: readonly Arg[],
  frame: Frame,
  node: Node,
): Value | undefined {
  const { fn, self } = frame;
  if (fn.ir.kind !== 'constructor' || !fn.cls?.module.semantics.classes.overload) return undefined;
  const values = evaluateArgs(machine, args, frame);
  const others = (fn.cls.methods.get('constructor') ?? []).filter((other) => other !== fn);
  const other = overloadFor(machine, others, values);
  if (other) construct(machine, other, values, frame, node);
  return self;
}

const construct = (
  machine: Machine,
  maker: LinkedFunction,
  args: readonly ArgValue[],
  frame: Frame,
  node: Node,
): Value =>
  machine.invoke(
    maker,
    undefined,
    frame.self,
    args.map(({ value }) => value),
    { node, frame },
  );

/** `super().name(…)`: the method of the nearest base that has one. */
export function callInherited(
  machine: Machine,
  name: string,
  args: readonly ArgValue[],
  frame: Frame,
  node: Node,
): Value | undefined {
  for (const base of frame.fn.cls?.bases ?? []) {
    const [fn] = machine.project.members.method(base, name);
    if (!fn) continue;
    const callable: Callable = { kind: 'function', fn, environment: undefined, self: undefined };
    return machine.callCallable(callable, frame.self, args, { node, frame });
  }
  return undefined;
}
