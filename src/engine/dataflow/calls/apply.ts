import type { Model } from '../../libraries/model.ts';
import { pathClasses } from '../guards/barriers.ts';
import { applyContainer } from '../heap/containers.ts';
import { emptyObject } from '../heap/heap.ts';
import { holds } from '../interpreter/conditions.ts';
import { typesOf } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { reportExpensivePattern, reportMisuses, reportSinks } from '../report/reports.ts';
import { clearLabels, joinLabels, type Labels, restoreLabels } from '../values/labels.ts';
import { patternValue } from '../values/literals.ts';
import { bitOf, maskOf, noClass, withFacts } from '../values/masks.ts';
import { placedIn } from '../values/path-places.ts';
import { clearedBySearch, foundBy } from '../values/pattern-results.ts';
import { anchor } from '../values/positions.ts';
import { isStrippedOfWays, isWayDown, labelsBelow, rootOf } from '../values/rooted-paths.ts';
import { knownText } from '../values/text.ts';
import {
  constant,
  exact,
  join,
  ofApi,
  ofKnown,
  prefixOf,
  reference,
  tainted,
  type Value,
  withApi,
  withKnown,
} from '../values/values.ts';
import { applyCallbacks } from './callbacks.ts';
import { labelsOfResult } from './flows.ts';
import { labelsAt } from './places.ts';
import { renderTemplates } from './renders.ts';
import { applySources } from './sources.ts';
import { readStored, storeArguments } from './stored-calls.ts';
import { runStatement } from './stored-columns.ts';

/** What the catalog says a call (or a property's reading or writing) does. */
export function applyModel(machine: Machine, model: Model, path: string, invocation: Invocation): Value {
  if (isRead(invocation) && isFunction(model)) return ofApi(path);
  if (model.writes.length > 0) storeArguments(machine, model, invocation);
  reportSinks(machine, model, path, invocation);
  reportMisuses(machine, model, path, invocation);
  reportExpensivePattern(machine, path, invocation);
  const functions = renderTemplates(machine, model, invocation);
  if (functions) return functions;
  if (model.never && !isRead(invocation)) invocation.site.frame.stopped = true;
  const op = model.container?.op;
  const called =
    op !== undefined && callers.has(op) ? undefined : applyCallbacks(machine, model, path, invocation);
  // What the function of `orElseThrow` makes is thrown.
  const returned = op === 'next' ? undefined : called;
  let result = resultOf(machine, model, path, invocation);
  if (returned) result = join(result, returned);
  result = becomeOther(machine, model, invocation, result);
  if (model.reads.length + model.writes.length > 0) result = readStored(machine, model, invocation, result);
  if (model.sinks.length > 0) result = runStatement(machine, model, invocation, result);
  const sources = isRead(invocation) ? model.sources : [...model.sources, ...model.results];
  return applySources(machine, model, sources, invocation, result, isGuess(machine, path));
}

/**
 * Operations that call, or keep, what they are given as it says, with its own arguments; a test only chooses: what it gives is no
 * part of what passes it.
 */
const callers: ReadonlySet<string> = new Set(['filter', 'run', 'bind', 'apply', 'callBound']);

/** `request.query` of what is a request by its name alone. */
const isGuess = ({ catalog: { guesses } }: Machine, path: string): boolean =>
  guesses.size > 0 && guesses.has(path.slice(0, path.lastIndexOf('.')));

const isBare = (invocation: Invocation): boolean =>
  invocation.receiver === undefined && invocation.args.length === 0 && !invocation.isNew;

/** `const { promisify } = require('util')`: the function is named here, to be called elsewhere. */
const isRead = (invocation: Invocation): boolean =>
  isBare(invocation) && !('k' in invocation.site.node && invocation.site.node.k === 'call');

/** A method that is only named stays what it is: `database.all.bind(database)`. */
const isFunction = ({ sinks, callbacks, sources, type }: Model): boolean =>
  sinks.length > 0 && (callbacks.length > 0 || (sources.length === 0 && type !== undefined));

/** A call that makes its receiver something else, or a constructor its object: what was unsafe is configured. */
function becomeOther(machine: Machine, model: Model, invocation: Invocation, made: Value): Value {
  const { receiverExpr } = invocation;
  const { frame, node } = invocation.site;
  const other = model.becomes.find(({ when }) => holds(machine, when, invocation))?.row.type;
  if (other === undefined) return made;
  if (frame.fn.module.semantics.classes.areCalled && model.type !== undefined) return withApi(made, other);
  const receiver = invocation.isNew ? made : invocation.receiver;
  if (!receiver) return made;
  // A step of a chain gives the next one, which is what the receiver has become.
  const next = made.api === receiver.api ? made.refs : [];
  for (const id of [...receiver.refs, ...next]) {
    const object = machine.object(id, frame.state);
    if (object) frame.state.heap.set(id, { ...object, state: other });
  }
  if (receiver.refs.length > 0) return made;
  if (receiverExpr?.k === 'var' || receiverExpr?.k === 'field')
    machine.assign(receiverExpr, withApi(receiver, other), frame, node);
  // `response.type('text').send(…)`: the call gives the receiver back.
  return made.api === receiver.api ? withApi(made, other) : made;
}

