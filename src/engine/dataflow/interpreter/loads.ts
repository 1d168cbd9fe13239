import type { Node } from '../../ir/ir.ts';
import { readOfFunction } from '../calls/functions.ts';
import { routedArguments } from '../entries/route-tables.ts';
import { clearedByField } from '../guards/checked.ts';
import { checkedMap } from '../guards/checked-maps.ts';
import { validated } from '../guards/field-validators.ts';
import { filledWith, readFilled } from '../heap/filled-objects.ts';
import { contents, heldBy } from '../heap/heap.ts';
import { labelsOfAny, labelsOfKeys, readEntry } from '../heap/parts.ts';
import { isAnyOfClass, storedField } from '../heap/stored-rows.ts';
import type { LinkedClass } from '../names/linking.ts';
import {
  clearLabels,
  dataLabels,
  joinLabels,
  type Labels,
  partLabels,
  prototypeLabels,
} from '../values/labels.ts';
import { bitOf, maskOf } from '../values/masks.ts';
import {
  constant,
  exact,
  join,
  ofApi,
  ofCallable,
  reference,
  tainted,
  unknown,
  type Value,
  withApi,
  withCallables,
  withClass,
  withKnown,
  withLabels,
} from '../values/values.ts';
import type { CallSite, Frame, Machine } from './machine.ts';
import { memberOf, readApi, submodule } from './members.ts';

/** All labels of a value and of what its objects hold, down to a depth: what leaves when it is written out whole. */
export function deepLabels(machine: Machine, value: Value, frame: Frame, depth: number): Labels {
  let labels = value.labels;
  if (depth === 0) return labels;
  for (const id of value.refs) {
    const object = machine.object(id, frame.state);
    // What is stored in a column is not in the others.
    if (!object || machine.isRow(id)) continue;
    const held = heldBy(object);
    labels = joinLabels(labels, held.labels);
    for (const part of held.operands)
      labels = joinLabels(
        labels,
        clearLabels(deepLabels(machine, part, frame, depth - 1), bitOf('nosql-injection')),
      );
    if (depth === 1) continue;
    for (const part of held.objects) labels = joinLabels(labels, deepLabels(machine, part, frame, depth - 1));
  }
  return labels;
}

/** The external types that a value may be an instance of: what its objects have become, else what it is. */
export function typesOf(machine: Machine, value: Value, frame: Frame): readonly string[] {
  const { api, cls, refs } = value;
  if (refs.length === 0) {
    if (api !== undefined) return [api];
    return cls ? distinct(machine.project.members.apiBases(cls)) : [];
  }
  const [only] = refs;
  if (refs.length === 1 && only !== undefined) {
    const state = machine.object(only, frame.state)?.state ?? api;
    if (state !== undefined) return [state];
    return cls ? distinct(machine.project.members.apiBases(cls)) : [];
  }
  const found = new Set<string>();
  for (const id of refs) {
    const state = machine.object(id, frame.state)?.state ?? api;
    if (state !== undefined) found.add(state);
  }
  if (cls && found.size === 0) return distinct(machine.project.members.apiBases(cls));
  return [...found];
}

const distinct = (names: readonly string[]): readonly string[] =>
  names.length < 2 ? names : [...new Set(names)];

/** What iterating over a value yields. */
export function elements(machine: Machine, value: Value, frame: Frame): Value {
  let result: Value | undefined;
  if (!frame.entry.usesObjects && isParameter(value)) frame.entry.usesObjects = true;
  for (const id of value.refs) {
    const object = machine.object(id, frame.state);
    if (!object) continue;
    // Each row is any of them.
    const all = machine.isRow(id) ? reference(id, value.api, object.cls) : contents(object);
    result = result ? join(result, all) : all;
  }
  if (value.labels.length > 0 || !result) {
    const labelled = tainted(dataLabels(value.labels));
    const yields = value.api === undefined ? undefined : machine.catalog.member(value.api, '[]');
    if (yields) {
      const site = { node: frame.fn.ir, frame };
      return machine.applyModel(yields, `${value.api}.[]`, {
        site,
        receiver: value,
        receiverExpr: undefined,
        args: [],
        isNew: false,
      });
    }
    const model = value.api === undefined ? undefined : machine.catalog.member(value.api, '*');
    const item = model?.type === undefined ? labelled : withApi(labelled, model.type);
    result = result ? join(result, item) : item;
  }
  return result;
}

/** What a loop over a value yields: of Python's dictionaries their keys. */
export const iterated = (machine: Machine, value: Value, frame: Frame): Value =>
  value.api !== undefined && value.refs.length > 0 && value.api === frame.fn.module.semantics.values.mapOfKeys
    ? keysOf(machine, value, frame)
    : elements(machine, value, frame);

/** The keys of a value that a for-in walks over: chosen by whoever made the object. */
export function keysOf(machine: Machine, value: Value, frame: Frame): Value {
  let labels = dataLabels(value.labels);
  for (const id of value.refs) {
    const object = machine.object(id, frame.state);
    if (object) labels = joinLabels(labels, dataLabels(labelsOfKeys(object)));
  }
  return tainted(labels);
}

