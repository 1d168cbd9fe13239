import type { CompiledCondition, Model } from '../catalog/model.ts';
import type { Place } from '../catalog/places.ts';
import { isSuperLinear } from '../patterns/redos.ts';
import { noteWrite, taintInPlace } from './assign.ts';
import { holds } from './conditions.ts';
import { fold } from './constants.ts';
import { applyContainer } from './containers.ts';
import { patternValue } from './evaluate.ts';
import { emptyObject, type Making } from './heap.ts';
import {
  clearLabels,
  dataLabels,
  joinLabels,
  type Label,
  type Labels,
  type Origin,
  step,
  traced,
} from './labels.ts';
import type { LinkedFunction } from './linking.ts';
import type { ArgValue, Frame, Invocation, Machine } from './machine.ts';
import { maskOf } from './masks.ts';
import { labelsAt, valueAt, valuesAt } from './places.ts';
import { anchor, located } from './positions.ts';
import { deepLabels, typesOf } from './reading.ts';
import { clearedByText } from './sinks.ts';
import { knownText } from './text.ts';
import { allLabels, callBack } from './unmodelled.ts';
import {
  constant,
  exact,
  join,
  prefixOf,
  reference,
  tainted,
  unknown,
  type Value,
  withLabels,
} from './values.ts';

/** What the catalog says a call (or a property's reading or writing) does. */
export function applyModel(machine: Machine, model: Model, path: string, invocation: Invocation): Value {
  reportSinks(machine, model, path, invocation);
  reportMisuses(machine, model, path, invocation);
  reportExpensivePattern(machine, path, invocation);
  if (model.never && !isRead(invocation)) invocation.site.frame.stopped = true;
  const returned = applyCallbacks(machine, model, invocation);
  let result = resultOf(machine, model, path, invocation);
  if (returned) result = join(result, returned);
  result = becomeOther(machine, model, invocation, result);
  return applySources(machine, model, invocation, result);
}

const isBare = (invocation: Invocation): boolean =>
  invocation.receiver === undefined && invocation.args.length === 0 && !invocation.isNew;

/** `const { promisify } = require('util')`: the function is named here, to be called elsewhere. */
const isRead = (invocation: Invocation): boolean =>
  isBare(invocation) && !('k' in invocation.site.node && invocation.site.node.k === 'call');

/** A call that makes its receiver something else, or a constructor its object: what was unsafe is configured. */
function becomeOther(machine: Machine, model: Model, invocation: Invocation, made: Value): Value {
  const { receiverExpr } = invocation;
  const { frame, node } = invocation.site;
  if (frame.fn.module.ir.language === 'python' && model.type !== undefined) {
    // Python makes objects by calling their class.
    const other = model.becomes.find(({ when }) => holds(machine, when, invocation));
    return other ? { ...made, api: other.row.type } : made;
  }
  const receiver = invocation.isNew ? made : invocation.receiver;
  if (!receiver) return made;
  for (const { row, when } of model.becomes) {
    if (!holds(machine, when, invocation)) continue;
    for (const id of receiver.refs) {
      const object = machine.object(id, frame.state);
      if (object) frame.state.heap.set(id, { ...object, state: row.type });
    }
    if (receiver.refs.length === 0 && (receiverExpr?.k === 'var' || receiverExpr?.k === 'field'))
      machine.assign(receiverExpr, { ...receiver, api: row.type }, frame, node);
    // `response.type('text').send(…)`: the call gives the receiver back.
    if (receiver.refs.length === 0 && made.api === receiver.api) return { ...made, api: row.type };
  }
  return made;
}

/** Operations whose result is a new collection, of the kind that the catalog says. */
const listing: ReadonlySet<string> = new Set(['values', 'keys', 'entries', 'copy']);

