import type { Node } from '../../ir/ir.ts';
import { moduleMember } from '../names/names.ts';
import { ofApi, ofCallable, type Value } from '../values/values.ts';
import type { Frame, Machine } from './machine.ts';

/** A method of a class, bound to what it is read of, or a static field. */
export function memberOf(
  machine: Machine,
  cls: NonNullable<Value['cls']>,
  name: string,
  self: Value,
  state: Frame['state'],
): Value | undefined {
  const [method] = machine.project.members.method(cls, name);
  if (method) {
    return ofCallable({
      kind: 'function',
      fn: method,
      environment: undefined,
      self: method.ir.isStatic ? undefined : self,
    });
  }
  return machine.staticField(cls, name, state);
}

/** What the catalog says of a member of an API. */
export function readApi(
  machine: Machine,
  api: string,
  name: string,
  frame: Frame,
  node: Node,
): Value | undefined {
  const own = machine.catalog.member(api, name);
  const any = own ? undefined : machine.catalog.member(api, '*');
  const model = own ?? (any && any.sources.length > 0 ? any : undefined);
  if (model) {
    const path = `${api}.${name}`;
    return machine.applyModel(model, path, {
      site: { node, frame },
      receiver: undefined,
      receiverExpr: undefined,
      args: [],
      isNew: false,
    });
  }
  if (machine.catalog.knowsMember(api, name)) return ofApi(`${api}.${name}`);
  return any?.type === undefined ? undefined : ofApi(any.type);
}

/** `helpers.db` after `import helpers.db`: a package's modules are its attributes, and so is what it imported. */
export function submodule(machine: Machine, api: string, name: string, frame: Frame): Value | undefined {
  const { module } = frame.fn;
  if (module.semantics.modules.named !== 'module') return undefined;
  const found = machine.project.moduleOf(`${api}.${name}`, module);
  if (found) return machine.moduleExports(found, frame.state);
  const owner = machine.project.moduleOf(api, module);
  return owner && moduleMember(machine, owner, name, frame);
}
