import type { Frame } from '../interpreter/machine.ts';
import { type Labels, receiverIndex } from './labels.ts';
import type { Value } from './values.ts';

/** Counts a value that came up, if it holds data or refers to objects. */
export function noteInterest(value: Value, { entry, state }: Frame): void {
  if (isData(value.labels)) {
    entry.seen++;
    entry.held++;
    return;
  }
  if (value.refs.length === 0) return;
  entry.seen++;
  for (const id of value.refs) {
    const object = state.heap.get(id);
    if (!object) continue;
    const { content, rest, items } = object;
    if (
      (content && isData(content.labels)) ||
      (rest && isData(rest.labels)) ||
      items?.some((item) => isData(item.labels))
    ) {
      entry.held++;
      return;
    }
  }
}

/** What the function's own object is said to hold is nothing that a guard could look at. */
function isData(labels: Labels): boolean {
  for (const { origin } of labels)
    if (origin.kind === 'source' || origin.index !== receiverIndex) return true;
  return false;
}
