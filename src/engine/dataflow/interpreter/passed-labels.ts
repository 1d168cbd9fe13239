import { placesOf } from '../heap/parts.ts';
import { heldLabels, type Labels, wholeLabels } from '../values/labels.ts';
import type { Value } from '../values/values.ts';
import { deepLabels } from './loads.ts';
import type { Frame, Machine } from './machine.ts';

/** Levels of objects in a field that are searched for data. */
const deepest = 3;

/**
 * The labels that go into a call with a value: its own, and those of what its objects hold, of which a callee may take any part.
 */
export function passedLabels(machine: Machine, value: Value, frame: Frame, depth: number): Labels {
  const all = deepLabels(machine, value, frame, depth);
  if (all === value.labels) return all;
  const own = value.labels.length;
  return own === 0
    ? heldIn(machine, value, all, frame)
    : all.flatMap((label, i) =>
        i < own && label === value.labels[i] ? [label] : heldIn(machine, value, [label], frame),
      );
}

/** Labels of what an object holds, with the names of the fields where they are. What all parts hold is in each. */
function heldIn(machine: Machine, { refs }: Value, labels: Labels, frame: Frame): Labels {
  const objects = refs.map((id) => machine.object(id, frame.state)).filter((object) => object !== undefined);
  return labels.flatMap((label) => {
    const lieDeeper = (field: Value): boolean =>
      field.refs.length > 0 &&
      deepLabels(machine, field, frame, deepest).some(({ origin }) => origin === label.origin);
    const places = objects.map((object) => placesOf(object, label, lieDeeper));
    // The first part that is taken is such data.
    if (places.every((place) => place === 'every')) return wholeLabels([label]);
    const names = places.some((place) => place === 'any')
      ? 'any'
      : places.flatMap((place) => (place === 'every' || place === 'any' ? [] : place));
    return heldLabels([label], names);
  });
}