function resultOf(machine: Machine, model: Model, path: string, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const { type } = model;
  if (model.constant) return constant(model.constant.value);
  if (model.container && isRead(invocation)) return { ...unknown, api: type ?? path };
  if (model.container) {
    const { op, skip } = model.container;
    const own = skip === undefined ? invocation : { ...invocation, args: invocation.args.slice(skip) };
    const value = applyContainer(machine, op, path, own);
    const says = type !== undefined && (value.api === undefined || listing.has(model.container.op));
    return says ? { ...value, api: type } : value;
  }
  const pattern = compiledPattern(machine, type ?? path, invocation);
  if (pattern) return pattern;
  const isProperty = isBare(invocation);
  let labels = labelsOfResult(machine, model, invocation);
  const sanitizers = model.sanitizers.filter(
    (s) => s.when.length === 0 || holds(machine, s.when, invocation),
  );
  if (sanitizers.length > 0) {
    labels = [];
    for (const sanitizer of sanitizers) {
      const input = sanitizer.places.reduce<Labels>(
        (all, place) => joinLabels(all, labelsAt(machine, place, invocation)),
        [],
      );
      labels = joinLabels(labels, clearLabels(input, maskOf(sanitizer.row.clears)));
    }
    // Several sanitizers of one call clear together.
    let mask = 0;
    for (const sanitizer of sanitizers) mask |= maskOf(sanitizer.row.clears);
    labels = clearLabels(labels, mask);
  }
  const api =
    type ?? (invocation.isNew ? path : machine.catalog.knows(path) && isProperty ? path : undefined);
  const { receiver } = invocation;
  if (receiver && api !== undefined && isFluent(model) && typesOf(machine, receiver, frame).includes(api))
    return receiver;
  if (invocation.isNew || isInstance(machine, api)) {
    const text = textOf(invocation);
    const made = invocation.isNew ? { fn: frame.fn, ...anchor(frame.fn, node) } : undefined;
    const content = labels.length > 0 ? { ...tainted(labels), known: text?.known } : text;
    const id = machine.allocate({ ...emptyObject, api, content, open: true, made }, frame, node);
    return { ...reference(id, api), labels: [] };
  }
  const begins = model.begins === undefined ? undefined : ({ kind: 'prefix', text: model.begins } as const);
  return { ...unknown, labels, api, known: begins ?? knownText(path, invocation) };
}

/** `builder.append(x)` gives the builder itself, so that the next call of the chain fills the same one. */
const isFluent = (model: Model): boolean =>
  model.flows.some(({ to }) => to.some((place) => place.base.at === 'receiver')) &&
  model.flows.some(
    ({ from, to }) =>
      from.some((place) => place.base.at === 'receiver') && to.some((place) => place.base.at === 'return'),
  );

/** Builders and streams hold text: they are objects, so that what is appended stays in them. */
const isInstance = (machine: Machine, api: string | undefined): boolean =>
  api !== undefined && machine.catalog.hasReceiverFlow(api);

const textOf = (invocation: Invocation): Value | undefined => {
  const first = invocation.args[0]?.value;
  return first?.known && invocation.args.length === 1 ? { ...unknown, known: first.known } : undefined;
};

function compiledPattern(machine: Machine, type: string, invocation: Invocation): Value | undefined {
  if (type !== 'RegExp' && type !== 're.Pattern' && type !== 'java.util.regex.Pattern') return undefined;
  const first = invocation.args[0]?.value;
  const source = first && exact(first)?.value;
  if (typeof source !== 'string') return undefined;
  const flags = invocation.args[1] && exact(invocation.args[1].value)?.value;
  return patternValue(
    machine,
    source,
    typeof flags === 'string' ? flags : '',
    type,
    invocation.site.frame,
    invocation.site.node,
  );
}

/** Where the catalog says nothing of flows, a call passes on what went in. */
function labelsOfResult(machine: Machine, model: Model, invocation: Invocation): Labels {
  if (model.neutral) return [];
  if (model.flows.length === 0) return model.sources.length > 0 ? [] : allLabels(machine, invocation);
  let labels: Labels = [];
  for (const flow of model.flows) {
    for (const from of flow.from) {
      const incoming = labelsAt(machine, from, invocation);
      const value = valueAt(machine, from, invocation);
      for (const to of flow.to) {
        if (to.base.at === 'return') labels = joinLabels(labels, incoming);
        else if (value) writeTo(machine, to, withLabels(value, incoming), invocation);
      }
    }
  }
  return labels;
}

