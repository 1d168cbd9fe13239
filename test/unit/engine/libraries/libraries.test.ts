import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalog } from '../../../../src/engine/libraries/catalog.ts';
import { libraryIndex, libraryRows, ourLibraries } from '../../../../src/engine/libraries/index.ts';
import { parseLibrary } from '../../../../src/engine/libraries/parse.ts';
import { type Row, rowsOf } from '../../../../src/engine/libraries/rows.ts';
import {
  type Condition,
  type ModelLanguage,
  modelLanguages,
} from '../../../../src/engine/libraries/schema.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';

const folder = join(import.meta.dirname, '../../../../src/engine/libraries');
const libraries = modelLanguages.flatMap(ourLibraries);
/** Those of infrastructure are found by its rules alone. */
const inPrograms = weaknesses.filter(({ category }) => category !== 'IAC' && category !== 'SCA');
const rows = libraries.flatMap((library) => rowsOf(library).map((row) => ({ library, row })));
const known = new Map(weaknesses.map((entry) => [entry.id, entry]));
const kinds = new Map(weaknesses.map(({ id, found }) => [id, found]));

/** Rows of which something is wrong, as a list to read. */
function complaints(wrong: (row: Row) => string | undefined): string[] {
  return rows.flatMap(({ library, row }) => {
    const why = wrong(row);
    return why === undefined ? [] : [`${library.library}: ${why}: ${JSON.stringify(row)}`];
  });
}

const conditionsOf = (row: Row): readonly Condition[] => ('when' in row ? (row.when ?? []) : []);

const ledTo = (language: ModelLanguage): ReadonlySet<string> =>
  new Set(
    libraryRows(language).flatMap((row) =>
      row.kind === 'sink' || row.kind === 'misuse' ? [row.vulnClass] : [],
    ),
  );

describe('the libraries', () => {
  for (const { library } of libraries)
    it(`have a file of ${library} that is right and says where its facts come from`, async () => {
      const file = `${library}.yml`;
      const text = await readFile(join(folder, file), 'utf8');
      const { library: read, problems } = parseLibrary(file, text, { kinds });
      assert.deepEqual(problems, []);
      assert.ok(read && rowsOf(read).length > 0, 'it has rows');
      assert.ok((read.provenance ?? '').length > 10, 'it says where its facts come from');
      assert.ok((read.title ?? '').length > 1, 'it has a title');
    });

  it('are there for each language, each once', () => {
    for (const language of ['javascript', 'java', 'python'] as const)
      assert.ok(ourLibraries(language).length > 15, language);
    const ids = libraries.map(({ library }) => library);
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
  });

  it('lead flows to weaknesses that take a source', () => {
    assert.deepEqual(
      complaints((row) =>
        row.kind === 'sink' && known.get(row.vulnClass)?.threatModels.length === 0
          ? 'takes no source'
          : undefined,
      ),
      [],
    );
  });

  it('clear only what flows lead to', () => {
    assert.deepEqual(
      complaints((row) => {
        if (row.kind !== 'sanitizer' && row.kind !== 'guard') return undefined;
        const idle = row.clears.filter((name) => known.get(name)?.found === 'place');
        return idle.length > 0 ? `clears nothing: ${idle.join(', ')}` : undefined;
      }),
      [],
    );
  });

  it('say nothing twice', () => {
    const seen = new Map<string, string>();
    const repeated: string[] = [];
    for (const { library, row } of rows) {
      const text = `${library.library.split('/')[0]} ${JSON.stringify(row)}`;
      const before = seen.get(text);
      if (before !== undefined) repeated.push(`${before} and ${library.library}: ${text}`);
      seen.set(text, library.library);
    }
    assert.deepEqual(repeated, []);
  });

  it('give each API of JavaScript one type under the same conditions', () => {
    const types = new Map<string, string>();
    const ambiguous = libraryRows('javascript').flatMap((row) => {
      if (row.kind !== 'type') return [];
      const asked = JSON.stringify([row.api, row.when]);
      const before = types.get(asked) ?? row.type;
      types.set(asked, row.type);
      return before === row.type ? [] : [`${row.api}: ${before} or ${row.type}`];
    });
    assert.deepEqual(ambiguous, []);
  });

  it('do not ask for a place to be absent and to be something', () => {
    assert.deepEqual(
      complaints((row) => {
        const conditions = conditionsOf(row);
        const absent = conditions.filter((one) => one.absent === !one.not).map((one) => one.input);
        const both = conditions.filter(
          (one) => one.absent === undefined && !one.not && absent.includes(one.input),
        );
        return both.length > 0 ? `${both[0]?.input} is absent and tested` : undefined;
      }),
      [],
    );
  });

  it('write their paths under the names that aliases lead to', () => {
    for (const language of modelLanguages) {
      const catalog = new Catalog(libraryIndex(language));
      const dead = libraryRows(language).flatMap((row) =>
        'api' in row && row.kind !== 'alias' && catalog.canonical(row.api) !== row.api
          ? [`${row.kind} ${row.api} is called ${catalog.canonical(row.api)}`]
          : [],
      );
      assert.deepEqual(dead, []);
    }
  });

  it('resolve aliases to names that are no aliases themselves', () => {
    for (const language of modelLanguages) {
      const catalog = new Catalog(libraryIndex(language));
      for (const row of libraryRows(language))
        if (row.kind === 'alias') assert.equal(catalog.canonical(row.of), row.of, `${row.api} is ${row.of}`);
    }
  });

  it('do not call a result neutral that data flows to', () => {
    for (const language of modelLanguages) {
      const all = libraryRows(language);
      const neutral = new Set(all.flatMap((row) => (row.kind === 'neutral' ? [row.api] : [])));
      const flowing = all.flatMap((row) =>
        row.kind === 'flow' && row.to === 'ReturnValue' && neutral.has(row.api) ? [row.api] : [],
      );
      assert.deepEqual(flowing, []);
    }
  });

  // Found in files that are no code, or by structural rules, or not possible in the language.
  const inInventory = ['unpinned-dependency', 'hidden-text', 'unsafe-model', 'cleartext-transmission'];
  const byRoutes = ['missing-authentication', 'missing-authorization'];
  const elsewhere = {
    java: ['prototype-pollution', 'redos', ...byRoutes, ...inInventory],
    python: [
      'prototype-pollution',
      'redos',
      'weak-random',
      'information-exposure',
      ...byRoutes,
      ...inInventory,
    ],
  };
  for (const language of ['java', 'python'] as const)
    it(`cover every weakness that ${language} code can have`, () => {
      const led = ledTo(language);
      const missing = inPrograms.map(({ id }) => id).filter((id) => !led.has(id));
      assert.deepEqual(
        missing.filter((id) => !elsewhere[language].includes(id)),
        [],
      );
    });
});

describe('the weaknesses', () => {
  it('count sources where flows lead to them, and only there', () => {
    for (const { id, found, threatModels } of weaknesses)
      assert.equal(threatModels.length > 0, found !== 'place', id);
  });

  it('are each found by something', () => {
    const led = new Set(modelLanguages.flatMap((language) => [...ledTo(language)]));
    // Found by their form: see `rules/`, `hints/`, `secrets/` and `ai-inventory/`.
    const byForm = new Set([
      'missing-authentication',
      'missing-authorization',
      'prototype-pollution',
      'hard-coded-secret',
      'weak-random',
      'redos',
      'unpinned-dependency',
      'hidden-text',
      'unsafe-model',
      'cleartext-transmission',
    ]);
    for (const { id } of inPrograms) assert.ok(led.has(id) || byForm.has(id), id);
  });
});
