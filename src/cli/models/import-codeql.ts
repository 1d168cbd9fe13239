import { stringify } from 'yaml';
import { grouped } from '../../engine/grouped.ts';
import { parseLibrary } from '../../engine/libraries/parse.ts';
import { rowsOf } from '../../engine/libraries/rows.ts';
import type { ModelLanguage } from '../../engine/libraries/schema.ts';
import { weaknesses } from '../../engine/weaknesses/index.ts';
import { convertJava } from './codeql-java.ts';
import { convertPath } from './codeql-paths.ts';
import { type CodeqlRow, codeqlRows, type LeftRow } from './codeql-rows.ts';
import { type ConvertedRow, NotTaken } from './converted.ts';

export interface ImportedModel {
  /** `<language>-<name>.yml`. */
  readonly fileName: string;
  readonly text: string;
  readonly rows: number;
}

export interface Imported {
  readonly models: readonly ImportedModel[];
  /** Rows that were not taken, and why. */
  readonly left: readonly LeftRow[];
}

const kinds = new Map(weaknesses.map(({ id, found }) => [id, found]));
const known: ReadonlySet<string> = new Set(
  weaknesses.flatMap(({ id, found }) => (found === 'place' ? [] : [id])),
);

/**
 * Models of ours that say what a file of CodeQL's data extensions says, one for each language in it.
 * @param name of the library: the file's, without its extension
 */
export function importCodeql(name: string, text: string): Imported {
  const { rows, left: unread } = codeqlRows(text);
  const left = [...unread];
  const byLanguage = new Map<ModelLanguage, ConvertedRow[]>();
  for (const row of rows) {
    try {
      const converted = convert(row);
      const list = byLanguage.get(row.language);
      if (list) list.push(...converted);
      else byLanguage.set(row.language, [...converted]);
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      left.push({ line: row.line, reason: `${row.extensible}: ${error.message}` });
    }
  }
  const slug =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9.+-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '') || 'imported';
  const models = [...byLanguage].flatMap(([language, converted]): readonly ImportedModel[] => {
    if (converted.length === 0) return [];
    const written = write(`${language}/${slug}`, converted);
    const { library, problems } = parseLibrary(slug, written, { kinds, foreign: true });
    left.push(
      ...problems.map(({ message, row }) => ({ line: 1, reason: `${row ?? 'The file'}: ${message}` })),
    );
    return [
      { fileName: `${language}-${slug}.yml`, text: written, rows: library ? rowsOf(library).length : 0 },
    ];
  });
  return { models, left: left.toSorted((a, b) => a.line - b.line) };
}

const convert = (row: CodeqlRow): readonly ConvertedRow[] =>
  row.language === 'java' ? convertJava(row, known) : convertPath(row, known);

function write(library: string, rows: readonly ConvertedRow[]): string {
  const packages = [...new Set(rows.map((row) => row.package || 'global'))].toSorted();
  const sections: Record<string, unknown[]> = {};
  for (const [section, ofSection] of grouped(rows, (row) => row.section)) {
    if (section === 'neutrals') sections[section] = [...new Set(ofSection.map(({ api }) => api))];
    else
      sections[section] = [...grouped(ofSection, ({ fields }) => JSON.stringify(fields)).values()].map(
        (group) => ({ ...group[0]?.fields, apis: [...new Set(group.map(({ api }) => api))] }),
      );
  }
  return stringify({ library, packages, ...sections }, { lineWidth: 110 });
}
