/** String literals of source code, outside of comments, by one pass of a lexer; no parse, so that any language will do. */

export interface Literal {
  /** As written between the quotes. */
  readonly text: string;
  /** Where the text begins in the file. */
  readonly start: number;
  /** The code just before the opening quote, at most 120 characters of its line and the line above. */
  readonly before: string;
}

type Family = 'c' | 'python' | 'hash' | 'shell' | 'notebook';

/**
 * Comments and literals of each family, comments first; a literal's text is the one group that took part. What may span
 * lines and is not closed goes on to the end of the file, and a quote after a
 * backslash begins nothing, so that no text is gone through again and again.
 */
const lexers: Readonly<Record<Family, RegExp>> = {
  c: /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*$)|"""([\s\S]*?)(?:"""|$)|(?<!\\)"((?:\\.|[^"\\\n])*)"|(?<!\\)'((?:\\.|[^'\\\n])*)'|`((?:\\[\s\S]?|[^`\\])*)(?:`|$)/dg,
  python:
    /#[^\n]*|"""((?:\\[\s\S]?|[^\\])*?)(?:"""|$)|'''((?:\\[\s\S]?|[^\\])*?)(?:'''|$)|(?<!\\)"((?:\\.|[^"\\\n])*)"|(?<!\\)'((?:\\.|[^'\\\n])*)'/dg,
  hash: /(?<=^|\s)#[^\n]*|"((?:\\[\s\S]?|[^"\\])*)(?:"|$)|(?<!\\)'((?:\\.|[^'\\\n])*)'/dg,
  // Words need no quotes there.
  shell:
    /(?<=^|\s)#[^\n]*|"((?:\\[\s\S]?|[^"\\])*)(?:"|$)|(?<!\\)'((?:\\.|[^'\\\n])*)'|(?<=[\s=])(https?:\/\/[^\s"'`|;&()<>]+)/dg,
  // Cells are JSON texts with code in them: the quotes that count are escaped, or single ones.
  notebook: /\\"((?:[^"\\\n]|\\(?!["n]))*)\\"|'([^'\\\n]*)'/dg,
};

function familyOf(path: string): Family {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (extension === 'ipynb') return 'notebook';
  if (/^pyw?$/.test(extension)) return 'python';
  if (/^(?:sh|bash|zsh|ps1)$/.test(extension)) return 'shell';
  return /^(?:rb|ex|exs|lua)$/.test(extension) ? 'hash' : 'c';
}

/** Every literal of a source file, in order. */
export function* literalsOf(path: string, text: string): Generator<Literal> {
  for (const match of text.matchAll(lexers[familyOf(path)])) {
    const group = match.indices?.slice(1).find((each) => each !== undefined);
    if (!group) continue;
    const [start, end] = group;
    yield {
      text: text.slice(start, end),
      start,
      before: linesBefore(text, match.index),
    };
  }
}

/** Characters before a literal that are looked at. */
const context = 120;

function linesBefore(text: string, end: number): string {
  const near = text.slice(Math.max(0, end - context), end);
  const line = near.lastIndexOf('\n');
  return near.slice(near.lastIndexOf('\n', Math.max(0, line - 1)) + 1);
}
