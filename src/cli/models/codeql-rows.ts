import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { ModelLanguage } from '../../engine/libraries/schema.ts';

/** What a row of CodeQL's data extensions adds to. */
export type Extensible = 'sourceModel' | 'sinkModel' | 'summaryModel' | 'neutralModel' | 'typeModel';

export interface CodeqlRow {
  readonly language: ModelLanguage;
  readonly extensible: Extensible;
  readonly cells: readonly unknown[];
  /** From 1. */
  readonly line: number;
}

/** A row that is not taken, and why. */
export interface LeftRow {
  readonly line: number;
  readonly reason: string;
}

const extensibles: readonly Extensible[] = [
  'sourceModel',
  'sinkModel',
  'summaryModel',
  'neutralModel',
  'typeModel',
];
const languages: readonly (readonly [RegExp, ModelLanguage])[] = [
  [/^codeql\/java-/, 'java'],
  [/^codeql\/javascript-/, 'javascript'],
  [/^codeql\/python-/, 'python'],
];
const maximumLength = 5_000_000;

/** The rows of a file of CodeQL's data extensions: `extensions: [{ addsTo: { pack, extensible }, data: [[…]] }]`. */
export function codeqlRows(text: string): {
  readonly rows: readonly CodeqlRow[];
  readonly left: readonly LeftRow[];
} {
  if (text.length > maximumLength)
    return { rows: [], left: [{ line: 1, reason: 'The file is larger than 5 MB.' }] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (offset: number | undefined): number => Math.max(1, lines.linePos(offset ?? 0).line);
  const [error] = document.errors;
  if (error) return { rows: [], left: [{ line: lineOf(error.pos[0]), reason: error.message }] };
  const rows: CodeqlRow[] = [];
  const left: LeftRow[] = [];
  const extensions: unknown = isMap(document.contents)
    ? document.contents.get('extensions', true)
    : undefined;
  if (!isSeq(extensions)) return { rows, left: [{ line: 1, reason: 'The file has no list "extensions:".' }] };
  for (const extension of extensions.items) {
    if (!isMap(extension)) continue;
    const line = lineOf(extension.range?.[0]);
    const pack = String(extension.getIn(['addsTo', 'pack']) ?? '');
    const extensible = extensibles.find((name) => name === extension.getIn(['addsTo', 'extensible']));
    const language = languages.find(([pattern]) => pattern.test(pack))?.[1];
    if (!language || !extensible) {
      const what = language
        ? `rows of ${String(extension.getIn(['addsTo', 'extensible']))}`
        : `the pack "${pack}"`;
      left.push({ line, reason: `There is nothing like ${what} in Parapet.` });
      continue;
    }
    const data: unknown = extension.get('data', true);
    if (!isSeq(data)) continue;
    for (const row of data.items) {
      if (!isSeq(row)) continue;
      const cells = row.items.map((cell) => (isScalar(cell) ? cell.value : undefined));
      rows.push({ language, extensible, cells, line: lineOf(row.range?.[0]) });
    }
  }
  return { rows, left };
}
