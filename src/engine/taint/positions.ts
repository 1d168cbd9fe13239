import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import type { LinkedFunction, LinkedModule } from './project.ts';

/**
 * Positions that outlive edits. Results are kept while the code that they rest on stays the same, though what stands
 * above it may move; so they hold places relative to their function. What stands in a module itself is placed in the
 * module's outline: its text without the bodies of its functions.
 */
export interface Outline {
  /** Bodies that are cut out, in order: `[from, to)` in the file's text. */
  readonly cuts: readonly { readonly from: number; readonly to: number }[];
  /** What is left, with the functions' keys: equal outlines declare the same things. */
  readonly text: string;
}

export function outlineOf(ir: ModuleIR, text: string): Outline {
  const bodies = ir.functions
    .filter((fn) => fn.parent === 0 && fn.body.length > 0)
    .map((fn) => bodyRange(fn, text))
    .toSorted((a, b) => a.from - b.from);
  const cuts: { from: number; to: number }[] = [];
  const parts: string[] = [];
  let end = 0;
  for (const body of bodies) {
    if (body.from < end) continue;
    cuts.push(body);
    parts.push(text.slice(end, body.from));
    end = body.to;
  }
  parts.push(text.slice(end));
  return { cuts, text: parts.join('\u0000') };
}

/** From what opens the body to the function's end: the first statement may stand lower in the tree than its text begins. */
function bodyRange(fn: FunctionIR, text: string): { from: number; to: number } {
  const first = fn.body[0]?.at ?? fn.end;
  const head = Math.max(fn.at, fn.nameAt, fn.params.at(-1)?.end ?? fn.at);
  const opening = Math.max(text.lastIndexOf('{', first), text.lastIndexOf(':', first));
  return { from: opening >= head ? opening + 1 : first, to: fn.end };
}

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
