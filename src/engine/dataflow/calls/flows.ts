import type { Place } from '../../libraries/access-paths.ts';
import type { Model } from '../../libraries/model.ts';
import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import { noteWrite } from '../interpreter/noted-writes.ts';
import { taintInPlace } from '../interpreter/stores.ts';
import { fold } from '../values/constants.ts';
import { dataLabels, joinLabels, type Labels } from '../values/labels.ts';
import { behind } from '../values/path-places.ts';
import { reference, tainted, type Value, withKnown, withLabels } from '../values/values.ts';
import { labelsAt, valueAt } from './places.ts';
import { labelsInto } from './unmodelled.ts';

/** Where the catalog says nothing of flows, a call passes on what went in. */
export function labelsOfResult(machine: Machine, model: Model, path: string, invocation: Invocation): Labels {
  if (model.neutral) return [];
  if (model.flows.length === 0)
    return model.sources.length > 0 ? [] : labelsInto(machine, model, path, invocation);
  let labels: Labels = [];
  for (const flow of model.flows) {
    for (const from of flow.from) {
      const incoming = labelsAt(machine, from, invocation);
      const value = valueAt(machine, from, invocation);
      for (const to of flow.to) {
        if (to.base.at === 'return') labels = joinLabels(labels, incoming);
        else if (value) writeTo(machine, to, withLabels(value, incoming), invocation, isAppended(from));
      }
    }
  }
  return labels;
}

/** Only what is the first argument goes to the end of what is there: what is inserted or changed may come to stand before it. */
const isAppended = ({ base, fields }: Place): boolean =>
  base.at === 'argument' && base.index === 0 && !base.andAfter && fields.length === 0;

/** A flow into the receiver or an argument: what the object holds from now on. */
export function writeTo(
  machine: Machine,
  to: Place,
  value: Value,
  invocation: Invocation,
  appended = false,
): void {
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
      machine.writeField(reference(id), field, value, frame, invocation.site.node);
      continue;
    }
    const folded = appended ? extended(object.content, value) : undefined;
    const added = dataLabels(value.labels);
    const own = appended && object.content ? behind(object.content, added) : added;
    const labels = joinLabels(object.content?.labels ?? [], own);
    frame.state.heap.set(id, { ...object, content: withKnown(tainted(labels), folded) });
  }
}

const extended = (content: Value | undefined, value: Value) =>
  content ? fold('+', content, value)?.value.known : value.known;

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
