import { libraryText } from './libraries.generated.ts';
import { type Row, rowsOf } from './rows.ts';
import type { Library, ModelLanguage } from './schema.ts';

const known = new Map<ModelLanguage, readonly Row[]>();

/** Returns the rows of our own libraries for a language, in the order in which they count. */
export function libraryRows(language: ModelLanguage): readonly Row[] {
  let rows = known.get(language);
  if (!rows) {
    rows = ourLibraries(language).flatMap(rowsOf);
    known.set(language, rows);
  }
  return rows;
}

/** Returns our own libraries for a language, in the order in which their rows count. */
export const ourLibraries = (language: ModelLanguage): readonly Library[] =>
  JSON.parse(libraryText[language]);
