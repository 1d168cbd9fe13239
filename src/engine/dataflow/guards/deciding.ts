import type { Param } from '../../ir/ir.ts';
import type { Frame } from '../interpreter/machine.ts';
import { exact, type Value } from '../values/values.ts';

/** The bit of a parameter in a mask of parameters; those past the thirtieth share one. */
const bitOfParameter = (index: number): number => (index < 0 ? 0 : 1 << Math.min(index, 30));

/** Notes that a value decides a branch or a check: where a parameter does, callers that pass a constant are looked at. */
export function noteDeciding(frame: Frame, value: Value): void {
  for (const { origin } of value.labels) {
    if (origin.kind === 'parameter') frame.entry.deciding |= bitOfParameter(origin.index);
  }
}

/** Whether a call gives a constant, or the known beginning of a text, for a parameter that decides; its default too. */
export const decides = (
  deciding: number,
  args: readonly (Value | undefined)[],
  params: readonly Param[],
): boolean =>
  deciding !== 0 &&
  params.some((param, i) => {
    if ((deciding & bitOfParameter(i)) === 0) return false;
    const arg = args[i];
    if (!arg) return param.default?.k === 'const';
    return arg.known?.kind === 'prefix' || exact(arg)?.value !== undefined;
  });
