import type { PendingHit, Summary } from '../interpreter/machine.ts';
import type { Label, Trace } from '../values/labels.ts';
import { prefixOf, type Value } from '../values/values.ts';

/**
 * A text that is equal for summaries that mean the same to callers. Where it is, what rests on the summary need not be
 * analysed again after an edit.
 */
export function digestOf(summary: Summary): string {
  return [
    ofValue(summary.result),
    summary.usesObjects,
    summary.writesSelf,
    summary.asksSelf,
    summary.returnsObjects,
    summary.returnsFunctions,
    summary.leaves,
    summary.deciding,
    ...summary.thrown.map(ofValue),
    ...summary.pending.map(ofPending),
  ].join('\n');
}

const ofValue = (value: Value): string =>
  [
    value.api,
    value.cls?.ir.qualifiedName,
    value.known?.kind,
    value.known?.kind === 'exact' ? typeof value.known.value : '',
    String(value.known?.kind === 'exact' ? value.known.value : prefixOf(value)),
    ...value.labels.map(ofLabel),
  ].join('|');

const ofPending = (hit: PendingHit): string =>
  [
    hit.vulnClass,
    hit.fn.key,
    hit.at,
    hit.end,
    Object.values(hit.sink).join(' '),
    hit.message,
    hit.variant,
    hit.confidence,
    hit.score,
    hit.judgedBy,
    hit.despite,
    hit.unless,
    hit.built,
    ofLabel(hit.label),
    hit.object ? ofLabel(hit.object) : '',
  ].join('|');

function ofLabel(label: Label): string {
  const { origin } = label;
  const from =
    origin.kind === 'parameter'
      ? `#${origin.index}`
      : `${origin.source.threatModel} ${origin.source.what} ${ofPlace(origin)}`;
  return `${from}/${label.cleared.key}-${label.restored.key}/${label.stage}/${label.merging.key}/${ofTrace(label.trace)}`;
}

const ofPlace = ({ fn, at, end }: Pick<Trace, 'fn' | 'at' | 'end'>): string => `${fn.key}@${at}-${end}`;

function ofTrace(trace: Trace | undefined): string {
  const steps: string[] = [];
  for (let step = trace; step; step = step.previous) steps.push(`${step.kind} ${step.name} ${ofPlace(step)}`);
  return steps.join('<');
}
