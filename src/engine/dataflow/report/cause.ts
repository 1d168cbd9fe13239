import type { Hit } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import type { Trace } from '../values/labels.ts';
import { located } from '../values/positions.ts';

/** What is read of a source: fields, elements, and a call that names one: `.body.name`, `["name"]`, `.get('name')`. */
const read =
  /^(?:\s{0,20}\??\.\s{0,20}[\w$]{1,80}|\(\s{0,9}(["'])[^"'\n]{0,80}\1[^()\n]{0,80}\)|\[\s{0,9}(["'])[^"'\n]{0,80}\2\s{0,9}\])+/;

/**
 * Returns what hits of one cause have in common: the rule, the function of the sink, and the value, as it came into that
 * function. One guard there makes all of them safe. Values that came in at other places, or as other parts of a request, are
 * other causes: one guard would not do for them.
 */
export function causeOf(hit: Hit, ruleId: string): string {
  const steps: Trace[] = [];
  for (let trace = hit.label?.trace; trace; trace = trace.previous) steps.unshift(trace);
  let own = steps.length;
  while (own > 0 && steps[own - 1]?.fn === hit.fn) own--;
  const before = steps[own - 1];
  const first = steps[own];
  const kept = first?.kind === 'assign' ? first : steps[own + 1];
  const value = before
    ? [...originOf(hit), ...placeOf(before), ...(first?.kind === 'return' ? placeOf(first) : [])]
    : [first ? textOf(first) : ''];
  const name = kept?.kind === 'assign' ? kept.name : '';
  return JSON.stringify([ruleId, hit.fn.key, ...value, name]);
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
