import type { Hit } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import type { StepKind, Trace } from '../values/labels.ts';
import { located } from '../values/positions.ts';

/** What is read of a source: fields, elements, and a call that names one: `.body.name`, `["name"]`, `.get('name')`. */
const read =
  /^(?:\s{0,20}\??\.\s{0,20}[\w$]{1,80}|\(\s{0,9}(["'])[^"'\n]{0,80}\1[^()\n]{0,80}\)|\[\s{0,9}(["'])[^"'\n]{0,80}\2\s{0,9}\])+/;

/**
 * Returns what hits of one cause have in common: the rule and the value that one guard would make safe for all of them. That is
 * the value as it was kept in a field that the sinks of a file find it in, as it was put together before it was passed on, or
 * as it came into the function of the sink. Values that came in at other places, or as other parts of a request, are other
 * causes: one guard would not do for them.
 */
export function causeOf(hit: Hit, ruleId: string): string {
  const steps: Trace[] = [];
  for (let trace = hit.label?.trace; trace; trace = trace.previous) steps.unshift(trace);
  let own = steps.length;
  while (own > 0 && steps[own - 1]?.fn === hit.fn) own--;
  const kept = keptBefore(steps.slice(0, own), steps[own]?.kind, hit.fn);
  if (kept)
    return JSON.stringify([ruleId, 'kept', hit.fn.module.ir.path, ...originOf(hit), ...placeOf(kept)]);
  const built = steps.slice(0, own).findLast(isPutTogether);
  if (built) return JSON.stringify([ruleId, 'built', ...originOf(hit), ...placeOf(built)]);
  const before = steps[own - 1];
  const first = steps[own];
  const named = first?.kind === 'assign' ? first : steps[own + 1];
  const value = before
    ? [...originOf(hit), ...placeOf(before), ...(first?.kind === 'return' ? placeOf(first) : [])]
    : [first ? textOf(first) : ''];
  const name = named?.kind === 'assign' ? named.name : '';
  return JSON.stringify([ruleId, hit.fn.key, ...value, name]);
}

/** The step after which another function finds the data without being passed it: what is kept in a field is one value. */
function keptBefore(
  steps: readonly Trace[],
  then: StepKind | undefined,
  last: LinkedFunction,
): Trace | undefined {
  return steps.find((step, i) => {
    const { fn, kind } = steps[i + 1] ?? { fn: last, kind: then };
    const isHandedOver = step.kind === 'argument' || step.kind === 'within' || kind === 'return';
    return step.fn !== fn && !isHandedOver && !isAround(step.fn, fn);
  });
}

/** What a function captures of one around it stays where it is. */
const isAround = (outer: LinkedFunction, inner: LinkedFunction): boolean =>
  outer.module === inner.module && outer.ir.at <= inner.ir.at && inner.ir.end <= outer.ir.end;

/** Text or a path that is made of several parts, as it is written. */
const together =
  /[^+=!<>-]\+[^+=]|[^\w\s]\s*\/\s*[\w(]|\bf["']|\$\{|["']\s*%|\b(?:join|format|concat|resolve|joinpath)\s*\(/;

/** Whether a step keeps what was put together there. */
function isPutTogether(step: Trace): boolean {
  if (step.kind !== 'assign' || step.previous === undefined) return false;
  const { module } = step.fn;
  const { at, end } = located(step.fn, step);
  return together.test(module.text.slice(module.text.lastIndexOf('\n', at) + 1, end));
}

/** Two parts of an object that is passed are two values. */
function originOf({ label }: Hit): readonly (string | number)[] {
  return label?.origin.kind === 'source' ? placeOf(label.origin) : [];
}

/** The place in characters from the beginning of its function, which line ends of Windows do not count for. */
function placeOf(anchored: Anchored): readonly (string | number)[] {
  const { fn } = anchored;
  const before = fn.module.text.slice(fn.ir.at, located(fn, anchored).at);
  return [fn.key, before.replaceAll('\r', '').length];
}

interface Anchored {
  readonly fn: LinkedFunction;
  readonly at: number;
  readonly end: number;
}

/** The source with what is read of it, by which the same value is known again where it is read twice. */
function textOf(anchored: Anchored): string {
  const { text } = anchored.fn.module;
  const { at, end } = located(anchored.fn, anchored);
  return (text.slice(at, end) + (read.exec(text.slice(end, end + 400))?.[0] ?? '')).replaceAll('\r', '');
}
