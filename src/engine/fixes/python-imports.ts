import { fieldOf, type SyntaxNode } from '../languages/syntax.ts';
import type { Edit } from './edits.ts';
import { type Imported, lineEnd } from './imports.ts';
import { pythonModules } from './proposed/platform-modules.ts';
import type { Source } from './source.ts';

/** `import module`, or the name under which the file has it. */
export function pythonModule(source: Source, module: string): Imported {
  for (const statement of source.root.children) {
    if (statement.type !== 'import_statement') continue;
    for (const part of statement.children) {
      const name = fieldOf(part, 'name');
      const alias = fieldOf(part, 'alias');
      if (part.type === 'dotted_name' && source.textOf(part) === module) return { name: module, edits: [] };
      if (part.type === 'aliased_import' && name && alias && source.textOf(name) === module)
        return { name: source.textOf(alias), edits: [] };
    }
  }
  return { name: module, edits: [addedPython(source, `import ${module}`)] };
}

/** `from module import name`, or the name under which the file has it. */
export function pythonName(source: Source, module: string, name: string): Imported {
  for (const statement of source.root.children) {
    if (statement.type !== 'import_from_statement') continue;
    const from = fieldOf(statement, 'module_name');
    if (!from || source.textOf(from) !== module) continue;
    for (const part of statement.children) {
      if (part === from) continue;
      const imported = fieldOf(part, 'name');
      const alias = fieldOf(part, 'alias');
      if (part.type === 'dotted_name' && source.textOf(part) === name) return { name, edits: [] };
      if (imported && alias && source.textOf(imported) === name)
        return { name: source.textOf(alias), edits: [] };
    }
  }
  if (isTakenInPython(source, name)) {
    const whole = pythonModule(source, module);
    return { name: `${whole.name}.${name}`, edits: whole.edits };
  }
  return { name, edits: [addedPython(source, `from ${module} import ${name}`)] };
}

/** Whether the file means something else by a name already: an import from elsewhere, a definition, an assignment. */
function isTakenInPython({ text }: Source, name: string): boolean {
  const defined = `(?:(?:async[ \\t]+)?def|class)[ \\t]+${name}\\b`;
  const assigned = `${name}[ \\t]*(?::[^=\\n]+)?=(?!=)`;
  if (new RegExp(`^[ \\t]*(?:${defined}|${assigned})`, 'm').test(text)) return true;
  const named = new RegExp(`\\b${name}\\b[ \\t]*(?:[,)\\r\\n]|$)`);
  const imports = text.matchAll(/^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import\b([ \t]*\([^)]*|[^\n]*)/gm);
  return [...imports].some(([, names = '']) => named.test(names));
}

/** The three groups that PEP 8 has imports in: the standard library, other packages, the project's own by a relative path. */
function groupOf(text: string): number {
  const module = /^(?:from|import)\s+(\.*)([\w]*)/.exec(text);
  if (module?.[1]) return 2;
  return pythonModules.has(module?.[2] ?? '') ? 0 : 1;
}

/** Beside its like: in its group, plain imports before those of names, each kind by the alphabet where the file does so. */
function addedPython(source: Source, text: string): Edit {
  const { eol } = source.style;
  const imports = source.root.children.filter(
    ({ type }) => type.startsWith('import') || type === 'future_import_statement',
  );
  const leading = imports.filter((node) => isLeading(source, node));
  const future = leading.filter(({ type }) => type === 'future_import_statement').at(-1);
  const real = leading.filter(({ type }) => type !== 'future_import_statement');
  const before = (node: SyntaxNode, apart = ''): Edit => ({
    at: node.at,
    end: node.at,
    text: text + eol + apart,
  });
  const after = (node: SyntaxNode, apart = ''): Edit => {
    const at = lineEnd(source, node.end);
    return { at, end: at, text: eol + apart + text };
  };
  const [first] = real;
  if (first) {
    const group = groupOf(text);
    const mates = real.filter((node) => groupOf(source.textOf(node)) === group);
    const isPlain = text.startsWith('import ');
    const kind = mates.filter((node) => (node.type === 'import_statement') === isPlain);
    const next = kind.find((node) => source.textOf(node) > text);
    if (next) return before(next);
    const last = kind.at(-1) ?? (isPlain ? undefined : mates.at(-1));
    if (last) return after(last);
    if (mates[0]) return before(mates[0]);
    const ahead = real.findLast((node) => groupOf(source.textOf(node)) < group);
    return ahead ? after(ahead, eol) : before(first, eol);
  }
  if (future) return { at: lineEnd(source, future.end), end: lineEnd(source, future.end), text: eol + text };
  const [doc] = source.root.children;
  const isDoc = doc?.type === 'expression_statement' && doc.children[0]?.type === 'string';
  if (isDoc) return { at: lineEnd(source, doc.end), end: lineEnd(source, doc.end), text: eol + eol + text };
  const top = doc ? source.lineStart(doc.at) : 0;
  return { at: top, end: top, text: text + eol + eol };
}

/** Imports at the top of the file; one further down serves only what follows. */
function isLeading(source: Source, node: SyntaxNode): boolean {
  const index = source.root.children.indexOf(node);
  return source.root.children
    .slice(0, index)
    .every(
      ({ type, children }) =>
        type.includes('import') ||
        type === 'if_statement' ||
        type === 'try_statement' ||
        (type === 'expression_statement' && children[0]?.type === 'string'),
    );
}
