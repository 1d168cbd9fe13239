import type { LinkedFunction, LinkedModule } from '../names/linking.ts';

/**
 * Positions that outlive edits. Results are kept while the code that they rest on stays the same, though what stands
 * above it may move; so they hold places relative to their function. What stands in a module itself is placed in the
 * module's outline: its text without the bodies of its functions.
 */
interface Place {
  readonly at: number;
  readonly end: number;
}

/** The place of a node relative to the function that it stands in. */
export function anchor(fn: LinkedFunction, node: Place): Place {
  if (fn.ir.index === 0)
    return { at: intoOutline(fn.module, node.at), end: intoOutline(fn.module, node.end) };
  return { at: node.at - fn.ir.at, end: node.end - fn.ir.at };
}

/** Where an anchored place is in the file's text now. */
export function located(fn: LinkedFunction, place: Place): Place {
  if (fn.ir.index === 0)
    return { at: outOfOutline(fn.module, place.at), end: outOfOutline(fn.module, place.end) };
  return { at: place.at + fn.ir.at, end: place.end + fn.ir.at };
}

function intoOutline(module: LinkedModule, offset: number): number {
  let cut = 0;
  for (const { from, to } of module.outline.cuts) {
    if (to > offset) break;
    cut += to - from;
  }
  return offset - cut;
}

function outOfOutline(module: LinkedModule, offset: number): number {
  let result = offset;
  for (const { from, to } of module.outline.cuts) {
    if (from >= result) break;
    result += to - from;
  }
  return result;
}
