import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseLibrary } from '../../../../src/engine/libraries/parse.ts';
import { type Row, rowsOf } from '../../../../src/engine/libraries/rows.ts';
import type { Library } from '../../../../src/engine/libraries/schema.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';

const folder = path.join(import.meta.dirname, '../../../../src/engine/libraries');
const kinds = new Map(weaknesses.map(({ id }) => [id, 'both' as const]));

/** What of rows on one subject only the first counts: the subject, and what the row says of it. */
function onlyMeaning(row: Row): readonly [subject: string, says: string] | undefined {
  switch (row.kind) {
    case 'type':
      return row.when ? undefined : [`the type of ${row.api}`, row.type];
    case 'container':
      return [`the operation of ${row.api}`, `${row.op} ${row.skip ?? 0}`];
    case 'constant':
      return [`the value of ${row.api}`, JSON.stringify(row.value)];
    case 'begins':
      return [`the beginning of ${row.api}`, row.text];
    case 'entry': {
      const { kind: _, decorator, ...says } = row;
      return [`functions under ${decorator}`, JSON.stringify(says)];
    }
    case 'override': {
      const { kind: _, type, method, ...says } = row;
      return [`methods of ${type} like ${method.replace(/^\^|\$$/g, '')}`, JSON.stringify(says)];
    }
    default:
      return undefined;
  }
}

/** What files of one precedence say differently of one subject: which of them counts would be their names' choice. */
function conflicts(libraries: readonly Library[]): readonly string[] {
  const first = new Map<string, { readonly says: string; readonly library: string }>();
  const found: string[] = [];
  for (const library of libraries)
    for (const row of rowsOf(library)) {
      const [subject, says] = onlyMeaning(row) ?? [];
      if (subject === undefined || says === undefined) continue;
      const key = `${library.precedence ?? 0} ${subject}`;
      const known = first.get(key);
      if (!known) first.set(key, { says, library: library.library });
      else if (known.says !== says && known.library !== library.library)
        found.push(`${subject}: ${known.library} and ${library.library}`);
    }
  return found;
}

function read(language: string): readonly Library[] {
  return readdirSync(path.join(folder, language))
    .filter((file) => file.endsWith('.yml'))
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, language, file), 'utf8');
      const { library } = parseLibrary(`${language}/${file}`, text, { kinds });
      return library ? [library] : [];
    });
}

describe('the models of libraries', () => {
  for (const language of ['javascript', 'java', 'python'])
    it(`say one thing of one API, or say which of two counts: ${language}`, () => {
      const libraries = read(language);
      assert.ok(libraries.length > 20);
      assert.deepEqual(conflicts(libraries), []);
    });

  it('would not, if two files gave a call different results', () => {
    const of = (library: string, type: string): Library => ({
      library,
      packages: ['acme'],
      types: [{ type, apis: ['acme.open'] }],
    });
    assert.deepEqual(conflicts([of('python/a', 'acme.A'), of('python/b', 'acme.B')]), [
      'the type of acme.open: python/a and python/b',
    ]);
    assert.deepEqual(conflicts([of('python/a', 'acme.A'), of('python/b', 'acme.A')]), []);
  });
});
