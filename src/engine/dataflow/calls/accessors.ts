import type { Expr } from '../../ir/ir.ts';
import { holderOf } from '../heap/held-objects.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { joinLabels } from '../values/labels.ts';
import { join, type Value, withLabels } from '../values/values.ts';

/**
 * Accessors of classes whose code is not seen: `answer.setBody(x)` puts data under the property that `answer.getBody()` gives.
 * Names only add flows here: what is read of an object without such a property is found as of any other call.
 */

const setter = /^set(?:_([a-z])|([A-Z]))(\w*)$/;
const getter = /^(?:get|is)(?:_([a-z])|([A-Z]))(\w*)$/;

/** Notes what a setter is given in the object that it is called on. */
export function writeProperty(machine: Machine, invocation: Invocation): void {
  const { site, receiver, receiverExpr, args, isNew } = invocation;
  const [only, ...others] = args;
  if (!receiver || !receiverExpr || isNew || !only || others.length > 0) return;
  const name = propertyOf(site.node, setter);
  if (name === undefined) return;
  const holder = holderOf(machine, receiverExpr, only.value, site.frame);
  const isSet = holder.refs.some((id) => machine.object(id, site.frame.state)?.fields.has(name));
  if (!holder.cls && (isSet || (holder.refs.length > 0 && only.value.labels.length > 0)))
    machine.writeField(holder, name, only.value, site.frame, site.node);
}

/** What a setter put under the property that a getter gives. */
export function readProperty(machine: Machine, { site, receiver, args }: Invocation): Value | undefined {
  if (!receiver || receiver.cls || args.length > 0 || receiver.refs.length === 0) return undefined;
  const name = propertyOf(site.node, getter);
  if (name === undefined) return undefined;
  let found: Value | undefined;
  for (const id of receiver.refs) {
    const value = machine.object(id, site.frame.state)?.fields.get(name);
    if (value) found = found ? join(found, value) : value;
  }
  return found && withLabels(found, joinLabels(found.labels, receiver.labels));
}

/** `setBody`, `set_body`: `body`. */
function propertyOf(node: Invocation['site']['node'], accessor: RegExp): string | undefined {
  const { k, callee } = node as Partial<Extract<Expr, { k: 'call' }>>;
  const called = k === 'call' && callee?.k === 'field' ? accessor.exec(callee.name) : null;
  if (!called) return undefined;
  const [, small, capital = '', others = ''] = called;
  return (small ?? capital.toLowerCase()) + others;
}
