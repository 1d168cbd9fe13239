import { ApiIndex } from './api-index.ts';
import { libraryText } from './libraries.generated.ts';
import { type Row, rowsOf } from './rows.ts';
import type { Library, ModelLanguage } from './schema.ts';

const known = new Map<ModelLanguage, readonly Row[]>();
const indexes = new Map<ModelLanguage, ApiIndex>();

/** Returns the rows of our own libraries for a language, in the order in which they count. */
export function libraryRows(language: ModelLanguage): readonly Row[] {
  let rows = known.get(language);
  if (!rows) {
    rows = ourLibraries(language).flatMap(rowsOf);
    known.set(language, rows);
  }
  return rows;
}

/** Returns the index of those rows, the same one each time. */
export function libraryIndex(language: ModelLanguage): ApiIndex {
  let index = indexes.get(language);
  if (!index) {
    index = new ApiIndex(libraryRows(language));
    indexes.set(language, index);
  }
  return index;
}

/** Returns our own libraries for a language, in the order in which their rows count. */
export const ourLibraries = (language: ModelLanguage): readonly Library[] =>
  JSON.parse(libraryText[language]);
