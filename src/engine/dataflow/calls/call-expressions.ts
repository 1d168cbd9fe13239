import type { Arg, Expr, Node } from '../../ir/ir.ts';
import { claimed } from '../guards/guard-facts.ts';
import { elements } from '../interpreter/loads.ts';
import type { ArgValue, Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { type Callable, exact, nothing, ofCallable, unknown, type Value } from '../values/values.ts';
import { overloadFor } from './overloads.ts';

const none: readonly ArgValue[] = [];

/** The value of a call: receiver and arguments are evaluated in order, then what is called is. */
export function evaluateCall(machine: Machine, expr: Extract<Expr, { k: 'call' }>, frame: Frame): Value {
  if (expr.callee.k === 'super') return callSuper(machine, expr.args, frame, expr);
  const made = expr.callee.k === 'this' ? callOwnConstructor(machine, expr.args, frame, expr) : undefined;
  if (made) return made;
  const shown = claimed(machine, expr, frame);
  if (shown) return shown;
  let receiver: Value | undefined;
  let receiverExpr: Expr | undefined;
  let callee: Value;
  let name: string | undefined;
  if (expr.callee.k === 'field' || expr.callee.k === 'index') {
    receiverExpr = expr.callee.object;
    receiver = machine.evaluate(receiverExpr, frame);
    if (expr.callee.k === 'field') {
      name = expr.callee.name;
      callee = unknown;
    } else {
      const key = machine.evaluate(expr.callee.index, frame);
      const known = exact(key);
      if (known && typeof known.value === 'string') name = known.value;
      callee = name === undefined ? machine.readIndex(receiver, key, frame, expr.callee) : unknown;
    }
  } else {
    callee = machine.evaluate(expr.callee, frame);
  }
  const args = evaluateArgs(machine, expr.args, frame);
  if (receiverExpr?.k === 'super' && name !== undefined) {
    const inherited = callInherited(machine, name, args, frame, expr);
    if (inherited) return inherited;
  }
  return machine.call(callee, name, {
    site: { node: expr, frame },
    receiver,
    receiverExpr,
    args,
    isNew: false,
  });
}

export function evaluateNew(machine: Machine, expr: Extract<Expr, { k: 'new' }>, frame: Frame): Value {
  const callee =
    expr.body !== undefined
      ? ofCallable({
          kind: 'class',
          cls: frame.fn.module.classes[expr.body] as never,
          environment: frame.environment,
        })
      : machine.evaluate(expr.callee, frame);
  const args = evaluateArgs(machine, expr.args, frame);
  return machine.call(callee, undefined, {
    site: { node: expr, frame },
    receiver: undefined,
    receiverExpr: undefined,
    args,
    isNew: true,
  });
}

function evaluateArgs(machine: Machine, args: readonly Arg[], frame: Frame): readonly ArgValue[] {
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

function callSuper(machine: Machine, args: readonly Arg[], frame: Frame, node: Node): Value {
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
function callOwnConstructor(
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
function callInherited(
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
