import type { TypeRef } from '../../ir/ir.ts';
import { isParameter } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import type { Project } from '../interpreter/project.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import { unknown, type Value } from '../values/values.ts';
import { inherits } from './class-members.ts';

/** A function that is called with events of a class, or of a library's type. */
interface Subscriber {
  readonly fn: LinkedFunction;
  readonly event: LinkedClass | string;
}

const known = new WeakMap<Project, readonly Subscriber[]>();

/** Subscribers that one event is followed to. */
const maximumSubscribers = 6;

/** `publisher.publishEvent(new OrderPlaced(code))`: calls whoever listens for events of that class. */
export function publish(machine: Machine, { site, args: [event] }: Invocation): Value {
  if (!event) return unknown;
  // Which event it is, a caller may know.
  if (isParameter(event.value)) site.frame.entry.usesObjects = true;
  let left = maximumSubscribers;
  for (const { fn, event: wanted } of subscribersOf(machine)) {
    if (left === 0 || !isOne(machine, event.value, wanted, site.frame)) continue;
    left--;
    machine.callCallable(
      { kind: 'function', fn, environment: undefined, self: undefined },
      undefined,
      [{ ...event, name: undefined }],
      site,
    );
  }
  return unknown;
}

function isOne(
  machine: Machine,
  { refs, cls, api }: Value,
  wanted: LinkedClass | string,
  { state }: Invocation['site']['frame'],
): boolean {
  if (typeof wanted === 'string') return api !== undefined && machine.catalog.isA(api, wanted);
  const classes = refs.map((id) => machine.object(id, state)?.cls ?? cls);
  return (classes.length > 0 ? classes : [cls]).some((own) => own !== undefined && inherits(own, wanted));
}

/** Found once a project: what a file declares does not change without everything being analysed anew. */
function subscribersOf({ project, catalog }: Machine): readonly Subscriber[] {
  const before = known.get(project);
  if (before) return before;
  const found: Subscriber[] = [];
  for (const module of project.modules.values()) {
    for (const fn of module.functions) {
      const isTold = isUnder(fn.ir.decorators);
      for (const param of fn.ir.params) {
        if (!isTold && !isUnder(param.decorators)) continue;
        add(fn, param.type, module);
        break;
      }
    }
    for (const cls of module.classes) {
      const bases = project.members.apiBases(cls);
      for (const { type, method } of catalog.subscribed) {
        if (!bases.some((base) => catalog.isA(base, type))) continue;
        for (const fn of cls.methods.get(method) ?? []) add(fn, fn.ir.params[0]?.type, module);
      }
    }
  }
  known.set(project, found);
  return found;

  function isUnder(decorators: LinkedFunction['ir']['decorators']): boolean {
    return decorators.some(({ expr }) => {
      const written = expr.k === 'call' ? expr.callee : expr;
      return (
        written.k === 'type' &&
        written.type.candidates.some((name) => catalog.subscribers.has(catalog.canonical(name)))
      );
    });
  }

  function add(fn: LinkedFunction, type: TypeRef | undefined, module: LinkedModule): void {
    const event = type && project.typeOf(type, module);
    if (event !== undefined) found.push({ fn, event });
  }
}
