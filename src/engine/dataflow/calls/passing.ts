import { isAsynchronous } from '../guards/awaited.ts';
import { emptyObject } from '../heap/heap.ts';
import { elements } from '../interpreter/loads.ts';
import type { CallSite, Invocation, Machine } from '../interpreter/machine.ts';
import { clearLabels } from '../values/labels.ts';
import { everyClass, noClass } from '../values/masks.ts';
import { exact, reference, type Value, withLabels } from '../values/values.ts';

/** Python's `filter(str.isalnum, words)`. */
const textTests = /^str\.is(?:alnum|alpha|digit|decimal|numeric|identifier)$/;

/** What of a collection, a stream or an optional passes a test: `names.filter(n -> allowed.contains(n))`. */
export function passing(machine: Machine, from: Value, test: Value | undefined, { site }: Invocation): Value {
  const given = elements(machine, from, site.frame);
  const shown = (test?.callables ?? []).map((callable) => {
    const [mask] = machine.predicate(callable, [given], true, site);
    // A promise is true, whatever comes of it.
    if (mask !== undefined) return isAsynchronous(callable) ? noClass : mask;
    const arg = { value: given, expr: undefined, name: undefined, spread: undefined };
    machine.callCallable(callable, undefined, [arg], site);
    return noClass;
  });
  if (test && textTests.test(test.api ?? '')) shown.push(everyClass);
  const mask = shown.length === 0 ? noClass : shown.reduce((all, one) => all.and(one));
  if (from.refs.length === 0) return withLabels(from, clearLabels(from.labels, mask));
  if (test?.api === 'Boolean') return withoutNothing(machine, from, given, site);
  const rest = withLabels(given, clearLabels(given.labels, mask));
  return reference(machine.allocate({ ...emptyObject, rest }, site.frame, site.node), from.api);
}

/** `[path, query].filter(Boolean)`: what stands first, and is a text for certain, stays first. */
function withoutNothing(machine: Machine, from: Value, given: Value, { frame, node }: CallSite): Value {
  const [id, ...others] = from.refs;
  const object = id === undefined || others.length > 0 ? undefined : machine.object(id, frame.state);
  const all = object?.items ?? [];
  const uncertain = all.findIndex((item) => !exact(item)?.value);
  const items = uncertain === -1 ? all : all.slice(0, uncertain);
  const rest = uncertain === -1 && !object?.rest && object?.items ? undefined : given;
  return reference(machine.allocate({ ...emptyObject, items, rest }, frame, node), from.api);
}
