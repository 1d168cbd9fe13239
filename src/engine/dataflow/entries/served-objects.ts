import type { Frame, Machine } from '../interpreter/machine.ts';
import { ofCallable, type Value } from '../values/values.ts';

/** Methods of one object that are looked at. */
const maximumMethods = 64;

/** The methods of an object that is served as a whole, by what its class or the object itself holds, under these names. */
export function methodsIn(machine: Machine, value: Value, names: RegExp, frame: Frame): readonly Value[] {
  const found: Value[] = [];
  const classes = [
    ...(value.cls ? [value.cls] : []),
    ...value.callables.flatMap((callable) => (callable.kind === 'class' ? [callable.cls] : [])),
  ];
  for (const cls of new Set(classes))
    for (const name of machine.project.members.methodNames(cls)) {
      const [fn] = names.test(name) ? machine.project.members.method(cls, name) : [];
      const self = value.cls === cls ? value : undefined;
      if (fn) found.push(ofCallable({ kind: 'function', fn, environment: undefined, self }));
    }
  for (const id of value.refs)
    for (const [name, field] of machine.object(id, frame.state)?.fields ?? [])
      if (field.callables.length > 0 && names.test(name)) found.push(field);
  return found.slice(0, maximumMethods);
}
