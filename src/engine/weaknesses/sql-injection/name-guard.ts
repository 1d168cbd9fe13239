import type { Edit } from '../../fixes/edits.ts';
import type { FixResult } from '../../fixes/fix.ts';
import { isTyped, withHelper } from '../../fixes/helpers.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import type { Source } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import type { Composed } from '../../fixes/text/pieces.ts';
import { render } from '../../fixes/text/render.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { parameterise } from './parameterise.ts';
import { explained } from './wording.ts';

/** A check of names that become part of a statement, as a function of the file. */
export interface NameGuard {
  readonly wrap: (code: string) => string;
  readonly edits: () => readonly Edit[];
}

export function nameGuard(source: Source, at: SyntaxNode): NameGuard {
  switch (source.language) {
    case 'javascript':
      return {
        wrap: (code) => `sqlName(${code})`,
        edits: () =>
          withHelper(source, at, 'sqlName', (unit) => javascript(unit, isTyped(source), source.style.quote)),
      };
    case 'python': {
      const re = pythonModule(source, 're');
      return {
        wrap: (code) => `sql_name(${code})`,
        edits: () => [...re.edits, ...withHelper(source, at, 'sql_name', (unit) => python(unit, re.name))],
      };
    }
    case 'java':
      return { wrap: (code) => `sqlName(${code})`, edits: () => withHelper(source, at, 'sqlName', java) };
  }
}

/** A statement whose only computed parts are names needs no place for a value, and so no driver to be known. */
export function namesOnly(source: Source, at: SyntaxNode, roots: readonly Composed[]): FixResult {
  const guard = nameGuard(source, at);
  const result = parameterise(source, roots, () => '?', { guard: guard.wrap });
  if (!result || result.parameters.length > 0 || result.left.length > 0) return undefined;
  const edits = [...result.roots].map(([root, pieces]) => replaced(root.node, render(source, pieces)));
  return { ...explained(result), edits: [...edits, ...guard.edits()] };
}

const javascript = (unit: string, typed: boolean, quote: string): string[] => [
  '/** The name of a table or a column, with a direction of sorting; anything else is refused. */',
  typed ? 'function sqlName(name: unknown): string {' : 'function sqlName(name) {',
  `${unit}const text = String(name);`,
  `${unit}if (!/^[\\w.]+( (asc|desc))?$/i.test(text)) throw new Error(${quote}This is not the name of a table or a column.${quote});`,
  `${unit}return text;`,
  '}',
];

const python = (unit: string, re: string): string[] => [
  'def sql_name(name):',
  `${unit}"""The name of a table or a column, with a direction of sorting; anything else is refused."""`,
  `${unit}if not ${re}.fullmatch(r"[\\w.]+( (asc|desc|ASC|DESC))?", name):`,
  `${unit}${unit}raise ValueError("This is not the name of a table or a column.")`,
  `${unit}return name`,
];

const java = (unit: string): string[] => [
  '/** The name of a table or a column, with a direction of sorting; anything else is refused. */',
  'private static String sqlName(Object name) {',
  `${unit}String text = String.valueOf(name);`,
  `${unit}if (!text.matches("[\\\\w.]+( (asc|desc|ASC|DESC))?")) {`,
  `${unit}${unit}throw new IllegalArgumentException("This is not the name of a table or a column.");`,
  `${unit}}`,
  `${unit}return text;`,
  '}',
];
