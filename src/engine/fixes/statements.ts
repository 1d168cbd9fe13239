import type { SyntaxNode } from '../languages/syntax.ts';
import type { Edit } from './edits.ts';
import { statementAround, variableOf } from './scope.ts';
import type { Source } from './source.ts';

/** Removes a statement, with its line where it has one for itself. */
export function withoutStatement(source: Source, node: SyntaxNode): Edit {
  const statement = statementAround(source, node);
  const start = source.lineStart(statement.at);
  const end = source.lines.endOf(source.lines.lineOf(statement.end), source.text);
  const alone =
    source.text.slice(start, statement.at).trim() === '' &&
    /^\s*(?:;\s*)?(?:(?:\/\/|#).*)?$/.test(source.text.slice(statement.end, end));
  if (!alone) return { at: statement.at, end: statement.end, text: '' };
  const next = source.text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, source.text.length);
  return { at: start, end: next, text: '' };
}

/** Removes what gives a local name its value, where nothing but the given place reads it. */
export function withoutUnused(source: Source, identifier: SyntaxNode): Edit[] {
  const variable = variableOf(source, identifier);
  if (!variable || variable.isParameter || variable.reads.some((read) => read !== identifier)) return [];
  const statements = variable.writes.map((write) => statementAround(source, write.node));
  const single = statements.every(
    (statement) =>
      /^(?:lexical_declaration|variable_declaration|local_variable_declaration|expression_statement)$/.test(
        statement.type,
      ) && statement.children.filter(({ type }) => type === 'variable_declarator').length <= 1,
  );
  return single ? statements.map((statement) => withoutStatement(source, statement)) : [];
}

/** Takes one element out of a list of arguments, pairs or elements, with the comma that belongs to it. */
export function withoutElement(source: Source, node: SyntaxNode): Edit {
  const siblings = source.parentOf(node)?.children ?? [];
  const index = siblings.indexOf(node);
  const next = siblings[index + 1];
  const before = siblings[index - 1];
  if (before) return { at: before.end, end: node.end, text: '' };
  if (next) return { at: node.at, end: next.at, text: '' };
  const comma = /^\s*,/.exec(source.text.slice(node.end))?.[0].length ?? 0;
  return { at: node.at, end: node.end + comma, text: '' };
}

export const replaced = ({ at, end }: SyntaxNode, text: string): Edit => ({ at, end, text });

export const inserted = (at: number, text: string): Edit => ({ at, end: at, text });
