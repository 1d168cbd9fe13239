import type { Param } from '../../ir/ir.ts';
import type { ThreatModel } from '../../threat-models.ts';
import { newLabel } from '../calls/sources.ts';
import { checksOfElements, clearedByChecks, clearedByText } from '../guards/checked.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import { clearLabels, type Label, step } from '../values/labels.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { unknown, type Value, withLabels } from '../values/values.ts';

/** A parameter that gets data from outside, as far as its type, its checks and its route leave any. */
export function sourceOf(
  machine: Machine,
  threatModel: ThreatModel,
  what: string,
  fn: LinkedFunction,
  param: Param,
): Value {
  if (machine.project.isScalar(param.type, fn.module)) return unknown;
  const origin = machine.origin({ threatModel, api: undefined, what }, fn, param);
  const label: Label = { ...newLabel(origin), trace: step(undefined, 'source', fn, param) };
  const { checksParameters } = machine.project.hooks;
  const areChecked = checksParameters.every((isLookedAt) => isLookedAt(machine, fn, param));
  const decorators = areChecked ? [...param.decorators, ...checksOfElements(param.type)] : [];
  const cleared = clearedByChecks(machine, { ...param, decorators }, fn.module)
    .or(clearedByOwnRoute(machine, fn, param))
    .or(clearedByText(param.type, fn.module));
  return withLabels(unknown, clearLabels([label], cleared));
}

function clearedByOwnRoute(machine: Machine, fn: LinkedFunction, param: Param): Mask {
  const { routeParameter } = machine.project.hooks;
  return routeParameter.reduce((mask, clearedBy) => mask.or(clearedBy(fn, param)), noClass);
}

/** Types that say for themselves that the program gives the parameter. */
export function isExcepted(machine: Machine, { type }: Param, except: readonly string[]): boolean {
  const { catalog } = machine;
  return type?.candidates.some((name) => except.some((wanted) => catalog.isA(name, wanted))) ?? false;
}

/** What the type that is written for a parameter means. */
export function writtenType(
  machine: Machine,
  { type }: Param,
  module: LinkedModule,
): ReturnType<Machine['project']['typeOf']> | undefined {
  return type && machine.project.typeOf(type, module);
}

/** A type that is written says more than a name. */
export function hasKnownType(machine: Machine, param: Param, module: LinkedModule): boolean {
  const { catalog, project } = machine;
  const type = param.type && project.typeOf(param.type, module);
  return typeof type === 'object' || (typeof type === 'string' && catalog.knows(type));
}

/** How many parameters stand before those that a caller gives. */
export const firstParameter = ({ cls, module, ir }: LinkedFunction): number =>
  cls && module.semantics.classes.selfParameter && !ir.isStatic ? 1 : 0;