/** A flow into the receiver or an argument: what the object holds from now on. */
function writeTo(machine: Machine, to: Place, value: Value, invocation: Invocation): void {
  const { frame } = invocation.site;
  const place = holderOf(to, invocation);
  if (!place) return;
  noteWrite(place.value, frame);
  if (place.value.refs.length === 0) {
    if (place.expr && value.labels.length > 0) taintInPlace(machine, place.expr, value, frame);
    return;
  }
  for (const id of place.value.refs) {
    const object = machine.object(id, frame.state);
    if (!object) continue;
    const field = to.fields[0];
    if (field !== undefined && field !== '*') {
      machine.writeField({ ...unknown, refs: [id] }, field, value, frame, invocation.site.node);
      continue;
    }
    const folded = object.content ? fold('+', object.content, value)?.value.known : value.known;
    const labels = joinLabels(object.content?.labels ?? [], dataLabels(value.labels));
    frame.state.heap.set(id, { ...object, content: { ...unknown, labels, known: folded } });
  }
}

function holderOf(
  to: Place,
  invocation: Invocation,
): { readonly value: Value; readonly expr: ArgValue['expr'] } | undefined {
  const { base } = to;
  if (base.at === 'receiver')
    return invocation.receiver && { value: invocation.receiver, expr: invocation.receiverExpr };
  if (base.at === 'argument') return invocation.args[base.index];
  if (base.at === 'keyword') return invocation.args.find((arg) => arg.name === base.name);
  return undefined;
}

function reportSinks(machine: Machine, model: Model, path: string, invocation: Invocation): void {
  if (model.sinks.length === 0) return;
  const { frame, node } = invocation.site;
  for (const sink of model.sinks) {
    if (sink.when.length > 0 && !holds(machine, sink.when, invocation)) continue;
    const { vulnClass } = sink.row;
    for (const place of sink.places) {
      const isText = isSplit(sink.places, place);
      for (const value of valuesAt(machine, place, invocation)) {
        const labels = dataLabels(
          isText ? ownLabels(machine, value, frame) : deepLabels(machine, value, frame, 2),
        );
        if (labels.length === 0 || clearedByText(machine, vulnClass, value, frame)) continue;
        const making = sink.row.reportMaking ? makingOf(machine, value, frame) : undefined;
        for (const label of labels) {
          machine.report(
            {
              vulnClass,
              ...(making ?? { fn: frame.fn, ...anchor(frame.fn, node) }),
              what: sink.row.what ?? path.replace(/^\*\./, ''),
              message: undefined,
              variant: undefined,
              confidence: sink.row.confidence,
              judgedBy: sink.row.judgedBy,
              built: prefixOf(value) !== '',
              label,
            },
            frame.entry,
          );
        }
      }
    }
  }
}

/** `{ text, values }`: where a row names the fields that matter, the others do not. */
const isSplit = (places: readonly Place[], { base, fields }: Place): boolean =>
  fields.length === 0 &&
  base.at === 'argument' &&
  places.some(
    ({ base: other, fields: [first] }) =>
      other.at === 'argument' &&
      other.index === base.index &&
      first !== undefined &&
      first !== '*' &&
      !first.startsWith('$'),
  );

/** Of the value itself, and of the text that its object stands for. */
const ownLabels = (machine: Machine, value: Value, frame: Frame): Labels =>
  value.refs.reduce<Labels>(
    (all, id) => joinLabels(all, machine.object(id, frame.state)?.content?.labels ?? []),
    value.labels,
  );

function makingOf(machine: Machine, value: Value, frame: Frame): Making | undefined {
  for (const id of value.refs) {
    const made = machine.object(id, frame.state)?.made;
    if (made) return made;
  }
  return undefined;
}

function reportMisuses(machine: Machine, model: Model, path: string, invocation: Invocation): void {
  const { frame, node } = invocation.site;
  // Where a method is only read, nothing can be said of its arguments.
  const onlyRead = invocation.receiver === undefined && 'k' in node && node.k === 'field';
  for (const misuse of model.misuses) {
    if (onlyRead && misuse.when.length > 0) continue;
    if (!holds(machine, misuse.when, invocation)) continue;
    machine.report(
      {
        vulnClass: misuse.row.vulnClass,
        fn: frame.fn,
        ...anchor(frame.fn, node),
        what: path,
        message: misuse.row.message,
        variant: misuse.row.variant,
        confidence: misuse.row.confidence,
        ...(misuse.row.vulnClass === 'hard-coded-secret' && {
          secrets: misuse.when.flatMap((condition) => textsTested(machine, condition, invocation)),
        }),
        label: undefined,
      },
      frame.entry,
    );
  }
}