const plus = (known: Value | undefined, more: Value | undefined): Value | undefined =>
  known && more ? join(known, more) : (known ?? more);

export function readField(machine: Machine, object: Value, name: string, frame: Frame, node: Node): Value {
  let result: Value | undefined;
  let missing = false;
  if (!frame.entry.usesObjects && isParameter(object)) frame.entry.usesObjects = true;
  for (const id of object.refs) {
    const target = machine.object(id, frame.state);
    if (!target) continue;
    if (machine.isRow(id)) machine.noteRead(id, name, frame);
    // How many elements a list has is none of them.
    if (name === 'length' && object.api === 'Array' && !target.items && !target.fields.has(name)) {
      result = plus(result, unknown);
      continue;
    }
    const filling = filledWith(target, object);
    const value = filling
      ? readFilled(machine, id, target, filling, name, frame, node)
      : readEntry(target, name, frame.fn, node);
    if (value) result = plus(result, throughGetter(machine, value, object, frame, node));
    else if (target.cls) {
      const member =
        memberOf(machine, target.cls, name, object, frame.state) ?? machine.classField(target.cls, name);
      result = plus(
        result,
        member
          ? throughGetter(machine, member, object, frame, node)
          : ownItem(machine, target.cls, name, object, { node, frame }),
      );
    } else if (target.items && name === 'length') result = plus(result, constant(target.items.length));
    else missing = true;
    if (target.content && target.content.labels.length > 0) {
      const carried = propertyLabels(machine, withLabels(object, dataLabels(target.content.labels)), name);
      result = plus(result, tainted(partLabels(carried, name, frame.fn, node)));
    }
  }
  if (object.cls && object.refs.length === 0) {
    const field = machine.classField(object.cls, name);
    result = plus(result, field);
    const member = memberOf(machine, object.cls, name, object, frame.state);
    result = plus(result, member && throughGetter(machine, member, object, frame, node));
  }
  if (object.cls && machine.hasEntities() && isAnyOfClass(machine, object, frame))
    result = plus(result, storedField(machine, object.cls, name, frame, node));
  for (const callable of object.callables) {
    if (callable.kind === 'function') {
      result = plus(result, readOfFunction(machine, callable, name, frame.state));
      continue;
    }
    const method = machine.project.members
      .method(callable.cls, name)
      .find((m) => m.ir.isStatic || m.module.semantics.classes.holdTheirMembers);
    if (method) {
      const { environment } = callable;
      const value = ofCallable({ kind: 'function', fn: method, environment, self: undefined });
      result = plus(result, method.ir.isStatic ? throughGetter(machine, value, object, frame, node) : value);
    }
    result = plus(result, machine.staticField(callable.cls, name, frame.state));
    for (const base of machine.project.members.apiBases(callable.cls))
      result = plus(result, readApi(machine, base, name, frame, node));
    const inner = callable.cls.module.classes.find(
      (c) => c.ir.name === name && c.ir.qualifiedName.startsWith(`${callable.cls.ir.qualifiedName}.`),
    );
    if (inner) result = plus(result, ofCallable({ kind: 'class', cls: inner, environment: undefined }));
  }
  if (object.api !== undefined) {
    result = plus(result, readApi(machine, object.api, name, frame, node));
    if (!result && machine.catalog.stores.has(object.api))
      result = plus(result, machine.object(machine.storeOf(object.api), frame.state)?.fields.get(name));
    if (!result) result = plus(result, submodule(machine, object.api, name, frame));
  }
  const text = exact(object)?.value;
  if (typeof text === 'string' && /^\d{1,4}$/.test(name)) result = plus(result, constant(text[Number(name)]));
  if (object.cls)
    for (const base of machine.project.members.apiBases(object.cls))
      result = plus(result, readApi(machine, base, name, frame, node));
  // What a plugin puts into every component: `this.$route`.
  if (!result && name.startsWith('$')) result = injectedProperty(machine, name);
  const harmless = name === 'length' || isPlainField(machine, object.api, name, frame);
  const carried = harmless ? [] : partLabels(propertyLabels(machine, object, name), name, frame.fn, node);
  const labels =
    carried.length > 0 && object.cls
      ? clearLabels(carried, clearedByField(machine, object.cls, name))
      : carried;
  const map = object.cls && checkedMap(machine, object.cls, name, labels, { node, frame });
  if (map) return result?.refs.length ? join(result, map) : map;
  if (labels.length > 0) {
    const labelled = object.cls
      ? validated(machine, object.cls, name, labels, { node, frame })
      : tainted(labels);
    result = result ? withLabels(result, joinLabels(result.labels, dataLabels(labelled.labels))) : labelled;
  }
  // What a form holds is judged by its fields.
  if (result && object.cls && formData.has(name)) return withClass(result, object.cls);
  if (result && object.cls && name === 'kwargs')
    return routedArguments(machine, object.cls, result, frame, node);
  if (result) return result;
  return missing && object.refs.length === 1 && object.labels.length === 0
    ? missingField(machine, object, frame)
    : unknown;
}

