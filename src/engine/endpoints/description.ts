import type { FunctionIR } from '../ir/ir.ts';
import { decoratorArgs } from '../ir/walk.ts';
import { named, textsOf } from '../routes/constant-text.ts';

const maximumCharacters = 500;
/** Characters before a function in which its comment begins. */
const before = 4_000;

/** What the code says a handler does: a summary of its API description, a docstring, or the comment in front of it. */
export function descriptionOf(fn: FunctionIR | undefined, text: string): string {
  if (!fn) return '';
  const summary = fn.decorators
    .flatMap((decorator) => {
      const args = decoratorArgs(decorator);
      return [named(args, 'summary'), named(args, 'description')].flatMap((value) => textsOf(value));
    })
    .find((one) => one.trim() !== '');
  return tidy(summary ?? docstring(fn, text) ?? comment(fn, text) ?? '');
}

function docstring(fn: FunctionIR, text: string): string | undefined {
  const head = text.slice(fn.at, Math.min(fn.end, fn.at + before));
  const found = /:[^\S\n]{0,20}\n\s{1,200}[rRuU]?("""|''')/.exec(head);
  if (!found?.[1]) return undefined;
  const from = found.index + found[0].length;
  // Only where the function's body begins with it.
  const isFirst = (fn.body[0]?.at ?? fn.end) >= fn.at + found.index;
  const end = head.indexOf(found[1], from);
  return isFirst && end > from ? head.slice(from, end) : undefined;
}

/** The documentation comment that ends right before the function or its decorators. */
function comment(fn: FunctionIR, text: string): string | undefined {
  const at = Math.min(fn.at, ...fn.decorators.map((decorator) => decorator.at));
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const head = text.slice(Math.max(0, line - before), line).trimEnd();
  if (!head.endsWith('*/')) return undefined;
  const start = head.lastIndexOf('/**');
  return start < 0 ? undefined : head.slice(start + 3, -2).replaceAll(/^[ \t]{0,40}\*+ ?/gm, '');
}

/** The first paragraph before tags, in one line. */
function tidy(text: string): string {
  const [paragraph = ''] = text.trim().split(/\n\s{0,99}(?:\n|@\w)/, 1);
  return paragraph.replaceAll(/\s+/g, ' ').trim().slice(0, maximumCharacters);
}