function textsTested(machine: Machine, condition: CompiledCondition, invocation: Invocation): string[] {
  return condition.places.flatMap((place) =>
    valuesAt(machine, place, invocation).flatMap((value) => {
      const text = exact(value)?.value;
      return typeof text === 'string' ? [text] : [];
    }),
  );
}

const matchers =
  /(?:^|\.)(?:test|exec|match|matchAll|matches|replace|replaceAll|replaceFirst|split|search|sub|fullmatch|findall|finditer|matcher|find)$/;

/** Text of an attacker's matched by a pattern that may take super-linear time. */
function reportExpensivePattern(machine: Machine, path: string, invocation: Invocation): void {
  if (!matchers.test(path)) return;
  const { frame, node } = invocation.site;
  const all = [invocation.receiver, ...invocation.args.map((arg) => arg.value)].filter(
    (value) => value !== undefined,
  );
  const source = all.map((value) => patternSource(machine, value, invocation)).find((s) => s !== undefined);
  if (!source) return;
  const labels = all.flatMap((value) => dataLabels(deepLabels(machine, value, frame, 1)));
  if (labels.length === 0 || !isSuperLinear(source.source, source.flags).superLinear) return;
  for (const label of labels) {
    machine.report(
      {
        vulnClass: 'redos',
        fn: frame.fn,
        ...anchor(frame.fn, node),
        what: `the expression /${source.source.length > 60 ? `${source.source.slice(0, 60)}…` : source.source}/`,
        message: undefined,
        variant: undefined,
        confidence: undefined,
        label,
      },
      frame.entry,
    );
  }
}

