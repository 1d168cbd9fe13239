import type { Call, Expr } from '../../ir/ir.ts';
import { writeField } from '../heap/heap.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { setVariable } from '../interpreter/variables.ts';
import { clearLabels, type Label, type Labels, noLabels } from '../values/labels.ts';
import { bitOf, everyClass, type Mask, maskOf, noClass } from '../values/masks.ts';
import { type Value, withLabels } from '../values/values.ts';
import { claim, claimName } from './guard-facts.ts';
import { variablesMadeOf } from './made-of.ts';
import { takenAsPath } from './taken-as-path.ts';

export const pathClasses = (): Mask => bitOf('path-traversal');

/** What only a text that begins like an option does harm to. */
export const optionClasses = (): Mask => bitOf('argument-injection');

export const urlClasses = (): Mask => bitOf('ssrf').or(bitOf('open-redirect'));

/** What may be shown of an address by its host. */
const hostClasses = (): Mask => urlClasses().or(addressFacts());

/** What is shown of the address of a machine. */
export const addressFacts = (): Mask => maskOf(['not-loopback', 'not-private', 'not-link-local']);

/** Marks what an expression names as safe for some classes from here on. */
export function clear(machine: Machine, expr: Expr, mask: Mask, frame: Frame): void {
  if (expr.k === 'assign' && expr.target.k === 'var') return clear(machine, expr.target, mask, frame);
  if (expr.k === 'cast' || expr.k === 'await') return clear(machine, expr.value, mask, frame);
  // `pattern.fullmatch(x or "")`
  if (expr.k === 'logical' && expr.op !== '&&' && expr.right.k === 'const')
    return clear(machine, expr.left, mask, frame);
  // `allowed.includes(x.toLowerCase())`, `String(x)`: what holds of the text holds of the value.
  if (expr.k === 'call') {
    if (expr.callee.k === 'field' && normalisers.has(expr.callee.name))
      return clear(machine, expr.callee.object, mask, frame);
    if (
      expr.callee.k === 'var' &&
      expr.args[0] &&
      (expr.callee.name === 'String' || expr.callee.name === 'str')
    ) {
      return clear(machine, expr.args[0].value, mask, frame);
    }
  }
  // `Path(x).is_absolute()`, `new File(x).isAbsolute()`: the object stands for the path that it was made of.
  const made = takenAsPath(expr);
  if (made !== expr) return clear(machine, made, mask, frame);
  if (expr.k === 'field' && expr.name === 'length') return;
  if (expr.k === 'call' && expr.callee.k === 'field' && hostCalls.has(expr.callee.name)) {
    clearOrigins(machine, machine.evaluate(expr, frame).labels, mask.and(urlClasses()), frame);
    return clear(machine, expr.callee.object, mask.and(urlClasses()), frame);
  }
  if (expr.k === 'field' && hostParts.has(expr.name)) {
    clearOrigins(machine, machine.evaluate(expr, frame).labels, mask.and(urlClasses()), frame);
    clear(machine, expr.object, mask.and(urlClasses()), frame);
    // A message of a page that is known to be a friend.
    if (expr.name === 'origin' && machine.evaluate(expr.object, frame).api === messageEvent)
      clear(machine, { ...expr, name: 'data' }, mask, frame);
  }
  // `['http:', 'https:'].includes(address.protocol)`
  if (expr.k === 'field' && expr.name === 'protocol') {
    const bit = bitOf('web-address');
    clearOrigins(machine, machine.evaluate(expr, frame).labels, bit, frame);
    clear(machine, expr.object, bit, frame);
  }
  const name = claimName(machine, expr, frame);
  if (name === undefined || expr.k === 'new' || expr.k === 'type') return;
  const value = machine.evaluate(expr, frame);
  clearByHost(machine, value, mask, frame);
  clearContent(machine, value, mask, frame);
  const labels = clearLabels(value.labels, mask);
  if (labels === value.labels) return;
  replace(machine, expr, withLabels(value, labels), frame);
  if (expr.k === 'var') clearMadeOf(machine, expr, value.labels, mask, frame, maximumMade);
}

/** Variables that are put together of variables that are put together. */
const maximumMade = 3;

/** What was shown of a variable holds of it in what it was put into before. */
function clearMadeOf(
  machine: Machine,
  { name, at }: Extract<Expr, { k: 'var' }>,
  shown: Labels,
  mask: Mask,
  frame: Frame,
  depth: number,
): void {
  if (depth === 0 || shown.length === 0) return;
  for (const made of variablesMadeOf(machine, name, { labels: shown, until: at }, frame)) {
    clearVariable(machine, made, (labels) => clearPart(labels, shown, mask), frame);
    clearMadeOf(machine, { k: 'var', name: made, at, end: at }, shown, mask, frame, depth - 1);
  }
}

/** What was decoded since is not what was asked about. */
const clearPart = (labels: Labels, shown: Labels, mask: Mask): Labels =>
  labels.flatMap((label) =>
    shown.some(({ origin }) => origin === label.origin)
      ? clearLabels([label], mask.without(label.restored))
      : [label],
  );

/** A variable that holds nothing, or a text without characters, holds no data. */
export function empty(machine: Machine, expr: Extract<Expr, { k: 'var' }>, frame: Frame): void {
  const value = machine.evaluate(expr, frame);
  clearContent(machine, value, everyClass, frame);
  if (value.labels.length > 0) replace(machine, expr, withLabels(value, noLabels), frame);
}

