import { fieldOf, type SyntaxNode } from '../languages/syntax.ts';
import type { Edit } from './edits.ts';
import { lineEnd } from './imports.ts';
import { type Source, walk } from './source.ts';

/**
 * A small function of the file's own that a fix calls. One of the name that is there is taken for it: its author, or an
 * earlier fix, put it there, and the proof looks at what it does.
 * @param lines the function, for one level of indentation
 */
export function withHelper(
  source: Source,
  at: SyntaxNode,
  name: string,
  lines: (unit: string) => readonly string[],
): Edit[] {
  if (declares(source, name)) return [];
  const text = lines(source.style.indent);
  switch (source.language) {
    case 'java':
      return inClass(source, at, text);
    case 'python':
      return afterImports(source, text);
    case 'javascript':
      return atEnd(source, text);
  }
}

function declares(source: Source, name: string): boolean {
  for (const node of walk(source.root)) {
    if (!/^(?:function_declaration|function_definition|method_declaration)$/.test(node.type)) continue;
    const named = fieldOf(node, 'name');
    if (named && source.textOf(named) === name) return true;
  }
  return false;
}

/** As the last member of the outermost class, which every other one in the file can call into. */
function inClass(source: Source, at: SyntaxNode, lines: readonly string[]): Edit[] {
  let body: SyntaxNode | undefined;
  for (let node: SyntaxNode | undefined = at; node; node = source.parentOf(node)) {
    const isBody = /^(?:class|interface|enum)_body$/.test(node.type);
    if (isBody && /^(?:class|record|interface|enum)_declaration$/.test(source.parentOf(node)?.type ?? ''))
      body = node;
  }
  const { eol, indent } = source.style;
  if (!body) {
    // A compact source file: its methods stand outside of any class.
    const { length } = source.text;
    return [
      {
        at: length,
        end: length,
        text: `${source.text.endsWith('\n') ? '' : eol}${eol}${lines.join(eol)}${eol}`,
      },
    ];
  }
  const [member] = body.children;
  const outer = member ? source.indentationAt(member.at) : indent;
  const close = body.end - 1;
  const lineStart = source.lineStart(close);
  const alone = source.text.slice(lineStart, close).trim() === '';
  const place = alone ? lineStart : close;
  const text = lines.map((line) => (line === '' ? '' : outer + line)).join(eol);
  return [{ at: place, end: place, text: `${alone ? '' : eol}${eol}${text}${eol}` }];
}

function afterImports(source: Source, lines: readonly string[]): Edit[] {
  const { eol } = source.style;
  const text = lines.join(eol);
  const { at, isAfter } = pythonPlaceAfterImports(source);
  const after = eol + eol + eol + text + (hasBlankLine(source, at) ? '' : eol + eol);
  return [{ at, end: at, text: isAfter ? after : text + eol + eol + eol }];
}

/** Whether the line after the one that ends at an offset is empty, or there is none. */
export const hasBlankLine = ({ text }: Source, at: number): boolean =>
  /^\r?\n[ \t]*(?:\r?\n|$)/.test(text.slice(at, at + 200)) || text.slice(at).trim() === '';

/** Where a function or a constant of a Python file goes: after its imports, or before its first statement. */
export function pythonPlaceAfterImports(source: Source): { readonly at: number; readonly isAfter: boolean } {
  const leading = source.root.children.filter(
    ({ type }) => type.startsWith('import') || type === 'future_import_statement',
  );
  const [doc] = source.root.children;
  const isDoc = doc?.type === 'expression_statement' && doc.children[0]?.type === 'string';
  const last = lastLeading(source, leading) ?? (isDoc ? doc : undefined);
  return last
    ? { at: lineEnd(source, last.end), isAfter: true }
    : { at: doc ? source.lineStart(doc.at) : 0, isAfter: false };
}

/** The last of the imports that nothing but imports stand before. */
function lastLeading(source: Source, imports: readonly SyntaxNode[]): SyntaxNode | undefined {
  let last: SyntaxNode | undefined;
  for (const node of source.root.children) {
    const isText = node.type === 'expression_statement' && node.children[0]?.type === 'string';
    if (imports.includes(node)) last = node;
    else if (!isText) break;
  }
  return last;
}

function atEnd(source: Source, lines: readonly string[]): Edit[] {
  const { eol, semicolon } = source.style;
  const text = lines.map((line) => (semicolon === '' ? line.replace(/;$/, '') : line)).join(eol);
  const { length } = source.text;
  const ends = source.text.endsWith('\n');
  return [{ at: length, end: length, text: `${ends ? '' : eol}${eol}${text}${ends ? eol : ''}` }];
}

/** Whether the file is TypeScript, where parameters say their type. */
export const isTyped = (source: Source): boolean => /\.[cm]?tsx?$/.test(source.path);
