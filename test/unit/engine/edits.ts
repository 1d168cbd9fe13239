/** Edits such as people make, drawn at random and applied to the files of a project. */
import fc from 'fast-check';
import type { SourceFile } from '../../../src/engine/analysis.ts';

/** `seed` numbers choose places and are taken modulo what there is to choose from, so that every edit fits every text. */
export type Edit =
  | { readonly kind: 'comment'; readonly file: number; readonly lines: number }
  | { readonly kind: 'blank'; readonly file: number; readonly line: number }
  | { readonly kind: 'duplicate'; readonly file: number; readonly line: number }
  | { readonly kind: 'delete'; readonly file: number; readonly line: number; readonly count: number }
  | { readonly kind: 'constant'; readonly file: number; readonly line: number; readonly word: number }
  | { readonly kind: 'rename'; readonly file: number; readonly line: number; readonly word: number }
  | { readonly kind: 'statement'; readonly file: number; readonly line: number }
  | { readonly kind: 'restore'; readonly file: number }
  | { readonly kind: 'remove'; readonly file: number }
  | { readonly kind: 'reorder'; readonly file: number; readonly line: number };

const seed = fc.nat({ max: 9999 });

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('comment' as const),
      file: seed,
      lines: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('blank' as const), file: seed, line: seed }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('duplicate' as const), file: seed, line: seed }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      file: seed,
      line: seed,
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('constant' as const), file: seed, line: seed, word: seed }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), file: seed, line: seed, word: seed }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('statement' as const), file: seed, line: seed }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const), file: seed }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), file: seed }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reorder' as const), file: seed, line: seed }) },
);

export interface Change {
  readonly files: readonly SourceFile[];
  readonly removed: readonly string[];
}

const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)];

const isPython = (path: string): boolean => path.endsWith('.py');

function words(line: string): readonly { readonly text: string; readonly at: number }[] {
  return [...line.matchAll(/[A-Za-z_]\w*/g)].map((found) => ({ text: found[0], at: found.index }));
}

function replaceWord(
  lines: readonly string[],
  at: number,
  word: number,
  by: (old: string) => string,
): readonly string[] {
  const index = at % lines.length;
  const line = lines[index] as string;
  const found = pick(words(line), word);
  if (!found) return lines;
  return lines.with(
    index,
    line.slice(0, found.at) + by(found.text) + line.slice(found.at + found.text.length),
  );
}

function edited(change: Edit, path: string, text: string, original: string): string {
  const lines = text.split('\n');
  const insert = (at: number, ...added: string[]): string =>
    lines.toSpliced(at % (lines.length + 1), 0, ...added).join('\n');
  switch (change.kind) {
    case 'comment':
      return insert(
        0,
        ...Array.from({ length: change.lines }, () => (isPython(path) ? '# moved' : '// moved')),
      );
    case 'blank':
      return insert(change.line, '');
    case 'duplicate':
      return insert(change.line + 1, lines[change.line % lines.length] as string);
    case 'delete':
      return lines.toSpliced(change.line % lines.length, change.count).join('\n');
    case 'constant':
      return replaceWord(lines, change.line, change.word, () => '"constant"').join('\n');
    case 'rename':
      return replaceWord(lines, change.line, change.word, (old) => `${old}X`).join('\n');
    case 'statement': {
      const index = change.line % lines.length;
      const indent = /^\s*/.exec(lines[index] as string)?.[0] ?? '';
      return insert(index, `${indent}helper(1)${isPython(path) ? '' : ';'}`);
    }
    case 'reorder': {
      const index = change.line % lines.length;
      return [...lines.slice(index), ...lines.slice(0, index)].join('\n');
    }
    case 'restore':
      return original;
    case 'remove':
      return text;
  }
}

/** Applies an edit to `project` in place. @returns what changed, as an editor would say it */
export function applyEdit(
  change: Edit,
  project: Map<string, string>,
  originals: readonly SourceFile[],
): Change {
  const original = pick(originals, change.file) as SourceFile;
  const { path } = original;
  const text = project.get(path);
  if (change.kind === 'remove')
    return project.delete(path) ? { files: [], removed: [path] } : { files: [], removed: [] };
  const next = text === undefined ? original.text : edited(change, path, text, original.text);
  project.set(path, next);
  return { files: [{ path, text: next }], removed: [] };
}