const injectedProperty = (machine: Machine, name: string): Value | undefined => {
  const type = machine.catalog.member('*', name)?.type;
  return type === undefined ? undefined : ofApi(type);
};

/** Properties under which forms and serializers give what arrived in their fields. */
const formData = new Set(['cleaned_data', 'validated_data']);

/** A property that a getter computes is what the getter returns. */
function throughGetter(machine: Machine, value: Value, holder: Value, frame: Frame, node: Node): Value {
  if (!value.callables.some((callable) => callable.kind === 'function' && callable.fn.ir.kind === 'getter'))
    return value;
  const results = value.callables.map((callable) =>
    machine.callCallable(callable, holder, [], { node, frame }),
  );
  return results.reduce(join, withCallables(value, []));
}

export const isParameter = (value: Value): boolean =>
  value.labels.some((label) => label.origin.kind === 'parameter' && label.origin.index >= 0);

/** A field that nothing wrote: `undefined` where the object is wholly known. */
function missingField(machine: Machine, object: Value, frame: Frame): Value {
  const target = machine.object(object.refs[0] as number, frame.state);
  return target && !target.open && !target.cls && object.api === 'Object' && target.fields.size > 0
    ? constant(undefined)
    : unknown;
}

const isPlainField = ({ project }: Machine, api: string | undefined, name: string, frame: Frame): boolean =>
  project.hooks.isPlainField.some((isPlain) => isPlain(api, name, frame));

/** What an object's labels are in one of its properties: the catalog may know it for harmless, wholly or for some classes. */
function propertyLabels(machine: Machine, object: Value, name: string): Labels {
  if (object.labels.length === 0) return object.labels;
  const { api } = object;
  const model =
    api === undefined ? undefined : (machine.catalog.member(api, name) ?? machine.catalog.member(api, '*'));
  if (!model) return machine.catalog.member('*', name)?.neutral ? [] : object.labels;
  if (model.neutral) return [];
  return clearLabels(object.labels, maskOf(model.sanitizers.flatMap(({ row }) => row.clears)));
}

export function readIndex(machine: Machine, object: Value, index: Value, frame: Frame, node: Node): Value {
  // `Repository[User](session)`: a class with its parameters is the class.
  if (
    object.callables.some(({ kind }) => kind === 'class') &&
    frame.fn.module.semantics.classes.areSubscripted
  )
    return object;
  const known = exact(index);
  if (
    known &&
    (typeof known.value === 'string' || typeof known.value === 'number') &&
    index.labels.length === 0
  ) {
    return readField(machine, object, String(known.value), frame, node);
  }
  let result: Value | undefined;
  if (!frame.entry.usesObjects && isParameter(object)) frame.entry.usesObjects = true;
  for (const id of object.refs) {
    const target = machine.object(id, frame.state);
    if (!target) continue;
    const every = contents(target);
    const all = machine.isRow(id)
      ? reference(id, object.api, target.cls)
      : withLabels(every, labelsOfAny(target, every.labels, index, frame.fn, node));
    result = result ? join(result, all) : all;
  }
  const parts = partLabels(dataLabels(object.labels), undefined, frame.fn, node);
  let labels = joinLabels(result?.labels ?? [], parts);
  // `handlers['on' + name]`: no property of every object's begins so.
  if (index.known?.kind !== 'prefix' || index.known.text === '')
    labels = joinLabels(labels, prototypeLabels(index.labels));
  result = plus(result, methodsByKey(machine, object, index, frame));
  const value =
    result ?? (object.api === undefined ? unknown : ofApi(machine.catalog.member(object.api, '*')?.type));
  return withLabels(withKnown(value, undefined), labels);
}

/** Methods that a looked-up key is followed to. */
const maximumKeyed = 8;

/** `this['on' + name]`: the methods of the object's class, those whose name begins as the key is known to. */
function methodsByKey(machine: Machine, object: Value, index: Value, frame: Frame): Value | undefined {
  if (!frame.fn.module.semantics.values.methodsAreProperties) return undefined;
  const beginning = index.known?.kind === 'prefix' ? index.known.text : '';
  const classes = new Set(object.refs.flatMap((id) => machine.object(id, frame.state)?.cls ?? []));
  if (object.cls) classes.add(object.cls);
  const names = new Set(
    [...classes]
      .flatMap((cls) => machine.project.members.methodNames(cls))
      .filter((name) => name.startsWith(beginning)),
  );
  let found: Value | undefined;
  for (const name of [...names].slice(0, maximumKeyed))
    for (const cls of classes) found = plus(found, memberOf(machine, cls, name, object, frame.state));
  return found;
}

/** `params['q']` of a class of Python's with a `__getitem__`. */
function ownItem(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  object: Value,
  site: CallSite,
): Value | undefined {
  const { itemMethod } = cls.module.semantics.classes;
  if (itemMethod === undefined) return undefined;
  const [fn] = machine.project.members.method(cls, itemMethod);
  if (!fn || site.frame.entry.stack.includes(fn)) return undefined;
  const key = { value: constant(name), expr: undefined, name: undefined, spread: undefined };
  return machine.callCallable(
    { kind: 'function', fn, environment: undefined, self: object },
    object,
    [key],
    site,
  );
}
