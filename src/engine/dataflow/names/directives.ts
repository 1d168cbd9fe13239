import type { LinkedModule } from './linking.ts';

const exporting =
  /\bexport\s+(?:default\s+)?(?:async\s+)?(?:function|const|let)\s+([\w$]+)|\bexport\s*\{([^{}]*)/g;

/** By module, as all functions of a file are asked about. */
const found = new WeakMap<LinkedModule, { directive: string; text: string; names: ReadonlySet<string> }>();

/** The names that a file exports if it begins with a directive, such as `'use server'`. */
export function exportedUnder(directive: string, module: LinkedModule): ReadonlySet<string> {
  const { text } = module;
  const known = found.get(module);
  if (known?.directive === directive && known.text === text) return known.names;
  const names = new Set(
    beginsWith(directive, text)
      ? [...text.matchAll(exporting)].flatMap(([, name, list = '']) => name ?? list.match(/[\w$]+/g) ?? [])
      : [],
  );
  found.set(module, { directive, text, names });
  return names;
}

/** Whether a quoted directive is the first thing of a file after blanks and comments. */
function beginsWith(directive: string, text: string): boolean {
  // One blank or comment after the other: in one expression their choices multiply.
  const blank = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
  let start = 0;
  while (blank.test(text)) start = blank.lastIndex;
  const quote = text[start];
  return (quote === "'" || quote === '"') && text.startsWith(`${directive}${quote}`, start + 1);
}
