import assert from 'node:assert/strict';
import { languages } from '../../../scripts/generate/languages.ts';
import { families } from '../../../src/engine/languages/registry.ts';

const files = (...paths: readonly string[]) => paths.map((path) => ({ path, text: '' }));
const engine = 'src/engine';
const known = files(...families.map((language) => `${engine}/languages/${language}/index.ts`));
const [parts = '', hooks = ''] = languages.outputs;

describe('the generated tables of languages', () => {
  it('take what a folder holds, and leave out what it does not', () => {
    const made =
      languages.compile([...known, ...files(`${engine}/languages/java/rules/index.ts`)])[parts] ?? '';
    assert.match(
      made,
      /java: \{ language: language\d, rules: rules\d, routes: undefined, terms: undefined \}/,
    );
    assert.match(
      made,
      /python: \{ language: language\d, rules: \[\], routes: undefined, terms: undefined \}/,
    );
  });

  it('take the hooks of a library that is one file', () => {
    const made = languages.compile([...known, ...files(`${engine}/libraries/python/acme.ts`)])[hooks] ?? '';
    assert.match(
      made,
      /import \{ hooks as (hooks\d+) \} from '\.\/python\/acme\.ts';[\s\S]*python: hooksOf\(\[[\w, ]+, \1\]\)/,
    );
  });

  it('refuse a language that the registry does not have, and one without a folder', () => {
    assert.throws(
      () => languages.compile([...known, ...files(`${engine}/languages/cobol/index.ts`)]),
      /languages\/cobol\/index\.ts: .*registry\.ts has no language cobol/,
    );
    assert.throws(
      () => languages.compile(known.slice(0, 0)),
      /languages\/java\/index\.ts: there is no such file/,
    );
  });
});
