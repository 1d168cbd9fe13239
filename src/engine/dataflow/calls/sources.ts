import { decoratorArgs, dottedName } from '../../ir/walk.ts';
import type { Model } from '../../libraries/model.ts';
import { holds } from '../interpreter/conditions.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { clearLabels, joinLabels, type Label, type Origin, step, traced } from '../values/labels.ts';
import { everyClass, type Mask, maskOf, noClass } from '../values/masks.ts';
import { apart, blurred } from '../values/merging.ts';
import { located } from '../values/positions.ts';
import { join, tainted, type Value, withLabels } from '../values/values.ts';
import { writeTo } from './flows.ts';

export const newLabel = (origin: Origin): Label => ({
  origin,
  cleared: origin.kind === 'source' ? origin.harmless : noClass,
  restored: noClass,
  stage: 'data',
  merging: apart,
  trace:
    origin.kind === 'source' ? step(undefined, 'source', origin.fn, located(origin.fn, origin)) : undefined,
});

/** For which classes what the source gives is safe in itself, whoever chose it: sanitizers of the result. */
function safeFor(machine: Machine, model: Model, invocation: Invocation): Mask {
  let mask = noClass;
  for (const { places, row, when } of model.sanitizers) {
    const isOfResult = places.some((place) => place.base.at === 'return');
    if (isOfResult && (when.length === 0 || holds(machine, when, invocation)))
      mask = mask.or(maskOf(row.clears));
  }
  return mask;
}

export function applySources(
  machine: Machine,
  model: Model,
  sources: Model['sources'],
  invocation: Invocation,
  result: Value,
  isGuess: boolean,
): Value {
  const { frame, node } = invocation.site;
  let value = result;
  for (const source of sources) {
    if (source.when.length > 0 && !holds(machine, source.when, invocation)) continue;
    if (source.row.fixedByRoute && hasOneAddress(frame.fn)) continue;
    const own = machine.project.hooks.givenByProgram
      .map((given) => given(machine, source.row.api, invocation))
      .find((given) => given !== undefined);
    if (own) {
      value = join(value, own);
      continue;
    }
    const origin = machine.origin(
      {
        threatModel: source.row.threatModel,
        api: source.row.api,
        what: isGuess ? `${source.row.what}, as its name suggests,` : source.row.what,
        ...(source.row.alwaysFor && { alwaysFor: source.row.alwaysFor }),
      },
      frame.fn,
      node,
    );
    if (origin.kind === 'source' && origin.harmless.covers(everyClass)) continue;
    const label = newLabel(origin);
    const given = isGuess ? { ...label, merging: blurred(apart) } : label;
    const labels = clearLabels([given], safeFor(machine, model, invocation));
    for (const place of source.places) {
      if (place.base.at === 'return') value = withLabels(value, joinLabels(value.labels, labels));
      else writeTo(machine, place, tainted(traced(labels, 'assign', frame.fn, node)), invocation);
    }
  }
  return value;
}

/** `@app.route('/orders')`: the decorators that name addresses name them wholly. */
function hasOneAddress({ ir: { decorators } }: LinkedFunction): boolean {
  const routes = decorators.filter(({ expr }) =>
    /\.(?:route|get|post|put|patch|delete)$/.test(dottedName(expr) ?? ''),
  );
  return (
    routes.length > 0 &&
    routes.every((route) => {
      const [address] = decoratorArgs(route);
      return (
        address?.value.k === 'const' &&
        typeof address.value.value === 'string' &&
        !/[<{*]/.test(address.value.value)
      );
    })
  );
}
