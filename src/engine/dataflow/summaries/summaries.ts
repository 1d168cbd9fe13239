import { deepLabels } from '../interpreter/loads.ts';
import type { CallSite, Frame, Machine, PendingHit, Summary } from '../interpreter/machine.ts';
import { passedLabels } from '../interpreter/passed-labels.ts';
import { noteThrown } from '../interpreter/thrown.ts';
import type { LinkedFunction } from '../names/linking.ts';
import {
  continueLabel,
  heldLabels,
  joinLabels,
  type Label,
  type Labels,
  noLabels,
  traced,
} from '../values/labels.ts';
import { bitOf } from '../values/masks.ts';
import { tainted, type Value, withLabels } from '../values/values.ts';

/** The result of a call that is not looked into: it may be anything that went in. */
export function passThrough(
  machine: Machine,
  self: Value,
  args: readonly (Value | undefined)[],
  frame: Frame,
): Value {
  let labels: Labels = self.labels;
  for (const arg of args) if (arg) labels = joinLabels(labels, deepLabels(machine, arg, frame, 1));
  return tainted(heldLabels(labels, 'any'));
}

/** Puts the caller's labels in the place of the parameters'. */
export function applySummary(
  machine: Machine,
  summary: Summary,
  fn: LinkedFunction,
  self: Value,
  args: readonly (Value | undefined)[],
  site: CallSite,
): Value {
  const { result, pending, thrown } = summary;
  if (pending.length === 0 && result.labels.length === 0 && thrown.length === 0) return result;
  const { frame, node } = site;
  // What a summary holds is gone through one by one.
  frame.entry.steps += pending.length >> 3;
  // The receiver's come first.
  const labelsOf: (Labels | undefined)[] = [];
  const incoming = (index: number): Labels => {
    let labels = labelsOf[index + 1];
    if (!labels) {
      const value = index < 0 ? self : args[index];
      labels = value
        ? traced(
            passedLabels(machine, value, frame, index < 0 ? 0 : 2),
            'argument',
            frame.fn,
            node,
            fn.ir.name,
          )
        : [];
      labelsOf[index + 1] = labels;
    }
    return labels;
  };
  for (const hit of pending) reportPending(machine, hit, incoming, frame);
  for (const exception of thrown) {
    const arriving = exception.labels.reduce<Labels>(
      (all, label) => joinLabels(all, substitute(label, incoming)),
      noLabels,
    );
    noteThrown(frame, withLabels(exception, arriving));
  }
  let labels: Labels = [];
  for (const label of result.labels) labels = joinLabels(labels, substitute(label, incoming));
  return withLabels(result, labels);
}

const substitute = (label: Label, incoming: (index: number) => Labels): Labels =>
  label.origin.kind === 'source'
    ? [label]
    : incoming(label.origin.index).map((given) => continueLabel(given, label));

function reportPending(
  machine: Machine,
  hit: PendingHit,
  incoming: (index: number) => Labels,
  { entry }: Frame,
): void {
  const { origin } = hit.label;
  if (!hit.object && origin.kind === 'parameter') {
    for (const given of incoming(origin.index)) machine.pass(hit, given, entry);
    return;
  }
  for (const label of substitute(hit.label, incoming)) {
    if (!hit.object) {
      machine.report({ ...hit, label }, entry);
      continue;
    }
    for (const object of substitute(hit.object, incoming)) {
      if (object.stage !== 'prototype' && object.origin.kind === 'source') continue;
      if (object.cleared.meets(bitOf(hit.vulnClass))) continue;
      const { object: _, ...rest } = hit;
      const done = object.stage === 'prototype' && object.origin.kind === 'source';
      machine.report(done ? { ...rest, label } : { ...rest, label, object }, entry);
    }
  }
}
