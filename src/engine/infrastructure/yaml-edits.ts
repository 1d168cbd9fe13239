import type { LocatedTable, Member } from '../files/structured/value.ts';
import type { Edit } from '../fixes/edits.ts';
import type { SafeEdit } from './rule.ts';

/** Puts a text in the place of a member's value, which stands in the file as it is. */
export const replacedValue = ({ value }: Member, text: string): Edit => ({
  at: value.start,
  end: value.end,
  text,
});

/**
 * Adds lines to a table of YAML that is written in block style, after its first member where that is one line, else before it.
 * @param lines without indentation; further levels by two blanks
 * @returns undefined for an empty table, and for one in flow style or from elsewhere (an alias)
 */
export function addedMember(text: string, table: LocatedTable, lines: readonly string[]): Edit | undefined {
  const [first] = [...table.members.values()].toSorted((a, b) => a.key.start - b.key.start);
  if (!first || first.key.start !== table.start || text.charAt(table.start) === '{') return undefined;
  const lineStart = text.lastIndexOf('\n', first.key.start - 1) + 1;
  const before = text.slice(lineStart, first.key.start);
  if (!/^[ -]*$/.test(before)) return undefined;
  const indentation = ' '.repeat(before.length);
  const added = lines.join(`\n${indentation}`);
  const isScalar = first.value.kind === 'text' || first.value.kind === 'literal';
  const lineEnd = text.indexOf('\n', first.key.start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const isShort = isScalar && first.value.end <= end && first.value.start > first.key.end;
  if (isShort) {
    const at = text.charAt(end - 1) === '\r' ? end - 1 : end;
    return { at, end: at, text: `\n${indentation}${added}` };
  }
  return { at: first.key.start, end: first.key.start, text: `${added}\n${indentation}` };
}

/** A fix of one edit; undefined without it. */
export const safeEdit = (
  title: string,
  explanation: string,
  edit: Edit | undefined,
): { readonly fix: SafeEdit } | undefined => edit && { fix: { title, explanation, edits: [edit] } };