function patternSource(
  machine: Machine,
  value: Value,
  invocation: Invocation,
): { source: string; flags: string } | undefined {
  for (const id of value.refs) {
    const fields = machine.object(id, invocation.site.frame.state)?.fields;
    const source = fields?.get('source');
    const known = source && exact(source)?.value;
    if (
      typeof known === 'string' &&
      (value.api === 'RegExp' || value.api === 're.Pattern' || value.api === 'java.util.regex.Pattern')
    ) {
      const flags = fields?.get('flags');
      return { source: known, flags: String((flags && exact(flags)?.value) ?? '') };
    }
  }
  const known = exact(value)?.value;
  const language = invocation.site.frame.fn.module.ir.language;
  return typeof known === 'string' &&
    (language === 'java' || language === 'python') &&
    /[*+{]/.test(known) &&
    value.labels.length === 0
    ? { source: known, flags: '' }
    : undefined;
}

function applyCallbacks(machine: Machine, model: Model, invocation: Invocation): Value | undefined {
  if (model.callbacks.length === 0)
    return callBack(machine, invocation, model.neutral ? [] : allLabels(machine, invocation));
  const { frame, node } = invocation.site;
  let result: Value | undefined;
  for (const callback of model.callbacks) {
    const chosen = invocation.args.filter((_, i) =>
      callback.argument === 'any'
        ? true
        : callback.argument === 'last'
          ? i === invocation.args.length - 1
          : i === callback.argument,
    );
    for (const arg of chosen.flatMap((a) => handlersIn(machine, a.value, invocation))) {
      for (const callable of arg.callables) {
        if (callable.kind !== 'function') continue;
        const own = machine.entryParameters(callable.fn);
        const given = isShifted(machine, callable.fn, own, callback.params[0]?.type) ? [] : callback.params;
        const params = callable.fn.ir.params.map((_, i): Value => {
          let value: Value = own[i] ?? unknown;
          const param = given[i];
          if (!param) return value;
          if (param.type !== undefined) value = { ...value, api: param.type };
          if (param.from !== undefined) value = join(value, placeValue(machine, param.from, invocation));
          if (param.source !== undefined) {
            const origin = machine.origin(
              param.source,
              'a parameter of a handler',
              callable.fn,
              callable.fn.ir.params[i] ?? callable.fn.ir,
            );
            value = withLabels(value, joinLabels(value.labels, [newLabel(origin)]));
          }
          return value;
        });
        const isEntry =
          !callable.fn.scope.closesOver &&
          !callable.self?.refs.length &&
          callback.params.every((param) => param.from === undefined);
        if (isEntry && !isContinuation(callback, frame)) {
          machine.registerEntry(callable.fn, params);
          frame.entry.dependsOn.add(callable.fn);
          continue;
        }
        const args = params.map(
          (value): ArgValue => ({ value, expr: undefined, name: undefined, spread: undefined }),
        );
        const value = machine.callCallable(callable, undefined, args, { node, frame });
        result = result ? join(result, value) : value;
      }
      if (arg.callables.length === 0 && callback.returnsTo !== undefined) {
        const value = passedOn(machine, arg, callback, invocation);
        result = result ? join(result, value) : value;
      }
    }
  }
  return result;
}

/** What a function makes of what it is called with when its code is not seen: `list.map(Number)`, `list.map(decode)`. */
function passedOn(
  machine: Machine,
  fn: Value,
  callback: Model['callbacks'][number],
  invocation: Invocation,
): Value {
  const args = callback.params.map((param): ArgValue => {
    const value = param.from === undefined ? unknown : placeValue(machine, param.from, invocation);
    return { value, expr: undefined, name: undefined, spread: undefined };
  });
  const { site } = invocation;
  return machine.call(fn, undefined, {
    site,
    receiver: undefined,
    receiverExpr: undefined,
    args,
    isNew: false,
  });
}

/** `connect(url, (error, client) => { db = client })` while a module is loaded: the rest of the module's loading. */
function isContinuation(callback: Model['callbacks'][number], frame: Frame): boolean {
  const [first] = callback.params;
  const isError = first !== undefined && first.type === undefined && first.source === undefined;
  return isError && frame.entry.fn.ir.index === 0;
}

/** A handler whose names say that what is usually passed first comes later: `(error, request, response, next)`. */
function isShifted(
  machine: Machine,
  fn: LinkedFunction,
  own: readonly Value[],
  first: string | undefined,
): boolean {
  if (first === undefined) return false;
  const at = fn.ir.params.findIndex((param, i) => {
    const written = param.type && machine.project.typeOf(param.type, fn.module);
    const api = own[i]?.api ?? (typeof written === 'string' ? written : undefined);
    return api !== undefined && machine.catalog.isA(api, first);
  });
  return at > 0;
}

/** The value itself, and functions in a list of it: `app.get(path, [check, handler])`. */
function handlersIn(machine: Machine, value: Value, invocation: Invocation): readonly Value[] {
  const found = [value];
  for (const id of value.refs) {
    const object = machine.object(id, invocation.site.frame.state);
    for (const item of object?.items ?? []) found.push(item);
    const handler = object?.fields.get('handler');
    if (handler) found.push(handler);
  }
  return found;
}

function placeValue(machine: Machine, text: string, invocation: Invocation): Value {
  const places = machine.places(text);
  return places.map((place) => valueAt(machine, place, invocation) ?? unknown).reduce(join);
}

const newLabel = (origin: Origin): Label => ({
  origin,
  cleared: 0,
  stage: 'data',
  trace:
    origin.kind === 'source' ? step(undefined, 'source', origin.fn, located(origin.fn, origin)) : undefined,
});

/** For which classes what the source gives is safe in itself, whoever chose it: sanitizers of the result. */
function safeFor(model: Model): number {
  let mask = 0;
  for (const { places, row } of model.sanitizers)
    if (places.some((place) => place.base.at === 'return')) mask |= maskOf(row.clears);
  return mask;
}

function applySources(machine: Machine, model: Model, invocation: Invocation, result: Value): Value {
  const { frame, node } = invocation.site;
  let value = result;
  for (const source of model.sources) {
    if (source.when.length > 0 && !holds(machine, source.when, invocation)) continue;
    const origin = machine.origin(source.row.source, source.row.what, frame.fn, node);
    const labels = clearLabels([newLabel(origin)], safeFor(model));
    for (const place of source.places) {
      if (place.base.at === 'return') value = withLabels(value, joinLabels(value.labels, labels));
      else
        writeTo(machine, place, { ...unknown, labels: traced(labels, 'assign', frame.fn, node) }, invocation);
    }
  }
  return value;
}
