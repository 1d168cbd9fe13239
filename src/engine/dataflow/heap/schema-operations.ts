import { askOutcome, outcomeOf } from '../guards/asked-results.ts';
import { constant, reference, unknown, type Value } from '../values/values.ts';
import type { ContainerCall, Operations } from './container-call.ts';
import { typeOf } from './container-making.ts';
import { emptyObject } from './heap.ts';
import { fitted, listOf, matching, noteFitted, oneOf, shape } from './schemas.ts';

/** Operations of validators: descriptions of data, what fits them, and what checks of a request came to. */
export const schemaOperations: Operations<
  | 'shape'
  | 'listOf'
  | 'oneOf'
  | 'matching'
  | 'fitted'
  | 'fittedResult'
  | 'fittedSecond'
  | 'check'
  | 'outcome'
  | 'askOutcome'
> = {
  shape: ({ machine, api, invocation }) => shape(machine, typeOf(machine, api), invocation),
  listOf: ({ machine, api, invocation }) => listOf(machine, typeOf(machine, api), invocation),
  oneOf: ({ machine, api, args: [first], invocation }) => oneOf(machine, api, first ?? unknown, invocation),
  matching: ({ machine, api, receiver, invocation }) =>
    matching(receiver, typeOf(machine, api).replace(/\w+$/, 'Safe'), invocation, machine),
  fitted: validated,
  fittedResult(call) {
    const { machine, invocation } = call;
    const value = validated(call);
    const fields = new Map([
      ['value', value],
      ['data', value],
    ]);
    const { frame, node } = invocation.site;
    return reference(machine.allocate({ ...emptyObject, fields, open: true }, frame, node));
  },
  fittedSecond: ({ machine, args: [first, second], invocation }) =>
    fitted(machine, second ?? unknown, first ?? unknown, invocation),
  check({ machine, api, args: [first], invocation }) {
    const { frame, node } = invocation.site;
    const fields = new Map([
      ['section', constant(api.slice(api.lastIndexOf('.') + 1))],
      ['name', first ?? unknown],
    ]);
    return reference(machine.allocate({ ...emptyObject, fields }, frame, node), typeOf(machine, api));
  },
  outcome: ({ machine, invocation }) => outcomeOf(machine, invocation),
  askOutcome: ({ machine, api, invocation }) => askOutcome(machine, api, invocation),
};

/** `schema.parse(data)`: the data as far as it fits, also where it is read under its own name afterwards. */
function validated({ machine, receiver, args: [first], invocation }: ContainerCall): Value {
  const value = fitted(machine, receiver, first ?? unknown, invocation);
  noteFitted(machine, receiver, invocation.args[0]?.expr, invocation);
  return value;
}
