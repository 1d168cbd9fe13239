import type { FunctionIR, ModuleIR, Stmt } from '../../ir/ir.ts';
import { isMarkup } from '../../languages/registry.ts';

/** A file's text without the bodies of its functions: what it declares. */
export interface Outline {
  /** Bodies that are cut out, in order: `[from, to)` in the file's text. */
  readonly cuts: readonly { readonly from: number; readonly to: number }[];
  /** What is left, with the functions' keys: equal outlines declare the same things. */
  readonly text: string;
}

export function outlineOf(ir: ModuleIR, text: string): Outline {
  // Around a mistake of the syntax, what is declared may stand where a body seems to be.
  if (ir.syntaxErrors > 0) return { cuts: [], text };
  // What markup stands for may declare anything.
  if (isMarkup(ir.language)) return { cuts: [], text };
  // Statements outside of any class are put into a function that may have classes between them.
  const declared = ir.classes.flatMap((cls) => (cls.parent === 0 ? [cls.at] : []));
  const bodies = ir.functions
    .filter((fn) => fn.parent === 0 && isWritten(fn))
    .map((fn) => bodyRange(fn, text))
    .filter(({ from, to }) => !declared.some((at) => at > from && at < to))
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

/** What is made up for others, such as accessors, begins with its first statement and has no body of its own. */
function isWritten(fn: FunctionIR): boolean {
  const first = firstWritten(fn);
  return first !== undefined && first.at > fn.at;
}

/** Variables that a lowering declares ahead of a body (of patterns, of `this`) stand where the function does and have no text. */
const firstWritten = ({ body }: FunctionIR): Stmt | undefined => body.find(({ at, end }) => end > at);

/** From what opens the body to the function's end: the first statement may stand lower in the tree than its text begins. */
function bodyRange(fn: FunctionIR, text: string): { from: number; to: number } {
  const first = firstWritten(fn)?.at ?? fn.end;
  const head = Math.max(fn.at, fn.nameAt, fn.params.at(-1)?.end ?? fn.at);
  const between = text.slice(head, first + 1);
  const opening = Math.max(between.lastIndexOf('{'), between.lastIndexOf(':'));
  return { from: opening >= 0 ? head + opening + 1 : first, to: fn.end };
}
