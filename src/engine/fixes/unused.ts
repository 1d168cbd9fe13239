import { fieldOf, type SyntaxNode } from '../languages/syntax.ts';
import { applyEdits, type Edit } from './edits.ts';
import { javascriptImports } from './imports.ts';
import type { Source } from './source.ts';

/** A name that the file imports, with what has to go for it to go. */
interface ImportedName {
  readonly name: string;
  readonly statement: SyntaxNode;
  /** The part of the statement that brings the name, where others stay. */
  readonly part: SyntaxNode | undefined;
}

/**
 * Adds to a change that imports go which it leaves unused: linters, and compilers that are told to, refuse them.
 * A name that is still mentioned anywhere, in a comment say, stays.
 */
export function withoutUnusedImports(source: Source, edits: readonly Edit[]): readonly Edit[] {
  const after = applyEdits(source.text, edits);
  let result: readonly Edit[] = edits;
  const gone = importedNames(source).filter(({ name, statement }) => {
    const own = mentions(source.textOf(statement), name);
    return mentions(source.text, name) > own && mentions(after, name) === own;
  });
  for (const { statement, part } of gone) {
    const alone =
      part === undefined ||
      gone.filter((one) => one.statement === statement).length === partsOf(source, statement);
    if (!alone && gone.some((one) => one.statement === statement && one.part !== part)) continue;
    result = withRemoval(source, result, alone ? wholeLine(source, statement) : element(source, part));
  }
  return result;
}

const mentions = (text: string, name: string): number =>
  text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0;

const partsOf = (source: Source, statement: SyntaxNode): number =>
  importedNames(source).filter((one) => one.statement === statement).length;

function importedNames(source: Source): ImportedName[] {
  switch (source.language) {
    case 'java':
      return source.root.children.flatMap((statement) => {
        const name =
          statement.type === 'import_declaration'
            ? /^import\s+[\w.]+\.(\w+)\s*;$/.exec(source.textOf(statement))?.[1]
            : undefined;
        return name === undefined ? [] : [{ name, statement, part: undefined }];
      });
    case 'python':
      return /(?:^|\/)__init__\.py$/.test(source.path)
        ? []
        : source.root.children.flatMap((one) => ofPython(source, one));
    case 'javascript': {
      const all = javascriptImports(source);
      return all.flatMap(({ kind, local, node, statement }): readonly ImportedName[] => {
        const count = all.filter((one) => one.statement === statement).length;
        if (kind === 'effect' || local === 'React') return [];
        if (count === 1) return isSole(statement) ? [{ name: local, statement, part: undefined }] : [];
        return kind === 'named' ? [{ name: local, statement, part: node }] : [];
      });
    }
  }
}

/** A declaration of one variable, and no export. */
const isSole = (statement: SyntaxNode): boolean =>
  statement.type === 'import_statement' ||
  statement.children.filter(({ type }) => type === 'variable_declarator').length === 1;

function ofPython(source: Source, statement: SyntaxNode): ImportedName[] {
  if (!/^import(?:_from)?_statement$/.test(statement.type)) return [];
  const module = fieldOf(statement, 'module_name');
  const parts = statement.children.filter(
    (one) => one !== module && /^(?:dotted_name|aliased_import)$/.test(one.type),
  );
  return parts.flatMap((part) => {
    const name = source.textOf(fieldOf(part, 'alias') ?? part);
    return /^\w+$/.test(name) ? [{ name, statement, part: parts.length === 1 ? undefined : part }] : [];
  });
}

/** The line of a statement that has it to itself. */
function wholeLine(source: Source, { at, end }: SyntaxNode): Edit | undefined {
  const start = source.lineStart(at);
  const last = source.lines.endOf(source.lines.lineOf(end), source.text);
  if (source.text.slice(start, at).trim() !== '' || !/^\s*(?:;\s*)?$/.test(source.text.slice(end, last)))
    return undefined;
  const next = source.text.startsWith('\r\n', last) ? last + 2 : Math.min(last + 1, source.text.length);
  return { at: start, end: next, text: '' };
}

/** One of several names, with its comma. */
function element(source: Source, part: SyntaxNode | undefined): Edit | undefined {
  if (!part) return undefined;
  const after = /^\s*,\s*/.exec(source.text.slice(part.end))?.[0];
  if (after !== undefined) return { at: part.at, end: part.end + after.length, text: '' };
  const before = /,\s*$/.exec(source.text.slice(0, part.at))?.[0] ?? '';
  return { at: part.at - before.length, end: part.end, text: '' };
}

/** What another edit puts right behind the removed line keeps its place; where they meet otherwise, the import stays. */
function withRemoval(source: Source, edits: readonly Edit[], removal: Edit | undefined): readonly Edit[] {
  if (!removal) return edits;
  const meeting = edits.filter(
    ({ at, end }) => at < removal.end && removal.at < Math.max(end, at + 1) && at !== removal.at,
  );
  const { eol } = source.style;
  const moved = meeting.map((edit) => {
    const follows =
      edit.at === edit.end && edit.text.startsWith(eol) && source.text.slice(edit.at, removal.end) === eol;
    return follows
      ? { at: removal.end, end: removal.end, text: edit.text.slice(eol.length) + eol }
      : undefined;
  });
  if (moved.some((edit) => edit === undefined)) return edits;
  const kept = edits.map((edit) => moved[meeting.indexOf(edit)] ?? edit);
  if (edits.some((edit) => edit.at === removal.at && edit.end > edit.at)) return edits;
  return [...kept, removal];
}