/** Operations whose result is a new collection, of the kind that the catalog says. */
const listing: ReadonlySet<string> = new Set(['values', 'keys', 'entries', 'copy', 'same']);

function resultOf(machine: Machine, model: Model, path: string, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const type = model.types.find(({ when }) => holds(machine, when, invocation))?.row.type ?? model.type;
  if (model.constant) return constant(model.constant.value);
  if (model.container && isRead(invocation)) return ofApi(path);
  if (model.container) {
    const { op, skip } = model.container;
    const own = skip === undefined ? invocation : { ...invocation, args: invocation.args.slice(skip) };
    const value = applyContainer(machine, op, path, own);
    const says = type !== undefined && (value.api === undefined || listing.has(model.container.op));
    return says ? withApi(value, type) : value;
  }
  const pattern = compiledPattern(machine, type ?? path, invocation);
  if (pattern) return pattern;
  const isProperty = isBare(invocation);
  let labels = labelsOfResult(machine, model, path, invocation);
  const found = foundBy(machine, path, invocation, labels);
  if (found) return found;
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
    let mask = noClass;
    for (const sanitizer of sanitizers) mask = mask.or(maskOf(sanitizer.row.clears));
    labels = labelsBelow(machine, path, invocation) ?? clearLabels(labels, mask);
  }
  if (model.restores.length > 0) labels = restoreLabels(labels, withFacts(maskOf(model.restores)));
  // An absolute path stays one.
  if (isStrippedOfWays(machine, path, invocation)) labels = clearLabels(labels, bitOf('no-way-up'));
  if (isWayDown(path, invocation)) labels = clearLabels(labels, pathClasses());
  const searched = labels.length > 0 ? clearedBySearch(machine, path, invocation) : noClass;
  if (searched !== noClass) labels = clearLabels(labels, searched);
  labels = placedIn(machine, path, invocation, labels);
  const api =
    type ?? (invocation.isNew ? path : machine.catalog.knows(path) && isProperty ? path : undefined);
  const { receiver } = invocation;
  if (receiver && api !== undefined && isFluent(model) && typesOf(machine, receiver, frame).includes(api))
    return receiver;
  if (invocation.isNew || isInstance(machine, api)) {
    const text = textOf(invocation, api !== undefined && machine.catalog.isTemplate(api));
    const made = { fn: frame.fn, ...anchor(frame.fn, node) };
    const content = labels.length > 0 ? withKnown(tainted(labels), text?.known) : text;
    const id = machine.allocate({ ...emptyObject, api, content, open: true, made }, frame, node);
    return reference(id, api);
  }
  const beginning = model.begins ?? rootOf(path, invocation);
  const begins = beginning === '' ? undefined : ({ kind: 'prefix', text: beginning } as const);
  const known = begins ?? knownText(path, invocation, contentOf(machine, invocation));
  return withApi(withKnown(tainted(labels), known), api);
}

/** `builder.append(x)` gives the builder itself, so that the next call of the chain fills the same one. */
const isFluent = (model: Model): boolean =>
  model.flows.some(({ to }) => to.some((place) => place.base.at === 'receiver')) &&
  model.flows.some(
    ({ from, to }) =>
      from.some((place) => place.base.at === 'receiver') && to.some((place) => place.base.at === 'return'),
  );

/** Builders and streams hold text: they are objects, so that what is appended stays in them. Templates hold their name. */
const isInstance = (machine: Machine, api: string | undefined): boolean =>
  api !== undefined && (machine.catalog.hasReceiverFlow(api) || machine.catalog.isTemplate(api));

/** How the text begins that was put together in the receiver, where it is one object. */
function contentOf(machine: Machine, { receiver, site }: Invocation): string | undefined {
  const [id, ...others] = receiver?.refs ?? [];
  if (id === undefined || others.length > 0) return undefined;
  const content = machine.object(id, site.frame.state)?.content;
  return content && prefixOf(content);
}

/** What an object is made of: its only argument, or the name in front of others. */
const textOf = ({ args }: Invocation, isName: boolean): Value | undefined => {
  const first = args[0]?.value;
  return first?.known && (isName || args.length === 1) ? ofKnown(first.known) : undefined;
};

/** Types of objects that hold a pattern. */
const patternTypes: ReadonlySet<string> = new Set(['RegExp', 're.Pattern', 'java.util.regex.Pattern']);

function compiledPattern(machine: Machine, type: string, invocation: Invocation): Value | undefined {
  if (!patternTypes.has(type) && !machine.project.hooks.patternCheck.includes(type)) return undefined;
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