/** What was shown of the host of an address holds of the address. */
export function clearByHost(machine: Machine, { labels }: Value, mask: Mask, frame: Frame): void {
  const bit = bitOf('host-part');
  if (labels.length > 0 && labels.every(({ cleared }) => cleared.meets(bit)))
    clearOrigins(machine, labels, mask.and(hostClasses()), frame);
}

/** What was shown of an object that stands for a text, a parsed address for instance, holds of the text in it. */
function clearContent(machine: Machine, value: Value, mask: Mask, frame: Frame): void {
  const [id] = value.refs;
  const object = value.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
  if (id === undefined || !object) return;
  const cleared = (part: Value): Value => withLabels(part, clearLabels(part.labels, mask));
  if (object.content?.labels.length || object.rest?.labels.length || object.items?.some(isLabelled)) {
    frame.state.heap.set(id, {
      ...object,
      content: object.content && cleared(object.content),
      rest: object.rest && cleared(object.rest),
      items: object.items?.map(cleared),
    });
  }
}

const isLabelled = (value: Value): boolean => value.labels.length > 0;

const messageEvent = 'MessageEvent';

/** Properties of a parsed address that say where it leads. */
export const hostParts = new Set(['hostname', 'host', 'origin', 'netloc']);

const hostCalls = new Set(['getHost', 'getAuthority', 'getRawAuthority']);

/** Marks variables, by name, as safe for what a function that a call runs has shown of them. */
export function clearAround(
  machine: Machine,
  { at, end }: Call,
  shown: ReadonlyMap<string, Mask>,
  frame: Frame,
): void {
  for (const [name, mask] of shown) clear(machine, { k: 'var', name, at, end }, mask, frame);
}

/** What was shown of a part of an address, or of a resolved path, holds of every variable with what it was made from. */
export function clearOrigins(machine: Machine, shown: Labels, mask: Mask, frame: Frame): void {
  if (mask === noClass || shown.length === 0) return;
  for (const [name, binding] of frame.fn.scope.bindings) {
    if (binding.kind !== 'free')
      clearVariable(machine, name, (labels) => clearShown(labels, shown, mask), frame);
  }
}

/** Changes the labels of a variable, and of the text of the object in it. */
function clearVariable(
  machine: Machine,
  name: string,
  change: (labels: Labels) => Labels,
  frame: Frame,
): void {
  const variable = { k: 'var', name, at: 0, end: 0 } as const;
  const value = machine.evaluate(variable, frame);
  const [id] = value.refs;
  const object = value.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
  if (id !== undefined && object?.content) {
    const content = withLabels(object.content, change(object.content.labels));
    frame.state.heap.set(id, { ...object, content });
  }
  if (value.labels.length > 0) replace(machine, variable, withLabels(value, change(value.labels)), frame);
}

const clearShown = (labels: Labels, shown: Labels, mask: Mask): Labels =>
  labels.flatMap((label) => {
    const looked = shown.find((other) => other.origin === label.origin);
    return looked ? clearLabels([label], mask.without(lostByJoining(looked, label))) : [label];
  });

/**
 * What the host of a joined address does not show of what it was made from: a browser joins `///example.org` or
 * `/\\example.org` in its own way, and goes there.
 */
function lostByJoining(looked: Label, label: Label): Mask {
  const joined = bitOf('joined-address');
  return looked.cleared.meets(joined) && !label.cleared.meets(joined) ? bitOf('open-redirect') : noClass;
}

const normalisers = new Set([
  'toLowerCase',
  'toUpperCase',
  'trim',
  'toString',
  'lower',
  'upper',
  'strip',
  'casefold',
  'normalize',
  'toLocaleLowerCase',
  'substring',
  'getName',
  'getCanonicalPath',
  'getCanonicalFile',
  'getAbsolutePath',
  'getPath',
  'toPath',
  'toFile',
  'toAbsolutePath',
  'toRealPath',
]);

export function replace(machine: Machine, expr: Expr, value: Value, frame: Frame): void {
  if (expr.k === 'var') {
    const binding = frame.fn.scope.bindings.get(expr.name);
    // Of a variable of the function around it holds here what was shown here, whatever others may write to it.
    if (binding?.kind === 'environment' && binding.owner !== frame.fn.ir.index && binding.owner !== 0)
      claim(frame, expr.name, value);
    else setVariable(machine, expr.name, value, frame);
    return;
  }
  const name = claimName(machine, expr, frame);
  if (name === undefined) return;
  if (expr.k === 'field') replaceField(machine, expr, value, frame);
  claim(frame, name, value);
}

/** What a guard has shown of an object's field, others find there too: the object's own methods, for instance. */
function replaceField(
  machine: Machine,
  expr: Extract<Expr, { k: 'field' }>,
  value: Value,
  frame: Frame,
): void {
  const [id, ...others] = machine.evaluate(expr.object, frame).refs;
  const object = id === undefined || others.length > 0 ? undefined : machine.object(id, frame.state);
  if (id !== undefined && object?.fields.has(expr.name))
    frame.state.heap.set(id, writeField(object, expr.name, value, true));
}
